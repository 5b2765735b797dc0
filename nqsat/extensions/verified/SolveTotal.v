(** * The recount of a problem always answers

    [solve] refuses an order of men that does not fit the problem, and only that: [solve_total], at the end, is
    the theorem. Gates, which it puts between the men itself, always fit ([variables_are], [order_fits]). *)
From Coq Require Import List ZArith NArith Bool Lia Permutation.
From nqsat Require Import Bounds Recount Total Problem Facts Solve.
Import ListNotations.
Local Notation Reordered := Permutation.Permutation. (* [Permutation] is a rule *)

Lemma distinct_nodup vs : NoDup vs -> distinct vs = true.
Proof.
  induction 1 as [|x vs X U IH]; simpl; auto. rewrite IH, andb_true_r. apply negb_true_iff, not_true_is_false.
  rewrite member_ok. exact X.
Qed.
Lemma number_most x vs : forall n i, number_of x vs n = Some i -> (n <= i < n + length vs)%nat.
Proof.
  induction vs as [|y vs IH]; intros n i E; simpl in *; [discriminate|].
  destruct (variable_dec x y); [injection E as <-; lia|]. apply IH in E. lia.
Qed.
Lemma ready_most p men x : (ready_after p men x <= length men)%nat.
Proof.
  unfold ready_after. cbv zeta.
  assert (R : forall l, (fold_right (fun z n => match number_of z men 1 with Some i => Nat.max i n | None => n end) O l
    <= length men)%nat).
  { induction l as [|z l IH]; simpl; [lia|]. destruct (number_of z men 1) as [i|] eqn:E; auto.
    apply number_most in E. lia. }
  assert (G : forall (f : variable -> nat) i l, (forall y, f y <= length men)%nat -> (i <= length men)%nat ->
    (fold_right (fun y n => Nat.max (f y) n) i l <= length men)%nat).
  { intros f i l F I. induction l as [|y l IH]; simpl; auto. apply Nat.max_lub; auto. }
  apply (G (fun y => fold_right _ O (fst (inputs p y) ++ snd (inputs p y)))); [intros y|]; apply R.
Qed.

(** Gates are put between men: nothing is lost, nothing comes twice. *)
Lemma put_between {A} (f : nat -> list A) men : forall n,
  Reordered (f n ++ flat_map (fun nx => snd nx :: f (fst nx)) (combine (seq (S n) (length men)) men))
    (men ++ flat_map f (seq n (S (length men)))).
Proof.
  induction men as [|m men IH]; intros n; simpl; [apply Permutation_refl|]. specialize (IH (S n)). simpl in IH.
  eapply Permutation_trans; [symmetry; apply Permutation_middle|]. apply perm_skip.
  eapply Permutation_trans; [apply Permutation_app_head, IH|]. rewrite (app_assoc (f n)), (app_assoc men).
  apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma by_number {A} (gs : list (nat * A)) n : Forall (fun g => (fst g <= n)%nat) gs ->
  Reordered (flat_map (fun i => map snd (filter (fun g => Nat.eqb (fst g) i) gs)) (seq 0 (S n))) (map snd gs).
Proof.
  induction 1 as [|[k x] gs K F IH]; [clear; induction (seq 0 (S n)); simpl; auto|]. cbn [fst] in K.
  cbn [map snd]. eapply Permutation_trans; [|apply perm_skip, IH]. clear IH F.
  set (f := fun i => map snd (filter (fun g => Nat.eqb (fst g) i) ((k, x) :: gs))).
  set (h := fun i => map snd (filter (fun g => Nat.eqb (fst g) i) gs)).
  assert (E : forall i, f i = if Nat.eqb k i then x :: h i else h i).
  { intros i. unfold f, h. cbn [filter fst]. destruct (Nat.eqb k i); reflexivity. }
  clearbody f h. assert (Out : forall l, ~ In k l -> flat_map f l = flat_map h l).
  { intros l L. rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros i I. rewrite E.
    destruct (Nat.eqb_spec k i) as [->|]; auto. contradiction. }
  assert (G : forall l, NoDup l -> In k l -> Reordered (flat_map f l) (x :: flat_map h l)).
  { induction 1 as [|i l I U IH]; intros [].
    - subst i. cbn [flat_map]. rewrite E, Nat.eqb_refl, (Out l I). apply Permutation_refl.
    - cbn [flat_map]. rewrite E. destruct (Nat.eqb_spec k i) as [->|]; [contradiction|].
      eapply Permutation_trans; [apply Permutation_app_head, IH; auto|]. symmetry. apply Permutation_middle. }
  apply G; [apply seq_NoDup|apply in_seq; lia].
Qed.
Lemma variables_are p o : Reordered (variables p o) (map Stands o ++ gates p).
Proof.
  unfold variables. set (gs := map _ (gates p)).
  assert (E : map snd gs = gates p) by (unfold gs; rewrite map_map; apply map_id).
  rewrite <- (map_length Stands o). set (f := fun n => map snd (filter (fun g => Nat.eqb (fst g) n) gs)).
  eapply Permutation_trans; [apply (put_between f)|]. apply Permutation_app_head. rewrite <- E. apply by_number.
  unfold gs. apply Forall_map, Forall_forall. intros x _. apply ready_most.
Qed.

Lemma order_fits p o : NoDup o -> (forall k s, In (k, s) o <-> may p k s) -> fits p (variables p o) = true.
Proof.
  intros U M. assert (P := variables_are p o).
  assert (I : forall x, In x (variables p o) <-> In x (map Stands o) \/ In x (gates p)).
  { intros x. rewrite <- in_app_iff. split; apply Permutation_in; [|symmetry]; exact P. }
  unfold fits. rewrite !andb_true_iff, !forallb_forall. split; [split|].
  - apply distinct_nodup, (Permutation_NoDup (Permutation_sym P)).
    assert (W : NoDup (map Stands o)) by (apply FinFun.Injective_map_NoDup; [intros m n E; congruence|exact U]).
    assert (V : NoDup (gates p)) by apply NoDup_nodup.
    assert (D : forall x, In x (map Stands o) -> ~ In x (gates p)).
    { intros x X G. apply in_map_iff in X as (m & <- & _). apply (gates_are p (Stands m)) in G as [[] _]. }
    clear -W V D. induction W as [|x l X W IH]; simpl; auto. constructor.
    + rewrite in_app_iff. intros [H|H]; [auto|]. apply (D x); simpl; auto.
    + apply IH. intros y Y. apply D. simpl. auto.
  - intros x X. apply I in X as [X|X].
    + apply in_map_iff in X as ([k s] & <- & X). apply mayb_ok, M, X.
    + assert (G := proj1 (gates_are p x X)). destruct x; [destruct G| |]; apply member_ok, X.
  - intros x X. apply member_ok, I. apply in_app_iff in X as [X|X]; auto. left.
    apply in_map_iff in X as ([k s] & <- & X). apply filter_In in X as [_ X]. apply in_map, M, mayb_ok, X.
Qed.

(** If the order has each man who may stand once, and nobody else, [solve] answers with a number. *)
Theorem solve_total : forall p o, NoDup o -> (forall k s, In (k, s) o <-> may p k s) -> exists k, solve p o = Some k.
Proof.
  intros p o U M. unfold solve, solve_by. cbv zeta. rewrite (order_fits p o U M). apply count_total.
  intros b t B X. unfold bounds in B. apply in_map_iff in B as ([[ts low] high] & <- & _). cbn [to_bound terms] in X.
  apply in_flat_map in X as (u & _ & X). unfold numbered in X.
  destruct (number_of (fst u) (variables p o) 0) as [n|] eqn:N; [|destruct X].
  destruct X as [<-|[]]. apply number_most in N. cbn [fst]. lia.
Qed.
