(** * The recount always answers

    [count] says [None] if its table of residuals lacks one. It never does: [count_total], at the end, is
    the theorem, for bounds of variables that there are.

    A residual is _good_ for n variables if it has at most n weights, and one of them is not zero. All
    residuals that [norm] leaves are ([norm_good]), good ones can be put into the table ([insert_good]), what
    is in it stays ([insert_keeps], [grow_keeps]), and [grow] puts all into it that [run] looks up
    ([run_total]). *)
From Coq Require Import List ZArith NArith Bool Lia.
From nqsat Require Import Bounds Recount.
Import ListNotations.
Open Scope Z_scope.

(** * Good residuals *)

Definition some_weight (ws : list Z) : bool := existsb (fun w => negb (w =? 0)) ws.
Definition good (n : nat) (r : row) : Prop :=
  let '(ws, _, _) := r in (length ws <= n)%nat /\ some_weight ws = true.

Lemma good_shift : forall n r, good n r -> good (S n) (shift r).
Proof. intros n [[ws lo] hi] [L W]. simpl. split; [lia|exact W]. Qed.
Lemma good_unit : forall n v, good (S n) (unit_row v).
Proof. intros n v. simpl. split; [lia|reflexivity]. Qed.

Lemma strip_length : forall ws, (length (strip ws) <= length ws)%nat.
Proof.
  induction ws as [|w ws IH]; simpl; auto. destruct (strip ws); simpl in *; [|lia].
  destruct (w =? 0); simpl; lia.
Qed.
Lemma strip_weight : forall ws, strip ws <> [] -> some_weight (strip ws) = true.
Proof.
  unfold some_weight. induction ws as [|w ws IH]; simpl; [congruence|].
  destruct (strip ws) eqn:E.
  - destruct (w =? 0) eqn:W; simpl; [congruence|]. rewrite W. reflexivity.
  - intros _. rewrite <- E in *. cbn [existsb]. rewrite IH, orb_true_r by (rewrite E; congruence). reflexivity.
Qed.
Lemma strip_nil : forall ws, strip ws = [] -> least ws = 0 /\ most ws = 0.
Proof.
  induction ws as [|w ws IH]; simpl; auto. destruct (strip ws) eqn:E; [|congruence].
  destruct (Z.eqb_spec w 0); [|congruence]. destruct (IH eq_refl). lia.
Qed.

Lemma force_good : forall ws D U rest s us, force D U ws = (rest, s, us) ->
  length rest = length ws /\ Forall (good (length ws)) us.
Proof.
  induction ws as [|w ws IH]; intros D U rest s us E; simpl in E.
  - injection E as <- <- <-. auto.
  - destruct (force D U ws) as [[r0 s0] u0] eqn:F. destruct (IH _ _ _ _ _ F) as [L G].
    assert (M : Forall (good (length (w :: ws))) (map shift u0)).
    { apply Forall_map. eapply Forall_impl; [|exact G]. intros r. apply good_shift. }
    destruct (negb (w =? 0) && (D <? Z.abs w)); [|destruct (negb (w =? 0) && (U <? Z.abs w))];
      injection E as <- <- <-; simpl; split; try lia; auto; constructor; auto; apply good_unit.
Qed.

Lemma norm_good : forall fuel n ws lo hi rs, (length ws <= n)%nat ->
  norm fuel ws lo hi = Some rs -> Forall (good n) rs.
Proof.
  assert (Drawn : forall n ws lo hi, (length ws <= n)%nat -> (most ws <? lo) || (hi <? least ws) = false ->
    (lo <=? least ws) && (most ws <=? hi) = false ->
    Forall (good n) [(strip ws, Z.max lo (least ws), Z.min hi (most ws))]).
  { intros n ws lo hi L E1 E2. constructor; [|constructor]. split; [pose proof (strip_length ws); lia|].
    apply strip_weight. intros N. apply strip_nil in N as [N M]. rewrite N, M in *.
    rewrite orb_false_iff, !Z.ltb_ge in E1. rewrite andb_false_iff, !Z.leb_gt in E2. lia. }
  induction fuel as [|fuel IH]; intros n ws lo hi rs L E; cbn [norm] in E; cbv zeta in E;
    destruct ((most ws <? lo) || (hi <? least ws)) eqn:E1; try discriminate;
    (destruct ((lo <=? least ws) && (most ws <=? hi)) eqn:E2; [injection E as <-; constructor|]).
  - injection E as <-. apply Drawn; auto.
  - destruct (force (hi - least ws) (most ws - lo) ws) as [[rest s] us] eqn:F.
    destruct (force_good _ _ _ _ _ _ F) as [K U]. destruct us as [|u us].
    + injection E as <-. apply Drawn; auto.
    + destruct (norm fuel rest (lo - s) (hi - s)) as [more|] eqn:N; [|discriminate]. injection E as <-.
      apply (Forall_app (good n) (u :: us) more). split; [|eapply IH; [|exact N]; lia].
      eapply Forall_impl; [|exact U]. intros [[v ?] ?] [? ?]. split; [lia|auto].
Qed.

Lemma left_good : forall v n r rs, good (S n) r -> left v r = Some rs -> Forall (good n) rs.
Proof.
  intros v n [[[|w ws] lo] hi] rs [L W] E; [discriminate|]. eapply norm_good; [|exact E]. simpl in L. lia.
Qed.

(** * What is in a table *)

Fixpoint held (r : row) (bs : table) : Prop :=
  match bs with
  | [] => False
  | blk :: bs => match r with (Z0 :: ws, lo, hi) => held (ws, lo, hi) bs | _ => In r blk end
  end.
Fixpoint all_good (bs : table) : Prop :=
  match bs with [] => True | blk :: bs' => Forall (good (length bs)) blk /\ all_good bs' end.

Lemma insert_good : forall bs r, good (length bs) r -> all_good bs ->
  exists bs', insert r bs = Some bs' /\ all_good bs' /\ length bs' = length bs /\ held r bs'.
Proof.
  induction bs as [|blk bs IH]; intros [[ws lo] hi] G A.
  - destruct G as [L W]. destruct ws; [discriminate|simpl in L; lia].
  - destruct A as [B A].
    assert (Plain : exists bs', (if in_dec row_eq_dec (ws, lo, hi) blk then Some (blk :: bs)
        else Some ((blk ++ [(ws, lo, hi)]) :: bs)) = Some bs' /\
        all_good bs' /\ length bs' = S (length bs) /\ In (ws, lo, hi) (hd [] bs')).
    { destruct (in_dec row_eq_dec (ws, lo, hi) blk) as [I|I]; eexists; split; try reflexivity; simpl; auto.
      rewrite Forall_app, in_app_iff. simpl. auto 8. }
    destruct ws as [|[|p|p] ws]; cbn [insert];
      try (destruct Plain as (bs' & E & P & L & I); exists bs'; repeat split; auto;
           destruct bs'; [discriminate L|exact I]).
    destruct (IH (ws, lo, hi)) as (bs' & -> & P & L & H); auto.
    { destruct G as [L W]. simpl in *. split; [lia|exact W]. }
    eexists. split; [reflexivity|]. simpl. rewrite L. auto.
Qed.
Lemma insert_keeps : forall bs r bs' q, insert r bs = Some bs' -> held q bs -> held q bs'.
Proof.
  induction bs as [|blk bs IH]; intros r bs' q E H; [discriminate|].
  assert (Plain : (if in_dec row_eq_dec r blk then Some (blk :: bs) else Some ((blk ++ [r]) :: bs)) = Some bs' ->
    held q bs').
  { destruct (in_dec row_eq_dec r blk); intros [= <-]; auto.
    destruct q as [[[|[|p|p] ws] lo] hi]; cbn [held] in *; rewrite ?in_app_iff; auto. }
  destruct r as [[[|[|p|p] ws] lo] hi]; cbn [insert] in E; auto.
  destruct (insert (ws, lo, hi) bs) eqn:F; [|discriminate]. injection E as <-.
  destruct q as [[[|[|p|p] vs] l] h]; cbn [held] in *; auto. eapply IH; eauto.
Qed.

Lemma insert_all_good : forall rs bs, Forall (good (length bs)) rs -> all_good bs ->
  exists bs', insert_all rs bs = Some bs' /\ all_good bs' /\ length bs' = length bs
    /\ (forall r, In r rs -> held r bs') /\ (forall q, held q bs -> held q bs').
Proof.
  induction rs as [|r rs IH]; intros bs G A; cbn [insert_all].
  - exists bs. repeat split; auto. intros r [].
  - inversion G as [|? ? G1 G2]; subst. destruct (insert_good bs r G1 A) as (b1 & E & A1 & L1 & H1).
    rewrite E. destruct (IH b1) as (b2 & -> & A2 & L2 & H2 & K2); [rewrite L1; auto|auto|].
    exists b2. repeat split; auto; [congruence| |].
    + intros q [<-|I]; auto.
    + intros q Q. apply K2. eapply insert_keeps; eauto.
Qed.

Lemma grow_keeps : forall opened blocks q, held q blocks -> held q (grow opened blocks).
Proof.
  induction opened as [|op ops IH]; intros [|blk bs] q H; auto. cbn [grow].
  destruct q as [[[|[|p|p] ws] lo] hi]; cbn [held] in *; auto. apply IH.
  destruct (insert_all _ bs) as [b|] eqn:E; auto.
  revert bs b E H. generalize (flat_map (fun r => some (left false r) ++ some (left true r)) (op ++ blk)).
  induction l as [|r l IHl]; intros bs b E H; cbn [insert_all] in E; [injection E as <-; auto|].
  destruct (insert r bs) eqn:F; [|discriminate]. eapply IHl; eauto. eapply insert_keeps; eauto.
Qed.

Lemma find_total : forall r blk, In r blk -> exists b, find r blk = Some b.
Proof.
  induction blk as [|s blk IH]; intros []; cbn [find]; destruct (row_eq_dec r s); eauto; [congruence|].
  destruct (IH H) as [b ->]. eauto.
Qed.
Lemma lookup_total : forall bs r, held r bs -> exists m, lookup r bs = Some m.
Proof.
  induction bs as [|blk bs IH]; intros [[[|[|p|p] ws] lo] hi] H; cbn [lookup held] in *; try tauto;
    try (destruct (find_total _ _ H) as [b ->]; eauto). destruct (IH _ H) as [m ->]. eauto.
Qed.
Lemma lookup_all_total : forall rs bs, (forall r, In r rs -> held r bs) -> exists m, lookup_all rs bs = Some m.
Proof.
  induction rs as [|r rs IH]; intros bs H; cbn [lookup_all]; eauto.
  destruct (lookup_total bs r) as [m ->]; [apply H; simpl; auto|].
  destruct (IH bs) as [k ->]; [intros; apply H; simpl; auto|]. eauto.
Qed.
Lemma every_total : forall A B (f : A -> option B) l, (forall x, In x l -> exists y, f x = Some y) ->
  exists k, every f l = Some k.
Proof.
  induction l as [|x l IH]; intros H; cbn [every]; eauto.
  destruct (H x) as [y ->]; [simpl; auto|]. destruct IH as [k ->]; [intros; apply H; simpl; auto|]. eauto.
Qed.

(** * The program *)

Lemma run_total : forall number plus (zero : number) opened blocks t,
  length opened = length blocks -> all_good opened -> all_good blocks ->
  exists k, run plus zero opened (grow opened blocks) t = Some k.
Proof.
  induction opened as [|op ops IH]; intros [|blk bs] t L A B; try discriminate; cbn [grow run]; eauto.
  destruct A as [Aop Aops], B as [Bblk Bbs]. cbn [length] in L, Aop, Bblk. injection L as L. rewrite L in Aop.
  assert (G : Forall (good (S (length bs))) (op ++ blk)) by (apply Forall_app; auto).
  destruct (insert_all_good (flat_map (fun r => some (left false r) ++ some (left true r)) (op ++ blk)) bs)
    as (b2 & E & A2 & L2 & H2 & _); auto.
  { apply Forall_flat_map. eapply Forall_impl; [|exact G]. intros r R.
    apply Forall_app; split; [destruct (left false r) eqn:F|destruct (left true r) eqn:F]; simpl; auto;
      eapply left_good; eauto. }
  rewrite E.
  assert (I : forall v r, In r (op ++ blk) -> exists o, image v (grow ops b2) r = Some o).
  { intros v r R. unfold image. destruct (left v r) as [rs|] eqn:F; eauto.
    destruct (lookup_all_total rs (grow ops b2)) as [m ->]; eauto.
    intros q Q. apply grow_keeps, H2, in_flat_map. exists r. split; auto.
    apply in_app_iff. destruct v; [right|left]; rewrite F; auto. }
  assert (J : forall v l, incl l (op ++ blk) -> exists k, every (image v (grow ops b2)) l = Some k).
  { intros v l K. apply every_total. intros x X. apply I, K, X. }
  destruct (J false op) as [a0 ->]; [apply incl_appl, incl_refl|].
  destruct (J false blk) as [b0 ->]; [apply incl_appr, incl_refl|].
  destruct (J true op) as [a1 ->]; [apply incl_appl, incl_refl|].
  destruct (J true blk) as [b1 ->]; [apply incl_appr, incl_refl|].
  apply IH; auto. congruence.
Qed.

Lemma put_length : forall x w ws n, (x < n)%nat -> (length ws <= n)%nat -> (length (put x w ws) <= n)%nat.
Proof.
  induction x; intros w [|v ws] [|n] X L; simpl in *; try lia.
  - apply le_n_S, IHx; simpl; lia.
  - apply le_n_S, IHx; lia.
Qed.

Lemma dense_length : forall ts n, (forall t, In t ts -> (fst t < n)%nat) ->
  (length (fold_right (fun t ws => put (fst t) (snd t) ws) [] ts) <= n)%nat.
Proof.
  induction ts as [|t ts IH]; intros n H; simpl; [lia|].
  apply put_length; [apply H|apply IH; intros u U; apply H]; simpl; auto.
Qed.

(** All variables of these bounds are below n. *)
Definition exist (n : nat) (bs : list bound) : Prop :=
  forall b t, In b bs -> In t (terms b) -> (fst t < n)%nat.

Lemma normed_good : forall n bs rs, exist n bs -> normed bs = Some rs -> Forall (good n) rs.
Proof.
  induction bs as [|b bs IH]; intros rs V E; cbn [normed] in E; [injection E as <-; constructor|].
  destruct (dense b) as [[ws lo] hi] eqn:D.
  destruct (norm 9 (strip ws) lo hi) as [one|] eqn:N; [|discriminate].
  destruct (normed bs) as [more|] eqn:M; [|discriminate]. injection E as <-. apply Forall_app. split.
  - eapply norm_good; [|exact N]. pose proof (strip_length ws). enough (length ws <= n)%nat by lia.
    unfold dense in D. injection D as <- _ _. apply dense_length. intros t. apply V. simpl. auto.
  - apply IH; auto. intros c t C. apply V. simpl. auto.
Qed.

Lemma empty_good : forall n, all_good (repeat [] n).
Proof. induction n; simpl; auto. Qed.

(** [count] always answers, for numbers of any kind. *)
Theorem count_by_total : forall number (plus : number -> number -> number) zero one n bs,
  exist n bs -> exists k, count_by plus zero one n bs = Some k.
Proof.
  intros number plus zero one n bs V. unfold count_by. destruct (normed bs) as [rs|] eqn:N; eauto.
  destruct (insert_all_good rs (repeat [] n)) as (opened & -> & A & L & _ & _).
  - rewrite repeat_length. eapply normed_good; eauto.
  - apply empty_good.
  - rewrite repeat_length in L. rewrite L, Nat.eqb_refl.
    apply run_total; auto using empty_good. rewrite repeat_length. exact L.
Qed.

Theorem count_total : forall n bs, exist n bs -> exists k, count n bs = Some k.
Proof. intros n bs. apply count_by_total. Qed.
