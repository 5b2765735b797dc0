// What the literals and reasons of watched searches are called, and which pieces keep each other away.

import { Pieces } from "../../reporting/page/atoms.js";
import { SEARCH } from "./search_texts.js";

export class Words {
  constructor(search, app) {
    this.app = app;
    this.atoms = new Pieces(app.layout); // also of a tour: its literals are squares
    this.pieces = search.pieces;
    const { origins } = search;
    this.reasons = search.reasons.map(([i, clause, steps = []]) => ({ origin: origins[i], clause, steps }));
    this.apart = new Map(); // from a literal to those it excludes, each with its reason
    this.reasons.forEach(({ origin, clause }, number) => {
      if (clause.length !== 2 || clause.some((x) => x > 0) || origin === "learned" || origin === "found") return;
      for (const [a, b] of [clause, [...clause].reverse()]) {
        if (!this.apart.has(-a)) this.apart.set(-a, new Map());
        if (!this.apart.get(-a).has(-b)) this.apart.get(-a).set(-b, number);
      }
    });
  }

  /** The given pieces: searches that place pieces begin with them and do not tell of them. */
  given(engine) {
    const { moves, given } = this.app.doc.model;
    const some = engine === "sat" || moves ? [] : given;
    return some.map((piece) => this.pieces.findIndex((same) => same.join() === String(piece)) + 1).filter((x) => x > 0);
  }

  squares(literal) {
    return literal ? this.pieces[Math.abs(literal) - 1].map((piece) => this.atoms.square(piece)) : [];
  }

  name(literal) {
    if (!literal) return "?";
    const pieces = this.pieces[Math.abs(literal) - 1];
    return pieces.length ? pieces.map((piece) => this.atoms.name(piece)).join("=") : `helper ${Math.abs(literal)}`;
  }

  clause({ clause }) {
    const names = clause.map((x) => this.name(x));
    if (!clause.length) return "";
    if (this.app.doc.model.tour) return names.join(", ");
    if (clause.every((x) => x > 0)) return SEARCH.oneOf(names);
    if (clause.every((x) => x < 0))
      return names.length === 1
        ? `${names[0]} cannot stand`
        : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} cannot ${names.length === 2 ? "both" : "all"} stand`;
    return clause.map((x, i) => (x > 0 ? names[i] : SEARCH.notPiece(names[i]))).join(" or ");
  }

  why(number) {
    const reason = this.reasons[number];
    if (!reason) return SEARCH.noReason;
    const origin = SEARCH.origins[reason.origin] ?? reason.origin;
    const clause = this.clause(reason);
    if (clause) return this.app.doc.model.tour ? `${clause}: ${origin}` : `${clause} (${origin})`;
    return reason.origin.startsWith("number of ") ? `too few are left for the ${origin}` : origin;
  }

  /** Why a literal is forced: the others of the clause are all false. */
  because(literal, number) {
    const reason = this.reasons[number];
    if (!reason) return SEARCH.brackets(SEARCH.noReason);
    if (this.app.doc.model.tour) return SEARCH.brackets(this.why(number));
    const named = (sign) =>
      reason.clause.filter((x) => x !== literal && Math.sign(x) === sign).map((x) => this.name(x));
    return SEARCH.because(named(-1), named(1), SEARCH.origins[reason.origin] ?? reason.origin);
  }

  /** A derivation: the literals of the clause are supposed false; each step forces one, and the last has none left. */
  derivation({ clause, steps }) {
    const suppose = SEARCH.suppose(clause.map((x) => (x > 0 ? SEARCH.notPiece(this.name(x)) : this.name(x))));
    const known = new Set(clause.map((x) => -x));
    const lines = steps.map((number, i) => {
      const free = this.reasons[number].clause.filter((x) => !known.has(-x));
      if (i === steps.length - 1) return `But this fails: ${this.why(number)}.`;
      known.add(free[0]);
      const name = this.name(free[0]);
      return `Then ${free[0] > 0 ? name : SEARCH.notPiece(name)} ${this.because(free[0], number)}.`;
    });
    return [suppose, ...lines];
  }
}
