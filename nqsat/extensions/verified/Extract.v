(** The program: [verified.ml] and [verified.mli] are what Coq writes here. *)
From nqsat Require Import Bounds Recount Problem Facts Solve Orbits.
From Coq Require Import NArith Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "verified.ml" count_by solve_by orbits_by solve_orbits_by N.add over_N.
