(** * The lemma of Burnside

    A group acts on things. There are as many classes, times the size of the group, as its members keep
    things together ([burnside]). A sum over members and things is taken both ways. *)
From Coq Require Import List ZArith NArith Bool Lia Permutation.
From nqsat Require Import Bounds Recount Problem Symmetry.
Import ListNotations.
Open Scope N_scope.
Local Notation Reordered := Permutation.Permutation. (* [Permutation] is a rule *)

(** * Sums *)

Lemma sum_in {A} (f g : A -> N) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof.
  induction l as [|x l IH]; intros E; simpl; auto. rewrite (E x), IH; simpl; auto.
  intros y Y. apply E. simpl; auto.
Qed.
Lemma sum_permutation {A} (f : A -> N) l k : Reordered l k -> sum f l = sum f k.
Proof. induction 1; simpl; lia. Qed.
Lemma sum_constant {A} (l : list A) c : sum (fun _ => c) l = N.of_nat (length l) * c.
Proof. induction l as [|x l IH]; cbn [sum fold_right length]; [lia|]. unfold sum in IH. rewrite IH. lia. Qed.
Lemma sum_swap {A B} (f : A -> B -> N) l k :
  sum (fun x => sum (f x) k) l = sum (fun y => sum (fun x => f x y) l) k.
Proof.
  induction l as [|x l IH]; [simpl; rewrite sum_constant; lia|].
  change (sum (f x) k + sum (fun x => sum (f x) k) l = sum (fun y => f x y + sum (fun x => f x y) l) k).
  rewrite IH. apply sum_plus.
Qed.
Lemma sum_one {A} (f : A -> N) l x : NoDup l -> In x l -> (forall y, In y l -> y <> x -> f y = 0) -> sum f l = f x.
Proof.
  induction 1 as [|z l Z U IH]; intros I O; [destruct I|]. simpl. destruct I as [->|I].
  - rewrite (sum_in f (fun _ => 0)), sum_constant; [lia|].
    intros y Y. apply O; simpl; auto. intros ->. contradiction.
  - rewrite (O z); simpl; auto; [|intros ->; contradiction]. apply IH; auto. intros y Y. apply O. simpl; auto.
Qed.

(** * A group that acts *)

Section Burnside.
  Context {A G : Type} (dec : forall x y : A, {x = y} + {x <> y}) (act : G -> A -> A) (gs : list G) (xs : list A).
  (** The things [xs], and a group that acts on them: all products of its members with one are all members. *)
  Context (U : NoDup xs) (into : forall g x, In g gs -> In x xs -> In (act g x) xs).
  Context (unit : exists e, In e gs /\ forall x, In x xs -> act e x = x).
  Context (after : forall h, In h gs -> exists f : G -> G, Reordered (map f gs) gs /\
                   forall g x, In g gs -> In x xs -> act (f g) x = act g (act h x)).
  Definition related (x y : A) : Prop := exists g, In g gs /\ act g x = y.
  Notation is x y := (if dec x y then 1 else 0).

  Lemma related_refl x : In x xs -> related x x.
  Proof. intros X. destruct unit as (e & E & H). exists e; auto. Qed.
  Lemma related_sym x y : In x xs -> related x y -> related y x.
  Proof.
    intros X (h & H & <-). destruct unit as (e & E & N), (after h H) as (f & P & F).
    apply (Permutation_in _ (Permutation_sym P)), in_map_iff in E as (g & <- & I).
    exists g. split; auto. rewrite <- F, N; auto.
  Qed.
  Lemma related_trans x y z : In x xs -> related x y -> related y z -> related x z.
  Proof.
    intros X (h & H & <-) (g & I & <-). destruct (after h H) as (f & P & F). exists (f g).
    split; [apply (Permutation_in _ P), in_map, I|auto].
  Qed.

  Definition relatedb (x y : A) : bool := existsb (fun g => if dec (act g x) y then true else false) gs.
  Lemma relatedb_ok x y : relatedb x y = true <-> related x y.
  Proof.
    unfold relatedb, related. rewrite existsb_exists. split; intros (g & I & H); exists g; (split; [exact I|]);
      destruct (dec (act g x) y); auto; discriminate.
  Qed.

  (** How many lead from one to the other: none, or as many as lead from the other to itself. *)
  Definition leads (x y : A) : N := sum (fun g => is (act g x) y) gs.
  Lemma leads_none x y : ~ related x y -> leads x y = 0.
  Proof.
    intros H. unfold leads. rewrite (sum_in _ (fun _ => 0)), sum_constant; [lia|].
    intros g I. destruct (dec (act g x) y) as [E|]; auto. exfalso. apply H. exists g; auto.
  Qed.
  Lemma leads_some x y : In x xs -> related x y -> leads x y = leads y y.
  Proof.
    intros X (h & H & <-). destruct (after h H) as (f & P & F). unfold leads.
    rewrite <- (sum_permutation _ _ _ P), sum_map. apply sum_in. intros g I. rewrite F; auto.
  Qed.

  Fixpoint first_of_each (l : list A) : list A :=
    match l with
    | [] => []
    | x :: l => let rs := first_of_each l in if existsb (relatedb x) rs then rs else x :: rs
    end.
  Lemma first_in l x : In x (first_of_each l) -> In x l.
  Proof.
    induction l as [|y l IH]; simpl; auto. destruct (existsb _ _); simpl; intuition.
  Qed.
  Lemma first_reached l x : incl l xs -> In x l -> exists y, In y (first_of_each l) /\ related x y.
  Proof.
    induction l as [|z l IH]; intros L I; [destruct I|]. simpl.
    assert (K : incl l xs) by (intros y Y; apply L; simpl; auto).
    destruct (existsb (relatedb z) (first_of_each l)) eqn:E; destruct I as [->|I].
    - apply existsb_exists in E as (y & Y & R). apply relatedb_ok in R. eauto.
    - auto.
    - exists x. split; [simpl; auto|]. apply related_refl, L; simpl; auto.
    - destruct (IH K I) as (y & Y & R). exists y. simpl; auto.
  Qed.
  Lemma first_differ l : incl l xs ->
    forall x y, In x (first_of_each l) -> In y (first_of_each l) -> related x y -> x = y.
  Proof.
    induction l as [|z l IH]; intros L x y; [intros []|]. simpl.
    assert (K : incl l xs) by (intros w W; apply L; simpl; auto).
    destruct (existsb (relatedb z) (first_of_each l)) eqn:E; [apply IH; auto|].
    assert (N : forall w, In w (first_of_each l) -> ~ related z w).
    { intros w W R. apply relatedb_ok in R. revert E. apply eq_true_false_abs, existsb_exists. eauto. }
    intros [<-|X] [<-|Y] R; auto.
    - exfalso. apply (N y); auto.
    - exfalso. apply (N x), related_sym; auto. apply K, first_in, X.
  Qed.
  Lemma first_nodup l : incl l xs -> NoDup l -> NoDup (first_of_each l).
  Proof.
    induction l as [|z l IH]; intros L V; simpl; [constructor|]. inversion V as [|? ? Z V']; subst.
    assert (K : incl l xs) by (intros w W; apply L; simpl; auto).
    destruct (existsb _ _); auto. constructor; auto. intros I. apply Z, first_in, I.
  Qed.

  Definition firsts : list A := first_of_each xs.
  Lemma firsts_classes : so_many_classes (fun x => In x xs) related (N.of_nat (length firsts)).
  Proof.
    split; [exact related_refl|split; [intros x y X _; apply related_sym; auto|split]].
    - intros x y z X _ _. apply related_trans; auto.
    - exists firsts.
      split; [apply first_nodup; auto using incl_refl|split; [apply first_in|split; [|split; [|reflexivity]]]].
      + intros x X. apply first_reached; auto using incl_refl.
      + apply first_differ, incl_refl.
  Qed.

  (** Of each thing: those that lead from the first of its class to it are as many as keep it. *)
  Lemma from_first x : In x xs -> sum (fun r => leads r x) firsts = leads x x.
  Proof.
    intros X. destruct (first_reached xs x (incl_refl _) X) as (r & I & R).
    assert (I' := first_in _ _ I). assert (S := related_sym _ _ X R).
    rewrite (sum_one _ _ r); [apply leads_some; auto| |exact I|].
    - apply first_nodup; auto using incl_refl.
    - intros y Y D. apply leads_none. intros T. apply D.
      apply (first_differ xs (incl_refl _)); auto. apply (related_trans _ x); auto. apply first_in, Y.
  Qed.

  Theorem burnside : N.of_nat (length firsts) * N.of_nat (length gs) = sum (fun g => sum (fun x => is (act g x) x) xs) gs.
  Proof.
    rewrite sum_swap. transitivity (sum (fun x => sum (fun r => leads r x) firsts) xs).
    - rewrite sum_swap, <- sum_constant. symmetry. apply sum_in. intros r R. unfold leads. rewrite sum_swap.
      rewrite (sum_in _ (fun _ => 1)), sum_constant; [lia|]. intros g I.
      rewrite (sum_one _ _ (act g r) U).
      + destruct (dec (act g r) (act g r)); congruence.
      + apply into; auto. apply first_in, R.
      + intros y _ D. destruct (dec (act g r) y); congruence.
    - apply sum_in. intros x X. apply from_first, X.
  Qed.
End Burnside.
