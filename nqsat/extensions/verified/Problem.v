(** * What is counted: arrangements of men on a board

    This file only says what words mean, in terms of boards and pieces. *)
From Coq Require Import List ZArith NArith Bool.
From nqsat Require Import Bounds.
Import ListNotations.
Open Scope Z_scope.

(** A board has rows of cells. A place is a row and a column, from 0; what lies outside is as a wall. *)
Inductive cell := Square | Hole | Wall.
Inductive wrap := Flat | Cylinder | Torus.
Record board := Board { cells : list (list cell); wrapped : wrap }.
Definition place := (Z * Z)%type.
Definition rows (b : board) : nat := length (cells b).
Definition columns (b : board) : nat := length (hd [] (cells b)).
Definition look (b : board) (s : place) : cell :=
  if (0 <=? fst s) && (fst s <? Z.of_nat (rows b)) && (0 <=? snd s) && (snd s <? Z.of_nat (columns b))
  then nth (Z.to_nat (snd s)) (nth (Z.to_nat (fst s)) (cells b) []) Wall else Wall.

(** All squares, row by row. *)
Definition up_to (n : nat) : list Z := map Z.of_nat (seq 0 n).
Definition is_square (b : board) (s : place) : bool := match look b s with Square => true | _ => false end.
Definition squares (b : board) : list place :=
  filter (is_square b) (list_prod (up_to (rows b)) (up_to (columns b))).

(** A ride goes so far one way and so far the other, all eight ways, and may be repeated so often;
    0: without end. A piece is a list of rides. *)
Record ride := Ride { across : Z; along : Z; reach : nat }.
Definition steps (x : ride) : list place := let (m, n, _) := x in
  [(m, n); (m, -n); (-m, n); (-m, -n); (n, m); (n, -m); (-n, m); (-n, -m)].

(** Where so many steps lead. On a cylinder columns come round, on a torus rows do too. *)
Definition after (b : board) (s step : place) (j : nat) : place :=
  let r := fst s + Z.of_nat j * fst step in
  let c := snd s + Z.of_nat j * snd step in
  match wrapped b with
  | Flat => (r, c)
  | Cylinder => (r, c mod Z.of_nat (columns b))
  | Torus => (r mod Z.of_nat (rows b), c mod Z.of_nat (columns b))
  end.

(** From [s] a piece meets [t] after [j] steps: there is no wall up to there, and the ride has not come
    back to where it began. Holes are passed over. *)
Definition meets (b : board) (piece : list ride) (s t : place) (step : place) (j : nat) : Prop :=
  (exists x, In x piece /\ In step (steps x) /\ (reach x = 0 \/ j <= reach x)%nat) /\
  (1 <= j)%nat /\ after b s step j = t /\
  forall i, (1 <= i <= j)%nat -> look b (after b s step i) <> Wall /\ after b s step i <> s.

(** An arrangement says of each square, row by row, of which kind the man is who stands there, if any. *)
Definition arrangement := list (option nat).
Definition place_dec : forall s t : place, {s = t} + {s <> t}.
Proof. repeat decide equality. Defined.
Fixpoint who (ss : list place) (a : arrangement) (s : place) : option nat :=
  match ss, a with
  | t :: ss, x :: a => if place_dec s t then x else who ss a s
  | _, _ => None
  end.

(** Of each kind: how its men move, how many there are, and on which squares none of them may stand. *)
Record kind := Kind { moves : list ride; least : Z; most : Z; never : list place }.

(** Kinds are named by their numbers, from 0. What is measured: the pieces of some kinds, or the squares that
    are neither occupied nor attacked by them (with [blocking]: pieces in between stop riders). *)
Inductive measure := Pieces (kinds : list nat) | Unattacked (kinds : list nat) (blocking : bool).

Inductive rule :=
| NonAttacking (pairs : list (nat * nat)) (blocking : bool)  (* no first of a pair attacks a second *)
| Maximal (pairs : list (nat * nat))  (* none could be added; pairs as above, here both ways *)
| Domination (kinds : list nat) (own : bool) (low high : Z)  (* own: to stand on it is enough *)
| Regions (kinds : list nat) (parts : list (list place)) (low high : Z)  (* so many in each part *)
| Permutation (kinds : list nat) (low high : Z)  (* so many in each row and column that has squares *)
| Amount (what : measure) (low high : Z)
| Degrees (kinds others : list nat) (attacked : bool) (low high : Z)  (* each attacks so many others *)
| Equal (kinds others : list nat)
| Given (k : nat) (s : place)
| Bare (s : place).
Record problem := Problem { on : board; kinds : list kind; rules : list rule }.

Definition the (p : problem) (k : nat) : kind := nth k (kinds p) (Kind [] 0 0 []).

Section Meaning.
  Context (p : problem) (a : arrangement).
  Definition stands (k : nat) (s : place) : Prop := who (squares (on p)) a s = Some k.
  Definition may (k : nat) (s : place) : Prop :=
    (k < length (kinds p))%nat /\ In s (squares (on p)) /\ ~ In s (never (the p k)).
  Definition attacks (k : nat) (s t : place) : Prop := exists step j, meets (on p) (moves (the p k)) s t step j.
  (** As before, and nobody stands in between. *)
  Definition sees (k : nat) (s t : place) : Prop := exists step j, meets (on p) (moves (the p k)) s t step j /\
    forall i l, (1 <= i < j)%nat -> ~ stands l (after (on p) s step i).
  Definition between (low high : Z) (P : place -> Prop) : Prop :=
    exists n, so_many P n /\ low <= Z.of_N n <= high.
  Definition one_of (ks : list nat) (s : place) : Prop := exists k, In k ks /\ stands k s.
  Definition reaches (blocking : bool) (k : nat) (s t : place) : Prop :=
    if blocking then sees k s t else attacks k s t.
  (** The squares that a measure counts. *)
  Definition measured (what : measure) (t : place) : Prop :=
    match what with
    | Pieces ks => one_of ks t
    | Unattacked ks blocking => In t (squares (on p)) /\ (forall k, ~ stands k t) /\
        forall k s, In k ks -> stands k s -> ~ reaches blocking k s t
    end.

  Definition follows (r : rule) : Prop :=
    match r with
    | NonAttacking pairs blocking => forall k l s t, In (k, l) pairs -> stands k s -> stands l t ->
        ~ reaches blocking k s t
    | Maximal pairs => forall k s, may k s -> exists l t, stands l t /\
        (s = t \/ In (k, l) pairs /\ (attacks k s t \/ attacks l t s))
    | Domination ks own low high => forall t, In t (squares (on p)) ->
        between low high (fun s => exists k, In k ks /\ stands k s /\ (own = true /\ s = t \/ attacks k s t))
    | Regions ks parts low high => forall part, In part parts ->
        between low high (fun s => one_of ks s /\ In s part)
    | Permutation ks low high => forall t, In t (squares (on p)) ->
        between low high (fun s => one_of ks s /\ fst s = fst t) /\
        between low high (fun s => one_of ks s /\ snd s = snd t)
    | Amount what low high => between low high (measured what)
    | Degrees ks others attacked low high => forall k s, In k ks -> stands k s ->
        between low high (fun t => exists l, In l others /\ stands l t /\
                                             if attacked then attacks l t s else attacks k s t)
    | Equal ks others => exists n, so_many (one_of ks) n /\ so_many (one_of others) n
    | Given k s => stands k s
    | Bare s => forall k, ~ stands k s
    end.

  (** What is counted. *)
  Definition solution : Prop :=
    length a = length (squares (on p)) /\
    (forall k s, stands k s -> may k s) /\
    (forall k, (k < length (kinds p))%nat ->
       between (least (the p k)) (most (the p k)) (stands k)) /\
    (forall r, In r (rules p) -> follows r).
End Meaning.
