// Between the page and the network: what cannot be fetched is taken from the files that the page has kept.

addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const kept = () => caches.match(request, { ignoreSearch: true });
  event.respondWith(fetch(request).catch(async (error) => (await kept()) ?? Promise.reject(error)));
});
