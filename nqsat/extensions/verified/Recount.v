(** * The recount, and the proof that it is right

    [count] decides one variable after the other. What of its decisions matters for the rest is a set of
    _residuals_: bounds on the variables that are left. Decisions that leave the same residuals are one
    state, of which is kept how many ways lead there. In the end no variable is left, and all ways are
    solutions. [count_correct], at the end, is the theorem; above it stand, in order:

    - residuals: what is left of a bound when its first variable is decided ([left], [left_ok]);
    - the table: residuals are numbered once and for all, by the variable at which they begin ([table]);
    - sets of residuals, as bits of each block ([mask]), and what one step does to them ([image]);
    - a layer: states with their ways, as a trie over these bits ([trie]); a step ([move], [run]);
    - the program ([count]).

    Ways are numbers of any kind that can be added: [count] takes those of Coq, [count_by] any others. *)
From Coq Require Import List ZArith NArith Bool Lia FinFun.
From nqsat Require Import Bounds.
Import ListNotations.
Open Scope Z_scope.

(** * Assignments, and bounds that are checked *)

Definition keepsb (a : list bool) (b : bound) : bool :=
  (low b <=? total a (terms b)) && (total a (terms b) <=? high b).
Lemma keepsb_ok : forall a b, keepsb a b = true <-> keeps a b.
Proof. intros. unfold keepsb, keeps. rewrite andb_true_iff, !Z.leb_le. tauto. Qed.

Fixpoint assignments (n : nat) : list (list bool) :=
  match n with
  | O => [[]]
  | S n => map (cons false) (assignments n) ++ map (cons true) (assignments n)
  end.
Lemma assignments_in : forall n a, In a (assignments n) <-> length a = n.
Proof.
  induction n as [|n IH]; intros a; simpl.
  - destruct a; simpl; intuition discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(b & <- & H)|(b & <- & H)]; simpl; f_equal; apply IH; auto.
    + destruct a as [|[] a]; simpl; intros H; try discriminate; injection H as H;
        [right|left]; exists a; split; auto; apply IH; auto.
Qed.
Lemma assignments_nodup : forall n, NoDup (assignments n).
Proof.
  induction n as [|n IH]; simpl; [constructor; [simpl; tauto | constructor]|].
  assert (M : forall b, NoDup (map (cons b) (assignments n))).
  { intros b. apply Injective_map_NoDup; auto. intros x y E. injection E; auto. }
  assert (G : forall l k : list (list bool), NoDup l -> NoDup k -> (forall x, In x l -> ~ In x k) -> NoDup (l ++ k)).
  { induction l as [|x l IHl]; intros k A B C; simpl; auto. inversion A; subst. constructor.
    - rewrite in_app_iff. intros [|]; auto. apply (C x); simpl; auto.
    - apply IHl; auto. intros y Y. apply C. simpl; auto. }
  apply G; auto. intros x. rewrite !in_map_iff. intros (y & <- & _) (z & E & _). discriminate.
Qed.

(** * Residuals: dense weights of the variables that are left, and limits *)

Definition row := (list Z * Z * Z)%type.
Fixpoint eval (ws : list Z) (a : list bool) : Z :=
  match ws with
  | [] => 0
  | w :: ws => (if hd false a then w else 0) + eval ws (tl a)
  end.
Definition sat (a : list bool) (r : row) : bool :=
  let '(ws, lo, hi) := r in (lo <=? eval ws a) && (eval ws a <=? hi).
Definition sats a rs := forallb (sat a) rs.

Fixpoint put (x : nat) (w : Z) (ws : list Z) : list Z :=
  match x, ws with
  | O, [] => [w]
  | O, v :: ws => (v + w) :: ws
  | S x, [] => 0 :: put x w []
  | S x, v :: ws => v :: put x w ws
  end.
Definition dense (b : bound) : row :=
  (fold_right (fun t ws => put (fst t) (snd t) ws) [] (terms b), low b, high b).

Lemma nth_tl : forall x (a : list bool), nth (S x) a false = nth x (tl a) false.
Proof. intros x [|b a]; simpl; auto. destruct x; auto. Qed.

Lemma eval_put : forall x w ws a, eval (put x w ws) a = w * value a x + eval ws a.
Proof.
  unfold value. induction x; intros w [|v ws] a.
  - simpl. destruct a as [|[] a]; simpl; lia.
  - simpl. destruct a as [|[] a]; simpl; lia.
  - cbn [put eval]. rewrite IHx, nth_tl. destruct (hd false a); simpl; lia.
  - cbn [put eval]. rewrite IHx, nth_tl. lia.
Qed.

Lemma dense_ok : forall b a, sat a (dense b) = keepsb a b.
Proof.
  intros [ts lo hi] a. unfold keeps, dense, sat, total; simpl.
  replace (eval (fold_right (fun t ws => put (fst t) (snd t) ws) [] ts) a)
    with (fold_right (fun t s => snd t * value a (fst t) + s) 0 ts); auto.
  induction ts as [|t ts IH]; simpl; auto. rewrite eval_put, IH. reflexivity.
Qed.

Fixpoint least (ws : list Z) : Z := match ws with [] => 0 | w :: ws => Z.min w 0 + least ws end.
Fixpoint most (ws : list Z) : Z := match ws with [] => 0 | w :: ws => Z.max w 0 + most ws end.

Lemma eval_range : forall ws a, least ws <= eval ws a <= most ws.
Proof.
  induction ws as [|w ws IH]; intros a; simpl; [lia|].
  specialize (IH (tl a)). destruct (hd false a); lia.
Qed.

Fixpoint strip (ws : list Z) : list Z :=
  match ws with
  | [] => []
  | w :: ws => match strip ws with [] => if w =? 0 then [] else [w] | l => w :: l end
  end.
Lemma eval_strip : forall ws a, eval (strip ws) a = eval ws a.
Proof.
  induction ws as [|w ws IH]; intros a; simpl; auto. specialize (IH (tl a)).
  destruct (strip ws).
  - destruct (Z.eqb_spec w 0); simpl in *; [subst; destruct (hd false a)|]; lia.
  - cbn [eval] in *. rewrite IH. reflexivity.
Qed.

Definition shift (r : row) : row := let '(ws, lo, hi) := r in (0 :: ws, lo, hi).
Lemma sat_shift : forall a r, sat a (shift r) = sat (tl a) r.
Proof. intros a [[ws lo] hi]. unfold sat, shift. cbn [eval]. destruct (hd false a); reflexivity. Qed.
Lemma sats_shift : forall a rs, sats a (map shift rs) = sats (tl a) rs.
Proof. intros a; induction rs; simpl; auto. rewrite sat_shift, IHrs. reflexivity. Qed.

(** A value that is forced on a variable becomes a residual of its own. *)
Definition unit_row (v : bool) : row := ([1], Z.b2z v, Z.b2z v).
Lemma sat_unit : forall a v, sat a (unit_row v) = Bool.eqb (hd false a) v.
Proof. intros [|[] a] []; reflexivity. Qed.

Fixpoint force (D U : Z) (ws : list Z) : list Z * Z * list row :=
  match ws with
  | [] => ([], 0, [])
  | w :: ws =>
      let '(rest, s, us) := force D U ws in
      if negb (w =? 0) && (D <? Z.abs w)
      then (0 :: rest, Z.min w 0 + s, unit_row (w <? 0) :: map shift us)
      else if negb (w =? 0) && (U <? Z.abs w)
      then (0 :: rest, Z.max w 0 + s, unit_row (0 <? w) :: map shift us)
      else (w :: rest, s, map shift us)
  end.

Lemma force_holds : forall ws D U a rest s us, force D U ws = (rest, s, us) ->
  eval ws a - least ws <= D -> most ws - eval ws a <= U -> sats a us = true.
Proof.
  induction ws as [|w ws IH]; intros D U a rest s us E HD HU; simpl in E.
  - injection E as <- <- <-. reflexivity.
  - destruct (force D U ws) as [[r0 s0] u0] eqn:F.
    assert (R := eval_range ws (tl a)). cbn [eval least most] in HD, HU.
    assert (T : sats (tl a) u0 = true).
    { eapply IH; eauto; destruct (hd false a); lia. }
    assert (T' : sats a (map shift u0) = true) by (rewrite sats_shift; exact T).
    destruct (Z.eqb_spec w 0); cbn [negb andb] in E.
    + injection E as <- <- <-. exact T'.
    + destruct (Z.ltb_spec D (Z.abs w)).
      * injection E as <- <- <-. cbn [sats forallb]. fold (sats a (map shift u0)).
        rewrite T', sat_unit. destruct (Z.ltb_spec w 0), (hd false a); simpl; auto; lia.
      * destruct (Z.ltb_spec U (Z.abs w)).
        -- injection E as <- <- <-. cbn [sats forallb]. fold (sats a (map shift u0)).
           rewrite T', sat_unit. destruct (Z.ltb_spec 0 w), (hd false a); simpl; auto; lia.
        -- injection E as <- <- <-. exact T'.
Qed.

Lemma force_eval : forall ws D U a rest s us, force D U ws = (rest, s, us) ->
  sats a us = true -> eval ws a = eval rest a + s.
Proof.
  induction ws as [|w ws IH]; intros D U a rest s us E H; simpl in E.
  - injection E as <- <- <-. reflexivity.
  - destruct (force D U ws) as [[r0 s0] u0] eqn:F.
    destruct (Z.eqb_spec w 0); cbn [negb andb] in E.
    + injection E as <- <- <-. rewrite sats_shift in H. cbn [eval].
      rewrite (IH _ _ _ _ _ _ F H). lia.
    + destruct (Z.ltb_spec D (Z.abs w)); [|destruct (Z.ltb_spec U (Z.abs w))];
        injection E as <- <- <-; cbn [eval].
      * cbn [sats forallb] in H. fold (sats a (map shift u0)) in H.
        apply andb_prop in H as [Hu Hs]. rewrite sats_shift in Hs.
        rewrite sat_unit in Hu. apply eqb_prop in Hu. rewrite Hu, (IH _ _ _ _ _ _ F Hs).
        destruct (Z.ltb_spec w 0); lia.
      * cbn [sats forallb] in H. fold (sats a (map shift u0)) in H.
        apply andb_prop in H as [Hu Hs]. rewrite sats_shift in Hs.
        rewrite sat_unit in Hu. apply eqb_prop in Hu. rewrite Hu, (IH _ _ _ _ _ _ F Hs).
        destruct (Z.ltb_spec 0 w); lia.
      * rewrite sats_shift in H. rewrite (IH _ _ _ _ _ _ F H). lia.
Qed.

(** [None]: nothing keeps it; [Some []]: everything does. *)
Fixpoint norm (fuel : nat) (ws : list Z) (lo hi : Z) : option (list row) :=
  let l := least ws in
  let m := most ws in
  if (m <? lo) || (hi <? l) then None
  else if (lo <=? l) && (m <=? hi) then Some []
  else
    let drawn := Some [(strip ws, Z.max lo l, Z.min hi m)] in
    match fuel with
    | O => drawn
    | S fuel =>
        let '(rest, s, us) := force (hi - l) (m - lo) ws in
        match us with
        | [] => drawn
        | _ => match norm fuel rest (lo - s) (hi - s) with
               | None => None
               | Some rs => Some (us ++ rs)
               end
        end
    end.

Definition kept (a : list bool) (o : option (list row)) : bool :=
  match o with None => false | Some rs => sats a rs end.

Lemma drawn_ok : forall ws lo hi a,
  sats a [(strip ws, Z.max lo (least ws), Z.min hi (most ws))] = sat a (ws, lo, hi).
Proof.
  intros. assert (R := eval_range ws a). simpl. rewrite eval_strip, andb_true_r.
  apply eq_true_iff_eq. rewrite !andb_true_iff, !Z.leb_le. lia.
Qed.

Lemma norm_ok : forall fuel ws lo hi a, kept a (norm fuel ws lo hi) = sat a (ws, lo, hi).
Proof.
  induction fuel as [|fuel IH]; intros ws lo hi a; assert (R := eval_range ws a);
    cbn [norm]; cbv zeta.
  - destruct ((most ws <? lo) || (hi <? least ws)) eqn:E1.
    { simpl. symmetry. apply not_true_is_false. rewrite andb_true_iff, !Z.leb_le.
      apply orb_true_iff in E1. rewrite !Z.ltb_lt in E1. lia. }
    destruct ((lo <=? least ws) && (most ws <=? hi)) eqn:E2.
    { simpl. symmetry. rewrite andb_true_iff, !Z.leb_le in *. lia. }
    apply drawn_ok.
  - destruct ((most ws <? lo) || (hi <? least ws)) eqn:E1.
    { simpl. symmetry. apply not_true_is_false. rewrite andb_true_iff, !Z.leb_le.
      apply orb_true_iff in E1. rewrite !Z.ltb_lt in E1. lia. }
    destruct ((lo <=? least ws) && (most ws <=? hi)) eqn:E2.
    { simpl. symmetry. rewrite andb_true_iff, !Z.leb_le in *. lia. }
    destruct (force (hi - least ws) (most ws - lo) ws) as [[rest s] us] eqn:F.
    destruct us as [|u us]; [apply drawn_ok|].
    assert (K : kept a (match norm fuel rest (lo - s) (hi - s) with
                        | None => None | Some rs => Some ((u :: us) ++ rs) end)
                = sats a (u :: us) && sat a (rest, lo - s, hi - s)).
    { rewrite <- IH. destruct (norm fuel rest (lo - s) (hi - s)); cbn [kept].
      - unfold sats. apply forallb_app.
      - rewrite andb_false_r. reflexivity. }
    rewrite K. clear K.
    destruct (sats a (u :: us)) eqn:S.
    + cbn [andb sat]. assert (V := force_eval _ _ _ _ _ _ _ F S).
      apply eq_true_iff_eq. rewrite !andb_true_iff, !Z.leb_le. lia.
    + cbn [andb]. symmetry. apply not_true_is_false. intros H. cbn [sat] in H.
      rewrite andb_true_iff, !Z.leb_le in H.
      assert (T : sats a (u :: us) = true).
      { eapply force_holds; [exact F| |]; lia. }
      congruence.
Qed.

Definition left (v : bool) (r : row) : option (list row) :=
  match r with
  | ([], lo, hi) => norm 9 [] lo hi
  | (w :: ws, lo, hi) => let d := if v then w else 0 in norm 9 ws (lo - d) (hi - d)
  end.
Lemma left_ok : forall v r a, kept a (left v r) = sat (v :: a) r.
Proof.
  intros v [[[|w ws] lo] hi] a; unfold left; rewrite norm_ok; cbn [sat]; auto.
  cbn [eval hd tl]. apply eq_true_iff_eq. rewrite !andb_true_iff, !Z.leb_le. lia.
Qed.

(** * The table of residuals: a block for each variable, of those that begin there *)

Definition table := list (list row).
Fixpoint flat (bs : table) : list row :=
  match bs with [] => [] | blk :: bs => blk ++ map shift (flat bs) end.

Definition row_eq_dec : forall r s : row, {r = s} + {r <> s}.
Proof. repeat decide equality. Defined.

Fixpoint insert (r : row) (bs : table) : option table :=
  match bs with
  | [] => None
  | blk :: bs' =>
      match r with
      | (Z0 :: ws, lo, hi) =>
          match insert (ws, lo, hi) bs' with Some bs' => Some (blk :: bs') | None => None end
      | _ => if in_dec row_eq_dec r blk then Some bs else Some ((blk ++ [r]) :: bs')
      end
  end.

Lemma sats_app : forall a rs ss, sats a (rs ++ ss) = sats a rs && sats a ss.
Proof. intros. apply forallb_app. Qed.
Lemma sats_in : forall a r rs, In r rs -> sats a rs = sat a r && sats a rs.
Proof.
  intros a r rs H. destruct (sats a rs) eqn:E; [|rewrite andb_false_r; auto].
  rewrite andb_true_r. symmetry. eapply forallb_forall; eauto.
Qed.

Lemma insert_ok : forall bs r bs' a, insert r bs = Some bs' ->
  sats a (flat bs') = sat a r && sats a (flat bs).
Proof.
  induction bs as [|blk bs IH]; intros r bs' a E; [discriminate|].
  assert (Plain : (if in_dec row_eq_dec r blk then Some (blk :: bs) else Some ((blk ++ [r]) :: bs))
                  = Some bs' -> sats a (flat bs') = sat a r && sats a (flat (blk :: bs))).
  { intros P. destruct (in_dec row_eq_dec r blk) as [I|I]; injection P as <-; cbn [flat]; rewrite !sats_app.
    - rewrite (sats_in a r blk I) at 1. rewrite andb_assoc. reflexivity.
    - cbn [sats forallb]. rewrite andb_true_r, andb_assoc, (andb_comm (sats a blk)). reflexivity. }
  destruct r as [[[|[|p|p] ws] lo] hi]; cbn [insert] in E; auto.
  destruct (insert (ws, lo, hi) bs) as [t|] eqn:F; [|discriminate]. injection E as <-.
  cbn [flat]. rewrite !sats_app, !sats_shift, (IH _ _ _ F).
  change ((0 :: ws, lo, hi)) with (shift (ws, lo, hi)). rewrite sat_shift.
  destruct (sats a blk), (sat (tl a) (ws, lo, hi)); reflexivity.
Qed.

Fixpoint insert_all (rs : list row) (bs : table) : option table :=
  match rs with
  | [] => Some bs
  | r :: rs => match insert r bs with Some bs => insert_all rs bs | None => None end
  end.
Lemma insert_all_ok : forall rs bs bs' a, insert_all rs bs = Some bs' ->
  sats a (flat bs') = sats a rs && sats a (flat bs).
Proof.
  induction rs as [|r rs IH]; intros bs bs' a E; simpl in E.
  - injection E as <-. reflexivity.
  - destruct (insert r bs) eqn:F; [|discriminate].
    rewrite (IH _ _ _ E), (insert_ok _ _ _ _ F). simpl.
    fold (sats a rs). destruct (sat a r), (sats a rs); reflexivity.
Qed.

(** All residuals that may arise. What was missing would be found missing below; [Total.v] proves that nothing
    is. *)
Definition some {A} (o : option (list A)) : list A := match o with Some l => l | None => [] end.
Fixpoint grow (opened blocks : table) : table :=
  match opened, blocks with
  | op :: ops, blk :: bs =>
      let new := flat_map (fun r => some (left false r) ++ some (left true r)) (op ++ blk) in
      blk :: grow ops (match insert_all new bs with Some bs => bs | None => bs end)
  | _, _ => blocks
  end.

(** * Sets of residuals: of each block the bits of those that are in it *)

Definition mask := list (list bool).

(** Whether all residuals of a set hold, where [c] says of each of a block, and [cs] of each of all, if it
    holds. What they do not reach holds. *)
Fixpoint marks (c b : list bool) : bool :=
  match b with [] => true | x :: b => (if x then hd true c else true) && marks (tl c) b end.
Fixpoint holds (cs : list (list bool)) (m : mask) : bool :=
  match m with [] => true | b :: m => marks (hd [] cs) b && holds (tl cs) m end.
Fixpoint truth (a : list bool) (bs : table) : list (list bool) :=
  match bs with [] => [] | blk :: bs => map (sat a) blk :: truth (tl a) bs end.

(** Two lists together, place by place, up to the end of the longer one. *)
Fixpoint zip {A} (f : A -> A -> A) (l k : list A) : list A :=
  match l, k with [], _ => k | _, [] => l | x :: l, y :: k => f x y :: zip f l k end.
Definition both : mask -> mask -> mask := zip (zip orb).
Lemma marks_both : forall b d c, marks c (zip orb b d) = marks c b && marks c d.
Proof.
  induction b as [|x b IH]; intros d c; [reflexivity|].
  destruct d as [|y d]; [rewrite andb_comm; reflexivity|]. cbn [zip marks]. rewrite IH.
  destruct x, y, (hd true c), (marks (tl c) b); reflexivity.
Qed.
Lemma holds_both : forall m k cs, holds cs (both m k) = holds cs m && holds cs k.
Proof.
  unfold both. induction m as [|b m IH]; intros k cs; [reflexivity|].
  destruct k as [|d k]; [rewrite andb_comm; reflexivity|]. cbn [zip holds]. rewrite IH, marks_both.
  destruct (marks (hd [] cs) b), (marks (hd [] cs) d), (holds (tl cs) m); reflexivity.
Qed.

Fixpoint find (r : row) (blk : list row) : option (list bool) :=
  match blk with
  | [] => None
  | s :: blk => if row_eq_dec r s then Some [true]
                else match find r blk with Some b => Some (false :: b) | None => None end
  end.
Lemma find_ok : forall blk r b a, find r blk = Some b -> marks (map (sat a) blk) b = sat a r.
Proof.
  induction blk as [|s blk IH]; intros r b a E; simpl in E; [discriminate|].
  destruct (row_eq_dec r s); [subst; injection E as <-; apply andb_true_r|].
  destruct (find r blk) eqn:F; [|discriminate]. injection E as <-. simpl. apply IH; auto.
Qed.

Fixpoint lookup (r : row) (bs : table) : option mask :=
  match bs with
  | [] => None
  | blk :: bs =>
      match r with
      | (Z0 :: ws, lo, hi) =>
          match lookup (ws, lo, hi) bs with Some m => Some ([] :: m) | None => None end
      | _ => match find r blk with Some b => Some [b] | None => None end
      end
  end.
Lemma lookup_ok : forall bs r m a, lookup r bs = Some m -> holds (truth a bs) m = sat a r.
Proof.
  induction bs as [|blk bs IH]; intros r m a E; [discriminate|].
  assert (Found : match find r blk with Some b => Some [b] | None => None end = Some m ->
                  holds (truth a (blk :: bs)) m = sat a r).
  { destruct (find r blk) eqn:F; [|discriminate]. intros [= <-]. cbn [truth holds hd].
    rewrite andb_true_r. apply find_ok, F. }
  destruct r as [[[|[|p|p] ws] lo] hi]; cbn [lookup] in E; auto.
  destruct (lookup (ws, lo, hi) bs) eqn:F; [|discriminate]. injection E as <-.
  cbn [truth holds marks tl andb]. rewrite (IH _ _ _ F).
  change ((0 :: ws, lo, hi)) with (shift (ws, lo, hi)). symmetry. apply sat_shift.
Qed.

Fixpoint lookup_all (rs : list row) (bs : table) : option mask :=
  match rs with
  | [] => Some []
  | r :: rs =>
      match lookup r bs, lookup_all rs bs with
      | Some m, Some k => Some (both m k)
      | _, _ => None
      end
  end.
Lemma lookup_all_ok : forall rs bs m a, lookup_all rs bs = Some m -> holds (truth a bs) m = sats a rs.
Proof.
  induction rs as [|r rs IH]; intros bs m a E; simpl in E.
  - injection E as <-. reflexivity.
  - destruct (lookup r bs) eqn:F, (lookup_all rs bs) eqn:G; try discriminate.
    injection E as <-. rewrite holds_both, (lookup_ok _ _ _ _ F), (IH _ _ _ G). reflexivity.
Qed.

(** The residuals that come in place of one: [Some None] if no solution follows. *)
Definition image (v : bool) (bs : table) (r : row) : option (option mask) :=
  match left v r with
  | None => Some None
  | Some rs => match lookup_all rs bs with Some m => Some (Some m) | None => None end
  end.
Definition holds' cs (o : option mask) := match o with None => false | Some m => holds cs m end.
Lemma image_ok : forall v bs r o a, image v bs r = Some o ->
  holds' (truth a bs) o = sat (v :: a) r.
Proof.
  unfold image. intros v bs r o a E. rewrite <- left_ok.
  destruct (left v r) as [rs|]; [|injection E as <-; reflexivity].
  destruct (lookup_all rs bs) eqn:F; [|discriminate]. injection E as <-.
  simpl. apply lookup_all_ok; auto.
Qed.

Fixpoint every {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x, every f l with Some y, Some k => Some (y :: k) | _, _ => None end
  end.
Lemma every_image : forall v bs a rs os, every (image v bs) rs = Some os ->
  map (holds' (truth a bs)) os = map (sat (v :: a)) rs.
Proof.
  induction rs as [|r rs IH]; intros os E; simpl in E; [injection E as <-; reflexivity|].
  destruct (image v bs r) eqn:F, (every (image v bs) rs) eqn:G; try discriminate.
  injection E as <-. simpl. rewrite (image_ok _ _ _ _ _ F), (IH _ eq_refl). reflexivity.
Qed.
Definition join (o k : option mask) : option mask :=
  match o, k with Some m, Some n => Some (both m n) | _, _ => None end.
Lemma join_ok : forall cs o k, holds' cs (join o k) = holds' cs o && holds' cs k.
Proof.
  intros cs [m|] [k|]; simpl; auto; [apply holds_both | rewrite andb_false_r; auto].
Qed.
Definition joined (os : list (option mask)) := fold_right join (Some []) os.
Lemma joined_ok : forall cs os, holds' cs (joined os) = forallb (fun x => x) (map (holds' cs) os).
Proof. induction os; simpl; auto. rewrite join_ok, IHos. reflexivity. Qed.

(** * A layer: how often each state is met, as a trie over the bits of its residuals

    A branch forks at each bit of a block up to the last that is in the set, goes on to the next block, and
    ends after the last residual of all. So blocks of hundreds of residuals, of which a state has one or
    none, as those of a number of men are, cost next to nothing where they are not met. *)

Open Scope N_scope.

(** How often is said by numbers of any kind that can be added: [size] is what they mean. *)
Section Numbers.
Context {number : Type} (plus : number -> number -> number) (size : number -> N).
Context (plus_ok : forall x y, size (plus x y) = size x + size y).

Inductive trie := Empty | Ends (n : number) | Next (t : trie) | Fork (no yes : trie).

(** How many partial assignments are in states all of whose residuals hold: by [c] those of the rest of
    this block, by [cs] those of the following blocks. *)
Fixpoint ways (c : list bool) (cs : list (list bool)) (t : trie) : N :=
  match t with
  | Empty => 0
  | Ends n => size n
  | Next t => ways (hd [] cs) (tl cs) t
  | Fork l r => ways (tl c) cs l + (if hd true c then ways (tl c) cs r else 0)
  end.
Definition met (cs : list (list bool)) (t : trie) : N := ways (hd [] cs) (tl cs) t.

Fixpoint add (n : number) (t : trie) : trie :=
  match t with
  | Empty => Ends n
  | Ends k => Ends (plus n k)
  | Next t => Next (add n t)
  | Fork l r => Fork (add n l) r
  end.
Lemma ways_add : forall t n c cs, ways c cs (add n t) = size n + ways c cs t.
Proof. induction t; intros; simpl; rewrite ?plus_ok, ?IHt, ?IHt1; lia. Qed.

(** [t] stands in the next block, [f] merges with it. *)
Fixpoint ahead (f : trie -> trie) (t u : trie) : trie :=
  match u with
  | Empty => Next t
  | Ends n => Next (add n t)
  | Next u => Next (f u)
  | Fork l r => Fork (ahead f t l) r
  end.
Fixpoint merge (t u : trie) : trie :=
  match t, u with
  | Empty, _ => u
  | _, Empty => t
  | Ends n, _ => add n u
  | _, Ends n => add n t
  | Fork l r, Fork k s => Fork (merge l k) (merge r s)
  | Fork l r, Next _ => Fork (merge l u) r
  | Next t, _ => ahead (merge t) t u
  end.
Lemma ways_ahead : forall f t, (forall u c cs, ways c cs (f u) = ways c cs t + ways c cs u) ->
  forall u c cs, ways c cs (ahead f t u) = ways c cs (Next t) + ways c cs u.
Proof. intros f t F. induction u; intros; cbn [ahead ways]; rewrite ?ways_add, ?F, ?IHu1; cbn [ways]; lia. Qed.
Lemma ways_merge : forall t u c cs, ways c cs (merge t u) = ways c cs t + ways c cs u.
Proof.
  induction t as [|n|t IH|l IHl r IHr]; intros u c cs; cbn [merge]; auto.
  - destruct u; rewrite ?ways_add; cbn [ways]; lia.
  - destruct u; rewrite ?ways_add, ?(ways_ahead _ _ IH); cbn [ways]; lia.
  - destruct u; rewrite ?ways_add; cbn [ways]; rewrite ?IHl, ?IHr; cbn [ways];
      try destruct (hd true c); lia.
Qed.

(** With all residuals of a set added: [f] does so in the following blocks. *)
Fixpoint beyond (f : trie -> trie) (t : trie) : trie :=
  match t with
  | Empty => Empty
  | Ends _ => Next (f t)
  | Next t => Next (f t)
  | Fork l r => Fork (beyond f l) (beyond f r)
  end.
Fixpoint bits (b : list bool) (f : trie -> trie) (t : trie) : trie :=
  match b with
  | [] => f t
  | x :: b =>
      match t with
      | Empty => Empty
      | Fork l r => if x then Fork Empty (bits b f (merge l r)) else Fork (bits b f l) (bits b f r)
      | _ => if x then Fork Empty (bits b f t) else Fork (bits b f t) Empty
      end
  end.
Fixpoint with_ (m : mask) : trie -> trie :=
  match m with
  | [] => fun t => t
  | b :: m => bits b (match m with [] => fun t => t | _ => beyond (with_ m) end)
  end.

Lemma nil_if : forall x : bool, (if x then 0 else 0) = 0.
Proof. intros []; reflexivity. Qed.
Lemma ways_beyond : forall f (p : list (list bool) -> bool), (forall t cs, met cs (f t) = if p cs then met cs t else 0) ->
  forall t c cs, ways c cs (beyond f t) = if p cs then ways c cs t else 0.
Proof.
  unfold met. intros f p F. induction t; intros; cbn [beyond ways]; rewrite ?nil_if, ?F, ?IHt1, ?IHt2; auto.
  destruct (p cs), (hd true c); reflexivity.
Qed.
Lemma ways_bits : forall f (p : list (list bool) -> bool), (forall t c cs, ways c cs (f t) = if p cs then ways c cs t else 0) ->
  forall b t c cs, ways c cs (bits b f t) = if marks c b && p cs then ways c cs t else 0.
Proof.
  intros f p F. induction b as [|x b IH]; intros t c cs; [apply F|].
  destruct t, x; cbn [bits marks ways]; rewrite ?nil_if, ?IH, ?ways_merge; cbn [ways]; auto;
    destruct (hd true c); cbn [andb]; try destruct (marks (tl c) b && p cs); cbn [ways]; lia.
Qed.
Lemma ways_with : forall m t cs, met cs (with_ m t) = if holds cs m then met cs t else 0.
Proof.
  induction m as [|b m IH]; intros t cs; [reflexivity|]. cbn [with_ holds]. unfold met.
  apply (ways_bits _ (fun cs => holds cs m)). intros u c ds. destruct m as [|d m]; [reflexivity|].
  apply (ways_beyond _ (fun cs => holds cs (d :: m))), IH.
Qed.

(** After the first block, where each residual has become a set, or cannot hold any more. *)
Fixpoint advance (os : list (option mask)) (t : trie) : trie :=
  match t with
  | Empty => Empty
  | Ends _ => t
  | Next t => t
  | Fork l r =>
      merge (advance (tl os) l)
        (match hd (Some []) os with None => Empty | Some m => with_ m (advance (tl os) r) end)
  end.
Lemma ways_advance : forall t os cs, met cs (advance os t) = ways (map (holds' cs) os) cs t.
Proof.
  induction t as [|n|t _|l IHl r IHr]; intros os cs; auto. cbn [advance ways]. unfold met in *.
  rewrite ways_merge, IHl. clear IHl. f_equal; [destruct os; reflexivity|].
  replace (hd true (map (holds' cs) os)) with (holds' cs (hd (Some []) os)) by (destruct os; reflexivity).
  replace (tl (map (holds' cs) os)) with (map (holds' cs) (tl os)) by (destruct os; reflexivity).
  destruct (hd (Some []) os) as [m|]; [|reflexivity]. rewrite <- IHr. apply ways_with.
Qed.

Definition move (begun always : list (option mask)) (t : trie) : trie :=
  match joined always with None => Empty | Some m => with_ m (advance begun t) end.
Lemma ways_move : forall begun always t cs, met cs (move begun always t) =
  if forallb (fun x => x) (map (holds' cs) always) then ways (map (holds' cs) begun) cs t else 0.
Proof.
  intros. rewrite <- joined_ok, <- ways_advance. unfold move. destruct (joined always); [|reflexivity].
  apply ways_with.
Qed.

(** All ways together. *)
Fixpoint all (zero : number) (t : trie) : number :=
  match t with
  | Empty => zero
  | Ends n => n
  | Next t => all zero t
  | Fork l r => plus (all zero l) (all zero r)
  end.
Lemma all_ok : forall zero, size zero = 0 -> forall t, size (all zero t) = met [] t.
Proof.
  intros zero E. unfold met. induction t; cbn [all ways hd tl]; auto. rewrite plus_ok, IHt1, IHt2. reflexivity.
Qed.

Fixpoint run (zero : number) (opened blocks : table) (t : trie) : option number :=
  match opened, blocks with
  | [], [] => Some (all zero t)
  | op :: ops, blk :: bs =>
      match every (image false bs) op, every (image false bs) blk,
            every (image true bs) op, every (image true bs) blk with
      | Some a0, Some b0, Some a1, Some b1 => run zero ops bs (merge (move b0 a0 t) (move b1 a1 t))
      | _, _, _, _ => None
      end
  | _, _ => None
  end.

Definition sum {A} (f : A -> N) (l : list A) : N := fold_right (fun x s => f x + s) 0 l.
Lemma sum_app {A} (f : A -> N) l k : sum f (l ++ k) = sum f l + sum f k.
Proof. induction l; simpl; lia. Qed.
Lemma sum_map {A B} (g : A -> B) (f : B -> N) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. induction l; simpl; lia. Qed.
Lemma sum_ext {A} (f g : A -> N) l : (forall x, f x = g x) -> sum f l = sum g l.
Proof. intros H. induction l; simpl; auto. rewrite H. lia. Qed.
Lemma sum_plus {A} (f g : A -> N) l : sum f l + sum g l = sum (fun x => f x + g x) l.
Proof. induction l; simpl; lia. Qed.

Lemma forallb_id : forall {A} (p : A -> bool) l, forallb (fun x => x) (map p l) = forallb p l.
Proof. induction l; simpl; auto. rewrite IHl. reflexivity. Qed.

(** What is counted from a layer on. *)
Definition here (opened blocks : table) (t : trie) (a : list bool) : N :=
  if sats a (flat opened) then met (truth a blocks) t else 0.

Lemma here_move : forall v a op ops blk bs t b0 a0,
  every (image v bs) op = Some a0 -> every (image v bs) blk = Some b0 ->
  here (op :: ops) (blk :: bs) t (v :: a) =
  if sats a (flat ops) then met (truth a bs) (move b0 a0 t) else 0.
Proof.
  intros v a op ops blk bs t b0 a0 E F. unfold here. cbn [flat].
  rewrite sats_app, sats_shift, ways_move, (every_image _ _ a _ _ E), (every_image _ _ a _ _ F), forallb_id.
  fold (sats (v :: a) op). cbn [tl]. unfold met. cbn [truth hd tl].
  destruct (sats (v :: a) op), (sats a (flat ops)); reflexivity.
Qed.

Theorem run_correct : forall zero, size zero = 0 -> forall opened blocks t k,
  run zero opened blocks t = Some k -> size k = sum (here opened blocks t) (assignments (length opened)).
Proof.
  intros zero Z0. induction opened as [|op ops IH]; intros [|blk bs] t k E; simpl in E; try discriminate.
  - injection E as <-. rewrite (all_ok zero Z0). simpl. unfold here. simpl. lia.
  - destruct (every (image false bs) op) as [a0|] eqn:A0; [|discriminate].
    destruct (every (image false bs) blk) as [b0|] eqn:B0; [|discriminate].
    destruct (every (image true bs) op) as [a1|] eqn:A1; [|discriminate].
    destruct (every (image true bs) blk) as [b1|] eqn:B1; [|discriminate].
    rewrite (IH _ _ _ E). cbn [length assignments].
    rewrite sum_app, !sum_map, sum_plus. apply sum_ext. intros a.
    rewrite (here_move _ _ _ _ _ _ _ _ _ A0 B0), (here_move _ _ _ _ _ _ _ _ _ A1 B1).
    unfold here, met. rewrite ways_merge. destruct (sats a (flat ops)); reflexivity.
Qed.
End Numbers.

(** * The program *)

Fixpoint normed (bs : list bound) : option (list row) :=
  match bs with
  | [] => Some []
  | b :: bs =>
      let '(ws, lo, hi) := dense b in
      match norm 9 (strip ws) lo hi, normed bs with
      | Some rs, Some ss => Some (rs ++ ss)
      | _, _ => None
      end
  end.
Lemma normed_ok : forall bs a, kept a (normed bs) = forallb (keepsb a) bs.
Proof.
  induction bs as [|b bs IH]; intros a; auto. cbn [normed forallb].
  rewrite <- IH, <- dense_ok. destruct (dense b) as [[ws lo] hi].
  assert (S : sat a (ws, lo, hi) = sat a (strip ws, lo, hi)) by (cbn [sat]; rewrite eval_strip; auto).
  rewrite S, <- (norm_ok 9 (strip ws) lo hi a).
  destruct (norm 9 (strip ws) lo hi), (normed bs); cbn [kept]; rewrite ?andb_false_r; auto.
  apply sats_app.
Qed.

(** [None] only if a bound is of a variable that there is not: see [Total.v]. *)
Definition count_by {number} (plus : number -> number -> number) (zero one : number)
    (n : nat) (bs : list bound) : option number :=
  match normed bs with
  | None => Some zero
  | Some rs =>
      match insert_all rs (repeat [] n) with
      | None => None
      | Some opened =>
          if Nat.eqb (length opened) n
          then run plus zero opened (grow opened (repeat [] n)) (Ends one) else None
      end
  end.
Definition count : nat -> list bound -> option N := count_by N.add 0 1.

Lemma flat_empty : forall n, flat (repeat [] n) = [].
Proof. induction n; simpl; auto. rewrite IHn. reflexivity. Qed.
Lemma sum_filter {A} (p : A -> bool) l : sum (fun x => if p x then 1 else 0) l = N.of_nat (length (filter p l)).
Proof. induction l; simpl; auto. rewrite IHl. destruct (p a); simpl length; lia. Qed.

(** * The theorem *)

(** Whatever numbers are, if they are added rightly: [size] is what they mean. *)
Theorem count_by_correct : forall number (plus : number -> number -> number) zero one (size : number -> N),
  size zero = 0 -> size one = 1 -> (forall x y, size (plus x y) = size x + size y) ->
  forall n bs k, count_by plus zero one n bs = Some k -> so_many (solves n bs) (size k).
Proof.
  intros number plus zero one size Z0 O1 P n bs k E.
  exists (filter (fun a => forallb (keepsb a) bs) (assignments n)). split; [|split].
  - apply NoDup_filter, assignments_nodup.
  - intros a. rewrite filter_In, assignments_in, forallb_forall. unfold solves.
    split; intros [L H]; split; auto; intros b B; apply keepsb_ok; auto.
  - unfold count_by in E. rewrite <- sum_filter. destruct (normed bs) as [rs|] eqn:F.
    + destruct (insert_all rs (repeat [] n)) as [opened|] eqn:G; [|discriminate].
      destruct (Nat.eqb_spec (length opened) n); [|discriminate].
      rewrite (run_correct plus size P zero Z0 _ _ _ _ E), e. apply sum_ext. intros a. unfold here.
      rewrite (insert_all_ok _ _ _ _ G), flat_empty. cbn [sats forallb]. unfold met. cbn [ways].
      rewrite andb_true_r, O1, <- normed_ok, F. reflexivity.
    + injection E as <-. rewrite (sum_ext _ (fun _ => 0)).
      * induction (assignments n); simpl; auto.
      * intros a. rewrite <- normed_ok, F. reflexivity.
Qed.

Theorem count_correct : forall n bs k, count n bs = Some k -> so_many (solves n bs) k.
Proof. intros n bs k. apply (count_by_correct N N.add 0 1 (fun n => n)); auto. Qed.
