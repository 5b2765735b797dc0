(** * What is counted: assignments that keep bounds

    This file only says what words mean. Who believes it, and Coq, need read none of the proofs. *)
From Coq Require Import List ZArith NArith Bool.
Import ListNotations.
Open Scope Z_scope.

(** Variables are numbered from 0. A bound: low <= the sum of weight * variable <= high. *)
Record bound := Bound { terms : list (nat * Z); low : Z; high : Z }.

(** An assignment lists the values of the variables; one that it does not reach is false. *)
Definition value (a : list bool) (x : nat) : Z := if nth x a false then 1 else 0.
Definition total (a : list bool) (ts : list (nat * Z)) : Z :=
  fold_right (fun t s => snd t * value a (fst t) + s) 0 ts.
Definition keeps (a : list bool) (b : bound) : Prop := low b <= total a (terms b) <= high b.
Definition solves (n : nat) (bs : list bound) (a : list bool) : Prop :=
  length a = n /\ forall b, In b bs -> keeps a b.

(** So many things have a property: all that have it can be listed, each once. *)
Definition so_many {A} (P : A -> Prop) (k : N) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> P x) /\ k = N.of_nat (length l).

Lemma so_many_iff {A} (P Q : A -> Prop) k : (forall x, P x <-> Q x) -> so_many P k -> so_many Q k.
Proof.
  intros E (l & U & I & L). exists l. split; [|split]; auto.
  intros x. rewrite I. apply E.
Qed.
