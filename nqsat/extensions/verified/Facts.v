(** * From problems to facts, and the proof that they say the same

    _Facts_ are bounds on men, each of which stands or not. [facts] writes what a problem says as facts;
    that they say the same is [facts_ok], at the end. *)
From Coq Require Import List ZArith NArith Bool Lia Permutation.
From nqsat Require Import Bounds Recount Problem.
Import ListNotations.
Open Scope Z_scope.

(** * What a piece meets, computed *)

Definition stops (b : board) (s t : place) : bool :=
  (if place_dec t s then true else false) || match look b t with Wall => true | _ => false end.
Lemma stops_ok b s t : stops b s t = false <-> look b t <> Wall /\ t <> s.
Proof. unfold stops. destruct (place_dec t s), (look b t); simpl; intuition congruence. Qed.

(** After how many steps something is met: from [j] on, at most [more]. *)
Fixpoint walk (b : board) (s step : place) (j more : nat) : list nat :=
  match more with
  | O => []
  | S more => if stops b s (after b s step j) then [] else j :: walk b s step (S j) more
  end.
Lemma walk_ok b s step more : forall i j, In i (walk b s step j more) <->
  (j <= i < j + more)%nat /\ forall h, (j <= h <= i)%nat -> stops b s (after b s step h) = false.
Proof.
  induction more as [|more IH]; intros i j; cbn [walk]; [simpl; intuition lia|].
  destruct (stops b s (after b s step j)) eqn:E.
  - split; [intros []|]. intros [R H]. rewrite H in E by lia. discriminate.
  - cbn [In]. rewrite IH. split.
    + intros [<-|[R H]]; (split; [lia|]).
      * intros h L. replace h with j by lia. exact E.
      * intros h L. destruct (Nat.eq_dec h j) as [->|]; auto. apply H. lia.
    + intros [R H]. destruct (Nat.eq_dec j i) as [|]; [left; auto|right].
      split; [lia|]. intros h L. apply H. lia.
Qed.

(** Each target, with what lies before it. *)
Definition way (b : board) (s step : place) (j : nat) : place * list place :=
  (after b s step j, map (after b s step) (seq 1 (j - 1))).
Definition sights (b : board) (piece : list ride) (s : place) : list (place * list place) :=
  flat_map (fun x => flat_map (fun step => map (way b s step)
    (walk b s step 1 (if Nat.eqb (reach x) 0 then rows b * columns b else reach x))) (steps x)) piece.

(** Without end, so many steps lead off the board, or back. *)
Lemma far b s step : In s (squares b) ->
  stops b s (after b s step (rows b * columns b)) = true.
Proof.
  intros I. apply filter_In in I as [I _]. destruct s as [r c]. apply in_prod_iff in I as [R C].
  apply in_map_iff in R as (i & <- & R), C as (j & <- & C). apply in_seq in R, C.
  destruct (stops _ _ _) eqn:E; auto. exfalso. apply stops_ok in E as [L D].
  unfold look, after in *. cbn [fst snd] in *. destruct step as [m n]. cbn [fst snd] in *.
  assert (Q : Z.of_nat (rows b * columns b) = Z.of_nat (rows b) * Z.of_nat (columns b)) by lia.
  rewrite Q in *. set (y := Z.of_nat (rows b)) in *. set (x := Z.of_nat (columns b)) in *.
  assert (X : (Z.of_nat j + y * x * n) mod x = Z.of_nat j).
  { replace (Z.of_nat j + y * x * n) with (Z.of_nat j + (y * n) * x) by ring.
    rewrite Z_mod_plus_full. apply Z.mod_small. lia. }
  assert (Y : (Z.of_nat i + y * x * m) mod y = Z.of_nat i).
  { replace (Z.of_nat i + y * x * m) with (Z.of_nat i + (x * m) * y) by ring.
    rewrite Z_mod_plus_full. apply Z.mod_small. lia. }
  destruct (wrapped b); cbn [fst snd] in *; rewrite ?X, ?Y in *; auto.
  - destruct ((0 <=? Z.of_nat i + y * x * m) && _ && _ && _) eqn:B; [|congruence].
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in B.
    assert (m = 0) by nia. assert (n = 0) by nia. subst. apply D. f_equal; ring.
  - destruct ((0 <=? Z.of_nat i + y * x * m) && _ && _ && _) eqn:B; [|congruence].
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in B.
    assert (m = 0) by nia. subst. apply D. f_equal; ring.
Qed.


Lemma sights_ok b piece s w : In s (squares b) ->
  (In w (sights b piece s) <-> exists step j, w = way b s step j /\ meets b piece s (fst w) step j).
Proof.
  intros I. unfold sights, meets. rewrite in_flat_map. split.
  - intros (x & X & H). apply in_flat_map in H as (step & S & H).
    apply in_map_iff in H as (j & <- & H). apply walk_ok in H as [R H].
    exists step, j. split; auto. split; [|split; [lia|split; auto]].
    + exists x. repeat split; auto. destruct (Nat.eqb_spec (reach x) 0); lia.
    + intros i L. apply stops_ok, H, L.
  - intros (step & j & -> & (x & X & S & R) & L & _ & H). exists x. split; auto.
    apply in_flat_map. exists step. split; auto. apply in_map_iff. exists j. split; auto.
    apply walk_ok. split; [|intros; apply stops_ok, H; lia].
    destruct (Nat.eqb_spec (reach x) 0); [|lia].
    destruct (Nat.lt_ge_cases j (1 + rows b * columns b)); [lia|].
    assert (F := far b s step I). assert (N : (1 <= rows b * columns b \/ rows b * columns b = 0)%nat) by lia.
    destruct N as [N|N].
    + assert (K := proj2 (stops_ok _ _ _) (H (rows b * columns b)%nat ltac:(lia))). congruence.
    + exfalso. apply filter_In in I as [I _]. destruct s as [r c]. apply in_prod_iff in I as [A B].
      apply in_map_iff in A as (y & _ & A), B as (z & _ & B). apply in_seq in A, B.
      destruct (rows b), (columns b); lia.
Qed.

Definition member {A} (dec : forall x y : A, {x = y} + {x <> y}) (x : A) (l : list A) : bool :=
  if in_dec dec x l then true else false.
Lemma member_ok {A} dec (x : A) l : member dec x l = true <-> In x l.
Proof. unfold member. destruct (in_dec dec x l); intuition discriminate. Qed.
Notation has ks k := (member Nat.eq_dec k ks).
Notation within ps s := (member place_dec s ps).
Notation same s t := (if place_dec s t then true else false).

Definition attacksb (b : board) (piece : list ride) (s t : place) : bool :=
  within (map fst (sights b piece s)) t.
Lemma attacksb_ok p k s t : In s (squares (on p)) ->
  (attacksb (on p) (moves (the p k)) s t = true <-> attacks p k s t).
Proof.
  intros I. unfold attacksb, attacks. rewrite member_ok, in_map_iff. split.
  - intros (w & <- & W). apply sights_ok in W as (step & j & -> & M); eauto.
  - intros (step & j & M). assert (E : after (on p) s step j = t) by (destruct M as (_ & _ & E & _); auto).
    exists (way (on p) s step j). split; auto. apply sights_ok; auto.
    exists step, j. split; auto. cbn [way fst]. rewrite E. exact M.
Qed.

(** * Facts about men *)

Definition man := (nat * place)%type.
Definition man_dec : forall m n : man, {m = n} + {m <> n}.
Proof. repeat decide equality. Defined.
Definition fact_on (A : Type) := (list (A * Z) * Z * Z)%type.
Definition fact := fact_on man.
Definition count_in (ms : list man) (low high : Z) : fact := (map (fun m => (m, 1)) ms, low, high).
(** At least one of these stands, or of those does not. *)
Definition clause (yes no : list man) : fact :=
  (map (fun m => (m, 1)) yes ++ map (fun m => (m, -1)) no,
   1 - Z.of_nat (length no), Z.of_nat (length yes)).

Section Facts.
  Context (p : problem).
  Definition every : list man := list_prod (seq 0 (length (kinds p))) (squares (on p)).
  Definition picked (f : man -> bool) : list man := filter f every.
  Definition at_ (s : place) : list man := picked (fun m => same (snd m) s).
  Definition mayb (m : man) : bool :=
    Nat.ltb (fst m) (length (kinds p)) && within (squares (on p)) (snd m) &&
    negb (within (never (the p (fst m))) (snd m)).
  Definition hits (m : man) (t : place) : bool := attacksb (on p) (moves (the p (fst m))) (snd m) t.
  Definition pairing (pairs : list (nat * nat)) (k l : nat) : bool :=
    existsb (fun q => Nat.eqb k (fst q) && Nat.eqb l (snd q)) pairs.

  Definition facts_of (r : rule) : list fact :=
    match r with
    | NonAttacking pairs blocking => flat_map (fun m => flat_map (fun w => flat_map (fun l =>
        if pairing pairs (fst m) l
        then [clause (if blocking then flat_map at_ (snd w) else []) [m; (l, fst w)]] else [])
        (seq 0 (length (kinds p)))) (sights (on p) (moves (the p (fst m))) (snd m))) every
    | Maximal pairs => map (fun m => clause (picked (fun n => same (snd m) (snd n) ||
        (pairing pairs (fst m) (fst n) && (hits m (snd n) || hits n (snd m))))) []) (filter mayb every)
    | Domination ks own low high => map (fun t => count_in (picked (fun m =>
        has ks (fst m) && (own && same (snd m) t || hits m t))) low high) (squares (on p))
    | Regions ks parts low high => map (fun part => count_in (picked (fun m =>
        has ks (fst m) && within part (snd m))) low high) parts
    | Permutation ks low high =>
        map (fun x => count_in (picked (fun m => has ks (fst m) && (fst (snd m) =? x))) low high)
          (nodup Z.eq_dec (map fst (squares (on p)))) ++
        map (fun x => count_in (picked (fun m => has ks (fst m) && (snd (snd m) =? x))) low high)
          (nodup Z.eq_dec (map snd (squares (on p))))
    | Amount (Pieces ks) low high => [count_in (picked (fun m => has ks (fst m))) low high]
    | Amount (Unattacked _ _) _ _ => []  (* see Gates, below *)
    | Degrees ks others attacked low high => flat_map (fun m =>
        let met := picked (fun n => has others (fst n) &&
                                    if attacked then hits n (snd m) else hits m (snd n)) in
        let n := Z.of_nat (length met) in
        [((m, - low) :: map (fun m => (m, 1)) met, 0, n + Z.abs low);
         ((m, n - Z.min n high) :: map (fun m => (m, 1)) met, 0, n)])
        (picked (fun m => has ks (fst m)))
    | Equal ks others =>
        [(map (fun m => (m, 1)) (picked (fun m => has ks (fst m))) ++
          map (fun m => (m, -1)) (picked (fun m => has others (fst m))), 0, 0)]
    | Given k s => [clause [(k, s)] []]
    | Bare s => map (fun m => clause [] [m]) (at_ s)
    end.

  Definition facts : list fact :=
    map (fun s => count_in (at_ s) 0 1) (squares (on p)) ++
    map (fun k => count_in (picked (fun m => Nat.eqb (fst m) k)) (least (the p k)) (most (the p k)))
      (seq 0 (length (kinds p))) ++
    flat_map facts_of (rules p).
End Facts.

(** * What facts mean *)

Fixpoint sums {A} (a : A -> bool) (ts : list (A * Z)) : Z :=
  match ts with [] => 0 | (m, w) :: ts => (if a m then w else 0) + sums a ts end.
Definition true_ {A} (a : A -> bool) (f : fact_on A) : Prop :=
  let '(ts, low, high) := f in low <= sums a ts <= high.

Lemma sums_app {A} (a : A -> bool) ts us : sums a (ts ++ us) = sums a ts + sums a us.
Proof. induction ts as [|[m w] ts IH]; simpl; lia. Qed.
Lemma sums_all {A} (a : A -> bool) w ms : sums a (map (fun m => (m, w)) ms) = w * Z.of_nat (length (filter a ms)).
Proof. induction ms as [|m ms IH]; simpl; [lia|]. destruct (a m); simpl length; lia. Qed.
Lemma filter_short {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l; simpl; auto. destruct (f a); simpl; lia. Qed.

Lemma clause_ok a yes no :
  true_ a (clause yes no) <-> (exists m, In m yes /\ a m = true) \/ (exists m, In m no /\ a m = false).
Proof.
  unfold clause, true_. rewrite sums_app, !sums_all.
  assert (L := filter_short a yes). assert (K := filter_short a no).
  assert (Y : (0 < length (filter a yes))%nat <-> exists m, In m yes /\ a m = true).
  { setoid_rewrite <- filter_In. destruct (filter a yes) as [|m l]; simpl; split; intros H; try lia.
    - destruct H as (m & []). - exists m; auto. }
  assert (N : (length (filter a no) < length no)%nat <-> exists m, In m no /\ a m = false).
  { clear. induction no as [|m no IH]; simpl; [split; [lia|intros (m & [] & _)]|].
    assert (K := filter_short a no). destruct (a m) eqn:E; simpl length.
    - rewrite <- Nat.succ_lt_mono, IH. split.
      + intros (n & I & H). exists n; auto.
      + intros (n & [<-|I] & H); [congruence|exists n; auto].
    - split; [|lia]. intros _. exists m; auto. }
  rewrite <- Y, <- N. lia.
Qed.

Lemma so_many_length {A} (P : A -> Prop) n l : NoDup l -> (forall x, In x l <-> P x) ->
  so_many P n -> n = N.of_nat (length l).
Proof.
  intros U I (k & V & J & ->). f_equal. apply Permutation_length, NoDup_Permutation; auto.
  intros x. rewrite I, J. tauto.
Qed.

Lemma nodup_prod {A B} (l : list A) (k : list B) : NoDup l -> NoDup k -> NoDup (list_prod l k).
Proof.
  intros U V. induction U as [|x l X U IH]; simpl; [constructor|].
  assert (G : forall l k : list (A * B), NoDup l -> NoDup k -> (forall x, In x l -> ~ In x k) -> NoDup (l ++ k)).
  { clear. induction l as [|x l IHl]; intros k A1 B1 C; simpl; auto. inversion A1; subst. constructor.
    - rewrite in_app_iff. intros [|]; auto. apply (C x); simpl; auto.
    - apply IHl; auto. intros y Y. apply C. simpl; auto. }
  apply G; auto.
  - clear -V. induction V; simpl; constructor; auto. rewrite in_map_iff. intros (y & E & Y). congruence.
  - intros [y z] Y Z. apply in_map_iff in Y as (w & E & _). injection E as -> _.
    apply in_prod_iff in Z as [Z _]. auto.
Qed.
Lemma nodup_up_to n : NoDup (up_to n).
Proof. apply FinFun.Injective_map_NoDup; [intros x y; lia|apply seq_NoDup]. Qed.
Lemma nodup_squares b : NoDup (squares b).
Proof. apply NoDup_filter, nodup_prod; apply nodup_up_to. Qed.
Lemma nodup_every p : NoDup (every p).
Proof. apply nodup_prod; [apply seq_NoDup|apply nodup_squares]. Qed.

(** * What follows from facts

    Where at least as many men stand as there are rows, and no two in one row may, in each row stands one;
    so, too, in columns. That says nothing new, and leaves far fewer states to count. *)

Section Filled.
  Context (p : problem).
  Definition targets (m : man) : list place := map fst (sights (on p) (moves (the p (fst m))) (snd m)).
  (** [hit] are the targets of the first. *)
  Definition strikes (hit : list place) (m n : man) : bool :=
    existsb (fun r => match r with
      | NonAttacking pairs false => if pairing pairs (fst m) (fst n) then within hit (snd n) else false
      | _ => false
      end) (rules p).
  Definition excludes (hit : list place) (m n : man) : bool :=
    if same (snd m) (snd n) then true else if strikes hit m n then true else strikes (targets n) n m.
  Fixpoint lonely (g : list man) : bool :=
    match g with
    | [] => true
    | m :: g => let hit := targets m in if forallb (excludes hit m) g then lonely g else false
    end.
  Definition fewest : Z := fold_right (fun k s => least (the p k) + s) 0 (seq 0 (length (kinds p))).
  Definition filled (key : man -> Z) (xs : list Z) : list fact :=
    if Z.of_nat (length xs) <=? fewest then
      let groups := map (fun x => picked p (fun m => key m =? x)) xs in
      if forallb lonely groups then map (fun g => count_in g 1 1) groups else []
    else [].
  Definition implied : list fact :=
    filled (fun m => fst (snd m)) (nodup Z.eq_dec (map fst (squares (on p)))) ++
    filled (fun m => snd (snd m)) (nodup Z.eq_dec (map snd (squares (on p)))).

  Context (a : man -> bool) (F : forall f, In f (facts p) -> true_ a f).
  Lemma strikes_ok m n : In m (every p) -> In n (every p) -> strikes (targets m) m n = true ->
    a m = true -> a n = true -> False.
  Proof.
    intros M N S A B. apply existsb_exists in S as (r & R & S).
    destruct r as [pairs [] | | | | | | | | | ]; try discriminate.
    destruct (pairing pairs (fst m) (fst n)) eqn:P; [|discriminate].
    apply member_ok, in_map_iff in S as (w & W & S).
    assert (C : true_ a (clause [] [m; n])).
    { apply F. unfold facts. rewrite !in_app_iff. right. right. apply in_flat_map.
      exists (NonAttacking pairs false). split; [exact R|]. cbn [facts_of].
      apply in_flat_map. exists m. split; [exact M|]. apply in_flat_map. exists w. split; [exact S|].
      apply in_flat_map. exists (fst n). split; [destruct n; apply in_prod_iff in N; apply N|].
      rewrite P, W. destruct n. left. reflexivity. }
    apply clause_ok in C as [(x & [] & _)|(x & [<-|[<-|[]]] & X)]; congruence.
  Qed.
  Lemma excludes_ok m n : In m (every p) -> In n (every p) -> m <> n -> excludes (targets m) m n = true ->
    a m = true -> a n = true -> False.
  Proof.
    unfold excludes. intros M N D E A B. destruct (place_dec (snd m) (snd n)) as [Q|_].
    - assert (C : true_ a (count_in (at_ p (snd m)) 0 1)).
      { apply F. unfold facts. rewrite in_app_iff. left.
        apply (in_map (fun s => count_in (at_ p s) 0 1)). destruct m. apply in_prod_iff in M. apply M. }
      unfold true_, count_in in C. rewrite sums_all in C.
      assert (X : forall x, In x (every p) -> snd x = snd m -> a x = true -> In x (filter a (at_ p (snd m)))).
      { intros x I S T. apply filter_In. split; [|exact T]. apply filter_In. split; [exact I|].
        rewrite S. destruct (place_dec (snd m) (snd m)); congruence. }
      assert (Y := X m M eq_refl A). assert (Z := X n N (eq_sym Q) B).
      destruct (filter a (at_ p (snd m))) as [|x [|y l]]; simpl in C; [destruct Y| |lia].
      destruct Y as [<-|[]], Z as [Z|[]]. congruence.
    - destruct (strikes (targets m) m n) eqn:S; [exact (strikes_ok m n M N S A B)|].
      exact (strikes_ok n m N M E B A).
  Qed.
  Lemma lonely_ok g : NoDup g -> (forall m, In m g -> In m (every p)) -> lonely g = true ->
    (length (filter a g) <= 1)%nat.
  Proof.
    induction 1 as [|m g M U IH]; intros I L; [simpl; lia|]. cbn [lonely] in L. cbv zeta in L.
    destruct (forallb (excludes (targets m) m) g) eqn:E; [|discriminate].
    specialize (IH (fun n N => I n (or_intror N)) L). simpl. destruct (a m) eqn:A; [|exact IH].
    destruct (filter a g) as [|n l] eqn:G; [simpl; lia|]. exfalso.
    assert (N : In n (filter a g)) by (rewrite G; left; reflexivity). apply filter_In in N as [N B].
    apply (excludes_ok m n); auto; [apply I; left; auto|apply I; right; auto|congruence|].
    rewrite forallb_forall in E. apply E, N.
  Qed.

  (** All that stand, by a key of theirs. *)
  Lemma one_key {K} (eqb : K -> K -> bool) (ok : forall x y, eqb x y = true <-> x = y) y (f : K -> nat) xs :
    NoDup xs -> In y xs ->
    list_sum (map (fun x => if eqb y x then S (f x) else f x) xs) = S (list_sum (map f xs)).
  Proof.
    induction 1 as [|x xs X U IH]; intros I; [destruct I|]. simpl. destruct (eqb y x) eqn:E.
    - apply ok in E as <-. rewrite (map_ext_in _ f); [lia|]. intros z Z.
      destruct (eqb y z) eqn:E; [|reflexivity]. apply ok in E as <-. contradiction.
    - destruct I as [->|I]; [rewrite (proj2 (ok y y) eq_refl) in E; discriminate|]. rewrite IH by auto. lia.
  Qed.
  Lemma by_key {K} (eqb : K -> K -> bool) (ok : forall x y, eqb x y = true <-> x = y) (key : man -> K) xs l :
    NoDup xs -> (forall m, In m l -> In (key m) xs) ->
    list_sum (map (fun x => length (filter (fun m => eqb (key m) x) l)) xs) = length l.
  Proof.
    intros U. induction l as [|m l IH]; intros I.
    - simpl. clear. induction xs; simpl; auto.
    - cbn [length]. rewrite <- IH, <- (one_key eqb ok (key m)); auto; try (intros; apply I; simpl; auto).
      f_equal. apply map_ext. intros x. simpl. destruct (eqb (key m) x); reflexivity.
  Qed.
  Lemma filter_swap (f g : man -> bool) l : filter f (filter g l) = filter g (filter f l).
  Proof. induction l as [|m l IH]; simpl; auto. destruct (f m) eqn:E, (g m) eqn:G; simpl; rewrite ?E, ?G, IH; auto. Qed.
  Lemma all_one_ {K} (f : K -> nat) xs : (forall x, In x xs -> (f x <= 1)%nat) ->
    (length xs <= list_sum (map f xs))%nat -> forall x, In x xs -> f x = 1%nat.
  Proof.
    induction xs as [|y xs IH]; intros L S x I; [destruct I|]. simpl in S.
    assert (M : (list_sum (map f xs) <= length xs)%nat).
    { clear -L. induction xs as [|z xs IH]; simpl; [lia|]. assert (Z := L z (or_intror (or_introl eq_refl))).
      assert (list_sum (map f xs) <= length xs)%nat; [|lia]. apply IH. intros x [<-|I]; apply L; simpl; auto. }
    assert (Y := L y (or_introl eq_refl)). destruct I as [<-|I]; [lia|].
    apply IH; auto; [intros z Z; apply L; right; exact Z|lia].
  Qed.
  Lemma fewest_ok : fewest <= Z.of_nat (length (filter a (every p))).
  Proof.
    rewrite <- (by_key Nat.eqb Nat.eqb_eq (fun m => fst m) (seq 0 (length (kinds p)))); [|apply seq_NoDup|].
    - assert (G : forall k, In k (seq 0 (length (kinds p))) ->
        least (the p k) <= Z.of_nat (length (filter (fun m : man => Nat.eqb (fst m) k) (filter a (every p))))).
      { intros k I. rewrite filter_swap.
        assert (C : true_ a (count_in (picked p (fun m => Nat.eqb (fst m) k)) (least (the p k)) (most (the p k)))).
        { apply F. unfold facts. rewrite !in_app_iff. right. left.
          apply (in_map (fun k => count_in (picked p (fun m => Nat.eqb (fst m) k)) (least (the p k)) (most (the p k)))), I. }
        unfold true_, count_in in C. rewrite sums_all, Z.mul_1_l in C. apply C. }
      unfold fewest. induction (seq 0 (length (kinds p))) as [|k ks IH]; cbn [fold_right map list_sum]; [simpl; lia|].
      assert (H := G k (or_introl eq_refl)). specialize (IH (fun j J => G j (or_intror J))).
      unfold list_sum in *. cbn [fold_right]. cbv beta in *. lia.
    - intros [k s] I. apply filter_In in I as [I _]. apply in_prod_iff in I. apply I.
  Qed.
  Lemma filled_ok key xs f : NoDup xs -> (forall m, In m (every p) -> In (key m) xs) ->
    In f (filled key xs) -> true_ a f.
  Proof.
    intros U K I. unfold filled in I. destruct (Z.leb_spec (Z.of_nat (length xs)) fewest) as [L|_]; [|destruct I].
    cbv zeta in I. destruct (forallb lonely _) eqn:A; [|destruct I].
    rewrite map_map in I. apply in_map_iff in I as (x & <- & X). unfold true_, count_in. rewrite sums_all.
    assert (E : length (filter a (picked p (fun m => key m =? x))) = 1%nat); [|lia].
    apply (all_one_ (fun x => length (filter a (picked p (fun m => key m =? x)))) xs); auto.
    - intros y Y. apply lonely_ok.
      + apply NoDup_filter, nodup_every.
      + intros m M. apply filter_In in M. apply M.
      + rewrite forallb_forall in A. apply A, (in_map (fun x => picked p (fun m => key m =? x))), Y.
    - assert (N := fewest_ok). rewrite <- (by_key Z.eqb Z.eqb_eq key xs) in N; auto;
        [|intros m M; apply filter_In in M; apply K, M].
      rewrite (map_ext _ (fun x => length (filter a (picked p (fun m => key m =? x))))) in N; [lia|].
      intros y. unfold picked. rewrite filter_swap. reflexivity.
  Qed.
  Lemma implied_ok f : In f implied -> true_ a f.
  Proof.
    unfold implied. rewrite in_app_iff. intros [I|I]; (eapply filled_ok; [| |exact I]); try apply NoDup_nodup;
      intros [k s] M; apply nodup_In, in_map; apply in_prod_iff in M; apply M.
  Qed.
End Filled.

(** * What a problem says is what its facts say *)

Section Meant.
  Context (p : problem) (a : arrangement) (placed : forall k s, stands p a k s -> may p k s).
  Definition standsb (m : man) : bool :=
    match who (squares (on p)) a (snd m) with Some k => Nat.eqb (fst m) k | None => false end.
  Lemma standsb_ok k s : standsb (k, s) = true <-> stands p a k s.
  Proof.
    unfold standsb, stands. cbn [fst snd]. destruct (who _ a s); [rewrite Nat.eqb_eq|]; intuition congruence.
  Qed.
  Lemma alone k l s : stands p a k s -> stands p a l s -> k = l.
  Proof. unfold stands. congruence. Qed.
  Lemma every_ok k s : In (k, s) (every p) <-> (k < length (kinds p))%nat /\ In s (squares (on p)).
  Proof. unfold every. rewrite in_prod_iff, in_seq. intuition lia. Qed.
  Lemma here_ k s : stands p a k s -> In (k, s) (every p).
  Proof. intros S. apply placed in S as (K & S & _). apply every_ok; auto. Qed.

  (** The men who stand, of those that are picked, are on as many squares. *)
  Lemma picked_ok f P : (forall s, P s <-> exists k, stands p a k s /\ f (k, s) = true) ->
    so_many P (N.of_nat (length (filter standsb (picked p f)))).
  Proof.
    intros E. exists (map snd (filter standsb (picked p f))). rewrite map_length. split; [|split; auto].
    - assert (U : NoDup (filter standsb (picked p f))) by (repeat apply NoDup_filter; apply nodup_every).
      assert (H : forall m, In m (filter standsb (picked p f)) -> standsb m = true)
        by (intros m M; apply filter_In in M; apply M).
      induction U as [|[k s] l X U IH]; simpl; constructor.
      + rewrite in_map_iff. intros ([l' t] & T & I). cbn [snd] in T. subst t. apply X.
        replace k with l'; auto. apply (alone _ _ s); apply standsb_ok, H; simpl; auto.
      + apply IH. intros m M. apply H. simpl; auto.
    - intros s. rewrite E, in_map_iff. split.
      + intros ([k t] & <- & I). apply filter_In in I as [I S]. apply filter_In in I as [_ F].
        exists k. split; auto. apply standsb_ok; auto.
      + intros (k & S & F). exists (k, s). split; auto. apply filter_In. split; [|apply standsb_ok; auto].
        apply filter_In. split; auto. apply here_; auto.
  Qed.
  Lemma count_ok f P low high : (forall s, P s <-> exists k, stands p a k s /\ f (k, s) = true) ->
    (true_ standsb (count_in (picked p f) low high) <-> between low high P).
  Proof.
    intros E. unfold true_, count_in, between. rewrite sums_all. apply picked_ok in E. split.
    - intros H. eexists. split; [exact E|]. lia.
    - intros (n & S & H). destruct E as (l & U & I & L).
      apply (so_many_length _ _ _ U I) in S. lia.
  Qed.
  Lemma has_ok ks P f : (forall k s, stands p a k s -> (f (k, s) = true <-> In k ks /\ P k s)) ->
    forall s, (exists k, In k ks /\ stands p a k s /\ P k s) <-> (exists k, stands p a k s /\ f (k, s) = true).
  Proof. intros E s. split; intros (k & H); exists k; specialize (E k s); tauto. Qed.

  Lemma hits_ok k s t : In s (squares (on p)) -> (hits p (k, s) t = true <-> attacks p k s t).
  Proof. apply attacksb_ok. Qed.
  Lemma pairing_ok pairs k l : pairing pairs k l = true <-> In (k, l) pairs.
  Proof.
    unfold pairing. rewrite existsb_exists. split.
    - intros ([x y] & I & H). rewrite andb_true_iff, !Nat.eqb_eq in H. destruct H as [-> ->]. exact I.
    - intros I. exists (k, l). rewrite andb_true_iff, !Nat.eqb_eq. auto.
  Qed.
  Lemma same_ok s t : same s t = true <-> s = t.
  Proof. destruct (place_dec s t); intuition congruence. Qed.

  Lemma mayb_ok k s : mayb p (k, s) = true <-> may p k s.
  Proof.
    unfold mayb, may. cbn [fst snd]. rewrite !andb_true_iff, Nat.ltb_lt, negb_true_iff, member_ok.
    rewrite <- not_true_iff_false, member_ok. tauto.
  Qed.
  Lemma at_ok m s : In m (at_ p s) <-> In m (every p) /\ snd m = s.
  Proof. unfold at_, picked. rewrite filter_In, same_ok. tauto. Qed.
  Lemma on_board k s : stands p a k s -> In s (squares (on p)).
  Proof. intros S. apply placed in S. apply S. Qed.

  Definition all_true (fs : list fact) : Prop := forall f, In f fs -> true_ standsb f.
  Lemma all_map {A} (g : A -> fact) l : all_true (map g l) <-> forall x, In x l -> true_ standsb (g x).
  Proof.
    unfold all_true. split; [intros H x X; apply H, in_map, X|].
    intros H f F. apply in_map_iff in F as (x & <- & X). auto.
  Qed.
  Lemma all_flat {A} (g : A -> list fact) l :
    all_true (flat_map g l) <-> forall x, In x l -> all_true (g x).
  Proof.
    unfold all_true. split; [intros H x X f F; apply H, in_flat_map; eauto|].
    intros H f F. apply in_flat_map in F as (x & X & F). eapply H; eauto.
  Qed.
  Lemma all_app fs gs : all_true (fs ++ gs) <-> all_true fs /\ all_true gs.
  Proof.
    unfold all_true. setoid_rewrite in_app_iff. split; [auto|intros [F G] f [|]; auto].
  Qed.
  Lemma all_one f : all_true [f] <-> true_ standsb f.
  Proof. unfold all_true. split; [intros H; apply H; left; auto|intros H g [<-|[]]; auto]. Qed.

  Lemma non_attacking_ok pairs blocking :
    all_true (facts_of p (NonAttacking pairs blocking)) <-> follows p a (NonAttacking pairs blocking).
  Proof.
    cbn [facts_of follows]. unfold reaches. rewrite all_flat. setoid_rewrite all_flat. setoid_rewrite all_flat. split.
    - intros H k l s t K S T M.
      assert (W : exists step j, meets (on p) (moves (the p k)) s t step j /\ (blocking = true ->
        forall i l, (1 <= i < j)%nat -> ~ stands p a l (after (on p) s step i))).
      { destruct blocking; destruct M as (step & j & M); exists step, j; [tauto|].
        split; auto; discriminate. }
      clear M. destruct W as (step & j & M & B). assert (E : after (on p) s step j = t) by apply M.
      specialize (H (k, s) (here_ _ _ S) (way (on p) s step j)). cbn [fst snd way] in H. rewrite E in H.
      assert (L : In l (seq 0 (length (kinds p)))).
      { apply placed in T as [T _]. apply in_seq. lia. }
      apply pairing_ok in K. specialize (fun G => H G l L). rewrite K in H.
      rewrite all_one, clause_ok in H. destruct H as [(m & I & X)|(m & I & X)].
      + apply sights_ok; [eapply on_board; eauto|]. exists step, j. unfold way. cbn [fst]. rewrite E. auto.
      + destruct blocking; [|destruct I]. apply in_flat_map in I as (x & I & Y).
        apply at_ok in Y as [_ <-]. apply in_map_iff in I as (i & Y & I). apply in_seq in I.
        destruct m as [l' x]. cbn [snd] in Y. subst x. apply standsb_ok in X.
        apply (B eq_refl i l'); auto. lia.
      + apply standsb_ok in S, T. destruct I as [<-|[<-|[]]]; congruence.
    - intros H [k s] I w W l L. cbn [fst snd] in *. destruct (pairing pairs k l) eqn:K; [|intros f []].
      apply pairing_ok in K. rewrite all_one, clause_ok. apply every_ok in I as [_ I].
      apply sights_ok in W as (step & j & -> & M); auto. cbn [way fst snd] in *.
      destruct (standsb (k, s)) eqn:S; [|right; exists (k, s); simpl; auto].
      destruct (standsb (l, after (on p) s step j)) eqn:T;
        [|right; exists (l, after (on p) s step j); simpl; auto].
      apply standsb_ok in S, T. specialize (H k l s _ K S T). left. destruct blocking.
      + destruct (existsb standsb (flat_map (at_ p) (map (after (on p) s step) (seq 1 (j - 1))))) eqn:B.
        { apply existsb_exists in B. exact B. }
        exfalso. apply H. exists step, j. split; auto. intros i l' R S'. revert B.
        apply eq_true_false_abs, existsb_exists. exists (l', after (on p) s step i).
        split; [|apply standsb_ok; auto]. apply in_flat_map. exists (after (on p) s step i). split.
        * apply in_map, in_seq. lia.
        * apply at_ok. split; auto. apply here_; auto.
      + exfalso. apply H. exists step, j. exact M.
  Qed.

  Lemma maximal_ok pairs : all_true (facts_of p (Maximal pairs)) <-> follows p a (Maximal pairs).
  Proof.
    cbn [facts_of follows]. rewrite all_map. setoid_rewrite clause_ok.
    assert (E : forall k s, may p k s -> forall l t, stands p a l t ->
      (same s t || (pairing pairs k l && (hits p (k, s) t || hits p (l, t) s)) = true <->
       s = t \/ In (k, l) pairs /\ (attacks p k s t \/ attacks p l t s))).
    { intros k s M l t S. rewrite orb_true_iff, andb_true_iff, orb_true_iff, same_ok, pairing_ok.
      rewrite !hits_ok; [tauto | eapply on_board; eauto | apply M]. }
    split.
    - intros H k s M. destruct (H (k, s)) as [([l t] & I & S)|(m & [] & _)].
      { apply filter_In. split; [|apply mayb_ok; auto]. apply every_ok. split; apply M. }
      apply filter_In in I as [_ I]. cbn [fst snd] in I. apply standsb_ok in S.
      exists l, t. split; auto. apply E; auto.
    - intros H [k s] I. apply filter_In in I as [_ M]. apply mayb_ok in M. left.
      destruct (H k s M) as (l & t & S & R). exists (l, t). split; [|apply standsb_ok; auto].
      apply filter_In. split; [apply here_; auto|]. apply E; auto.
  Qed.

  Lemma amount_ok ks low high : true_ standsb (count_in (picked p (fun m => has ks (fst m))) low high) <->
    between low high (one_of p a ks).
  Proof.
    apply count_ok. intros s. unfold one_of. cbn [fst]. setoid_rewrite member_ok.
    split; intros (k & H); exists k; tauto.
  Qed.
  Lemma where_ok ks P f low high : (forall s, f s = true <-> P s) ->
    (true_ standsb (count_in (picked p (fun m => has ks (fst m) && f (snd m))) low high) <->
     between low high (fun s => one_of p a ks s /\ P s)).
  Proof.
    intros E. apply count_ok. intros s. unfold one_of. cbn [fst snd].
    setoid_rewrite andb_true_iff. setoid_rewrite member_ok. setoid_rewrite E.
    split; [intros ((k & H) & S)|intros (k & H)]; [exists k; tauto|split; [exists k|]; tauto].
  Qed.

  Lemma domination_ok ks own low high :
    all_true (facts_of p (Domination ks own low high)) <-> follows p a (Domination ks own low high).
  Proof.
    cbn [facts_of follows]. rewrite all_map.
    assert (E : forall t, true_ standsb (count_in (picked p (fun m =>
      has ks (fst m) && (own && same (snd m) t || hits p m t))) low high) <-> between low high
      (fun s => exists k, In k ks /\ stands p a k s /\ (own = true /\ s = t \/ attacks p k s t))).
    { intros t. apply count_ok. intros s. split; intros (k & H); exists k; cbn [fst snd] in *;
        rewrite andb_true_iff, orb_true_iff, andb_true_iff, member_ok, same_ok in *;
        rewrite hits_ok in *; try tauto; eapply on_board; apply H. }
    split; intros H t T; apply E; auto.
  Qed.

  Lemma lines_ok ks low high (g : place -> Z) :
    all_true (map (fun x => count_in (picked p (fun m => has ks (fst m) && (g (snd m) =? x))) low high)
      (nodup Z.eq_dec (map g (squares (on p))))) <->
    forall t, In t (squares (on p)) -> between low high (fun s => one_of p a ks s /\ g s = g t).
  Proof.
    rewrite all_map. split.
    - intros H t T. apply (where_ok ks _ (fun s => g s =? g t)); [intros; apply Z.eqb_eq|].
      apply H, nodup_In, in_map, T.
    - intros H x X. apply nodup_In, in_map_iff in X as (t & <- & T).
      apply (where_ok ks (fun s => g s = g t) (fun s => g s =? g t)); auto. intros; apply Z.eqb_eq.
  Qed.

  Lemma degrees_ok ks others attacked low high :
    all_true (facts_of p (Degrees ks others attacked low high)) <-> follows p a (Degrees ks others attacked low high).
  Proof.
    cbn [facts_of follows]. rewrite all_flat.
    assert (E : forall k s, In s (squares (on p)) -> let f := fun n => has others (fst n) &&
      (if attacked then hits p n (snd (k, s)) else hits p (k, s) (snd n)) in
      true_ standsb (count_in (picked p f) low high) <-> between low high (fun t =>
        exists l, In l others /\ stands p a l t /\ (if attacked then attacks p l t s else attacks p k s t))).
    { intros k s I f. apply count_ok. intros t. unfold f. split; intros (l & H); exists l;
        cbn [fst snd] in *; rewrite andb_true_iff, member_ok in *; destruct attacked;
        rewrite hits_ok in *; try tauto; try (eapply on_board; apply H). }
    assert (F : forall k s f, all_true (let met := picked p f in let n := Z.of_nat (length met) in
        [(((k, s), - low) :: map (fun m => (m, 1)) met, 0, n + Z.abs low);
         (((k, s), n - Z.min n high) :: map (fun m => (m, 1)) met, 0, n)]) <->
        (stands p a k s -> true_ standsb (count_in (picked p f) low high))).
    { intros k s f. cbv zeta. unfold all_true. rewrite <- standsb_ok.
      assert (L := filter_short standsb (picked p f)).
      assert (Q : forall x y : fact, (forall f, In f [x; y] -> true_ standsb f) <-> true_ standsb x /\ true_ standsb y).
      { intros x y. split; [intros H; split; apply H; simpl; auto|intros [X Y] g [<-|[<-|[]]]; auto]. }
      rewrite Q. unfold true_, count_in. cbn [sums]. rewrite sums_all.
      destruct (standsb (k, s)); [|lia]. intuition lia. }
    split.
    - intros H k s K S. apply E; [eapply on_board; eauto|]. apply (F k s); auto. apply (H (k, s)).
      apply filter_In. split; [apply here_; auto|apply member_ok; auto].
    - intros H [k s] I. apply filter_In in I as [I K]. apply member_ok in K. cbn [fst] in K.
      apply every_ok in I as [_ I]. apply F. intros S. apply (E k s I), H; auto.
  Qed.

  Lemma equal_ok ks others : all_true (facts_of p (Equal ks others)) <-> follows p a (Equal ks others).
  Proof.
    cbn [facts_of follows]. rewrite all_one. unfold true_. rewrite sums_app, !sums_all.
    assert (C : forall ks, so_many (one_of p a ks)
      (N.of_nat (length (filter standsb (picked p (fun m => has ks (fst m))))))).
    { intros ms. apply picked_ok. intros s. unfold one_of. cbn [fst]. setoid_rewrite member_ok.
      split; intros (k & H); exists k; tauto. }
    split.
    - intros H. eexists. split; [apply C|]. eapply eq_rect; [apply C|]. lia.
    - intros (n & A & B).
      destruct (C ks) as (l & U & I & L), (C others) as (l' & U' & I' & L').
      apply (so_many_length _ _ _ U I) in A. apply (so_many_length _ _ _ U' I') in B. lia.
  Qed.

  (** Of unattacked squares facts about men do not speak. *)
  Definition of_men (r : rule) : bool := match r with Amount (Unattacked _ _) _ _ => false | _ => true end.
  Lemma follows_ok r : of_men r = true -> all_true (facts_of p r) <-> follows p a r.
  Proof.
    destruct r as [pairs blocking|pairs|ks own low high|ks parts low high|ks low high|[ks|] low high
      |ks others attacked low high|ks others|k s|s]; intros M; try discriminate M; clear M.
    - apply non_attacking_ok.
    - apply maximal_ok.
    - apply domination_ok.
    - cbn [facts_of follows]. rewrite all_map. split; intros H part I;
        apply (where_ok ks (fun s => In s part) (fun s => within part s)); auto; intros; apply member_ok.
    - cbn [facts_of follows]. rewrite all_app.
      rewrite (lines_ok ks low high fst), (lines_ok ks low high snd).
      split; [intros [H K] t I; auto|intros H; split; intros t I; apply (H t I)].
    - cbn [facts_of follows measured]. rewrite all_one. apply amount_ok.
    - apply degrees_ok.
    - apply equal_ok.
    - cbn [facts_of follows]. rewrite all_one, clause_ok, <- standsb_ok. split.
      + intros [(m & [<-|[]] & H)|(m & [] & _)]; auto.
      + left. exists (k, s). simpl; auto.
    - cbn [facts_of follows]. rewrite all_map. setoid_rewrite clause_ok. split.
      + intros H k S. destruct (H (k, s)) as [(m & [] & _)|(m & [<-|[]] & X)].
        * apply at_ok. split; auto. apply here_; auto.
        * apply standsb_ok in S. congruence.
      + intros H [k t] I. apply at_ok in I as [_ E]. cbn [snd] in E. subst t. right. exists (k, s).
        split; [simpl; auto|]. apply not_true_is_false. rewrite standsb_ok. apply H.
  Qed.

  Lemma facts_ok : all_true (facts p) <->
    (forall k, (k < length (kinds p))%nat -> between (least (the p k)) (most (the p k)) (stands p a k)) /\
    (forall r, In r (rules p) -> of_men r = true -> follows p a r).
  Proof.
    unfold facts. rewrite !all_app, !all_map, all_flat.
    assert (E : forall k, true_ standsb (count_in (picked p (fun m => Nat.eqb (fst m) k)) (least (the p k))
      (most (the p k))) <-> between (least (the p k)) (most (the p k)) (stands p a k)).
    { intros k. apply count_ok. intros s. cbn [fst]. setoid_rewrite Nat.eqb_eq.
      split; [intros H; exists k; auto|intros (l & H & <-); exact H]. }
    assert (O : forall s, In s (squares (on p)) -> true_ standsb (count_in (at_ p s) 0 1)).
    { intros s S. unfold at_. apply (count_ok _ (fun t => t = s /\ exists k, stands p a k t)).
      - intros t. cbn [snd]. setoid_rewrite same_ok. firstorder.
      - destruct (who (squares (on p)) a s) as [k|] eqn:W.
        + exists 1%N. split; [|lia]. exists [s]. split; [repeat constructor; auto|split; auto].
          intros t. split; [intros [<-|[]]; split; [auto|exists k; exact W]|intros [-> _]; simpl; auto].
        + exists 0%N. split; [|lia]. exists []. split; [constructor|split; auto].
          intros t. split; [intros []|intros [-> (k & S')]]. unfold stands in S'. congruence. }
    split.
    - intros (_ & K & R). split; [intros k L; apply E, K, in_seq; lia|intros r I M; apply follows_ok; auto].
    - intros (K & R). split; [exact O|split].
      + intros k L. apply in_seq in L. apply E, K. lia.
      + intros r I. destruct (of_men r) eqn:M; [apply follows_ok; auto|].
        destruct r as [| | | | |[|] low high| | | |]; try discriminate M. intros f [].
  Qed.
End Meant.
