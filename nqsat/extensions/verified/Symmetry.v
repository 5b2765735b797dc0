(** * What is counted up to symmetry: classes

    This file only says what words mean: first of any things, then of assignments, then of boards and pieces. *)
From Coq Require Import List ZArith NArith Bool.
From nqsat Require Import Bounds Problem.
Import ListNotations.
Open Scope Z_scope.

(** Among the things that have a property, [R] says which are the same. So many classes there are: each of
    these things is the same as one of so many, of which no two are the same. *)
Definition so_many_classes {A} (P : A -> Prop) (R : A -> A -> Prop) (k : N) : Prop :=
  (forall x, P x -> R x x) /\
  (forall x y, P x -> P y -> R x y -> R y x) /\
  (forall x y z, P x -> P y -> P z -> R x y -> R y z -> R x z) /\
  exists l, NoDup l /\ (forall x, In x l -> P x) /\ (forall x, P x -> exists y, In y l /\ R x y) /\
            (forall x y, In x l -> In y l -> R x y -> x = y) /\ k = N.of_nat (length l).

(** A permutation of variables lists them in another order. So do assignments, then. *)
Definition permuted (g : list nat) (a : list bool) : list bool := map (fun x => nth x a false) g.
Definition same_by (gs : list (list nat)) (a c : list bool) : Prop := exists g, In g gs /\ permuted g a = c.

(** A motion of a board: turn it upside down, mirror it, exchange rows and columns, and shift it where it
    comes round. *)
Record motion := Motion { exchanged : bool; flipped : bool; mirrored : bool; down : Z; right : Z }.
Definition moved (b : board) (m : motion) (s : place) : place :=
  let r := if flipped m then Z.of_nat (rows b) - 1 - fst s else fst s in
  let c := if mirrored m then Z.of_nat (columns b) - 1 - snd s else snd s in
  let (r, c) := if exchanged m then (c, r) else (r, c) in
  ((r + down m) mod Z.of_nat (rows b), (c + right m) mod Z.of_nat (columns b)).

Definition motions (b : board) : list motion :=
  let both := [false; true] in
  let square := Nat.eqb (rows b) (columns b) in
  let '(exchange, downs, rights) := match wrapped b with
    | Flat => (square, [0], [0])
    | Cylinder => (false, [0], up_to (Nat.max 1 (columns b)))
    | Torus => (square, up_to (Nat.max 1 (rows b)), up_to (Nat.max 1 (columns b)))
    end in
  flat_map (fun e => flat_map (fun f => flat_map (fun m => flat_map (fun d => map (Motion e f m d) rights)
    downs) both) both) (if exchange then both else [false]).

(** Which motions keep a problem: squares, holes and walls, where each kind may stand, what is given, and
    the regions (these may change places). *)
Definition kept (p : problem) (m : motion) : Prop :=
  let go := moved (on p) m in
  (forall s, In s (list_prod (up_to (rows (on p))) (up_to (columns (on p)))) -> look (on p) (go s) = look (on p) s) /\
  (forall k s, In s (squares (on p)) -> (may p k s <-> may p k (go s))) /\
  forall r, In r (rules p) -> match r with
    | Given k s => In (Given k (go s)) (rules p)
    | Bare s => In (Bare (go s)) (rules p)
    | Regions _ parts _ _ => forall part, In part parts -> exists other, In other parts /\
        forall s, In s (squares (on p)) -> (In s part <-> In (go s) other)
    | _ => True
    end.

(** Two arrangements are the same if a motion that keeps the problem takes each man of one to a man of his
    kind of the other. *)
Definition symmetric (p : problem) (a c : arrangement) : Prop := exists m, In m (motions (on p)) /\ kept p m /\
  forall k s, In s (squares (on p)) -> (stands p c k s <-> stands p a k (moved (on p) m s)).
