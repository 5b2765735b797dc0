(** * The recount up to symmetry, and the proof that it is right

    - folding: what a permutation keeps are assignments to its cycles ([fixed], [fixed_correct]);
    - assignments up to a group of permutations ([orbits], [orbits_correct]): the lemma of Burnside;
    - arrangements up to the motions of the board ([solve_orbits], [solve_orbits_correct]).

    That the permutations are a group, and take bounds to bounds, is not proved: the program looks, and
    gives [None] if they are not. *)
From Coq Require Import List ZArith NArith Bool Lia Permutation.
From nqsat Require Import Bounds Recount Problem Facts Solve Symmetry Burnside.
Import ListNotations.
Open Scope nat_scope.
Local Notation Reordered := Permutation.Permutation. (* [Permutation] is a rule *)

(** * Folding: what a permutation keeps are assignments to its cycles *)

Local Notation naturals_dec := (list_eq_dec Nat.eq_dec).
Local Notation equal l k := (if naturals_dec l k then true else false).

(** Lists of places in lists, one after the other. *)
Definition picks (g h : list nat) : list nat := map (fun x => nth x h 0) g.
Lemma nth_permuted g a i d : i < length g -> nth i (permuted g a) false = nth (nth i g d) a false.
Proof.
  intros I. unfold permuted. rewrite (nth_indep (map _ g) false (nth d a false)) by (rewrite map_length; auto).
  apply (map_nth (fun x => nth x a false)).
Qed.
Lemma picks_permuted g h a : Forall (fun x => x < length h) g -> permuted (picks g h) a = permuted g (permuted h a).
Proof.
  intros F. unfold permuted at 1 2, picks. rewrite map_map. apply map_ext_in. intros x X.
  symmetry. apply nth_permuted, (proj1 (Forall_forall _ _) F x X).
Qed.
Lemma permuted_itself a : permuted (seq 0 (length a)) a = a.
Proof.
  apply (nth_ext _ _ false false); unfold permuted at 1; rewrite map_length, seq_length; auto. intros i I.
  rewrite (nth_permuted _ _ _ 0), seq_nth; auto. rewrite seq_length. exact I.
Qed.

(** A bound of other variables: those at the places that it names. *)
Definition renamed (g : list nat) (none : nat) (b : bound) : bound :=
  Bound (map (fun t => (nth (fst t) g none, snd t)) (terms b)) (low b) (high b).
Lemma renamed_ok g b a : keeps a (renamed g (length a) b) <-> keeps (permuted g a) b.
Proof.
  unfold keeps, renamed. cbn [terms low high].
  replace (total a (map _ (terms b))) with (total (permuted g a) (terms b)); [tauto|].
  induction (terms b) as [|[x w] ts IH]; auto. cbn [map total fold_right fst snd].
  unfold total in IH. rewrite IH. f_equal. f_equal. unfold value, permuted.
  rewrite <- (map_nth (fun x => nth x a false)). rewrite (nth_overflow a false (le_n _)). reflexivity.
Qed.

(** The first variable of a cycle. *)
Fixpoint walk_cycle (g : list nat) (x best y : nat) (more : nat) : nat :=
  match more with
  | O => best
  | S more => if Nat.eqb y x then best else walk_cycle g x (Nat.min best y) (nth y g y) more
  end.
Definition first (g : list nat) (x : nat) : nat := walk_cycle g x x (nth x g x) (length g).
Lemma first_ok g a x : length a = length g -> permuted g a = a -> nth (first g x) a false = nth x a false.
Proof.
  intros L P.
  assert (S : forall y, nth (nth y g y) a false = nth y a false).
  { intros y. destruct (Nat.lt_ge_cases y (length g)) as [I|I]; [|rewrite (nth_overflow g y I); auto].
    rewrite <- P at 2. symmetry. apply nth_permuted; auto. }
  unfold first. assert (W : forall more best y, nth best a false = nth x a false -> nth y a false = nth x a false ->
    nth (walk_cycle g x best y more) a false = nth x a false).
  { induction more as [|more IH]; intros best y B Y; simpl; auto. destruct (Nat.eqb y x); auto. apply IH.
    - destruct (Nat.min_spec best y) as [[_ ->]|[_ ->]]; auto.
    - rewrite S; auto. }
  apply W; auto.
Qed.

Fixpoint place_in (l : list nat) (x : nat) : nat :=
  match l with [] => 0 | y :: l => if Nat.eqb x y then 0 else S (place_in l x) end.

(** How many assignments keep bounds, and are kept by a permutation. That the numbers of the cycles are
    right is looked at, not proved: [None] if they are not. *)
Definition fixed_by {number} (plus : number -> number -> number) (zero one : number)
    (n : nat) (bs : list bound) (g : list nat) : option number :=
  let firsts := map (first g) (seq 0 n) in
  let chosen := filter (fun x => Nat.eqb (nth x firsts n) x) (seq 0 n) in
  let cycle := map (place_in chosen) firsts in
  let m := length chosen in
  if Nat.eqb (length g) n && forallb (fun x => Nat.ltb x n) g && forallb (fun i => Nat.ltb i m) cycle &&
     equal (picks chosen cycle) (seq 0 m) && equal (picks g cycle) cycle && equal (picks cycle chosen) firsts
  then count_by plus zero one m (map (renamed cycle m) bs)
  else None.
Definition fixed : nat -> list bound -> list nat -> option N := fixed_by N.add 0%N 1%N.

Theorem fixed_by_correct : forall number (plus : number -> number -> number) zero one (size : number -> N),
  size zero = 0%N -> size one = 1%N -> (forall x y, size (plus x y) = (size x + size y)%N) ->
  forall n bs g k, fixed_by plus zero one n bs g = Some k ->
  so_many (fun a => solves n bs a /\ permuted g a = a) (size k).
Proof.
  intros number plus zero one size Z0 O1 P n bs g k. unfold fixed_by. set (firsts := map (first g) (seq 0 n)).
  set (chosen := filter _ _). set (cycle := map (place_in chosen) firsts). set (m := length chosen).
  destruct (Nat.eqb_spec (length g) n) as [L|]; [|discriminate]. cbn [andb].
  destruct (forallb _ g) eqn:FG; [|discriminate]. destruct (forallb _ cycle) eqn:FC; [|discriminate]. cbn [andb].
  destruct (naturals_dec (picks chosen cycle) (seq 0 m)) as [E1|]; [|discriminate].
  destruct (naturals_dec (picks g cycle) cycle) as [E2|]; [|discriminate].
  destruct (naturals_dec (picks cycle chosen) firsts) as [E3|]; [|discriminate]. cbn [andb]. intros E.
  assert (LC : length cycle = n) by (unfold cycle, firsts; rewrite !map_length; apply seq_length).
  assert (GC : Forall (fun x => x < length cycle) g).
  { apply Forall_forall. rewrite LC. intros x X. apply Nat.ltb_lt. apply (proj1 (forallb_forall _ _) FG x X). }
  assert (CC : Forall (fun x => x < length chosen) cycle).
  { apply Forall_forall. intros x X. apply Nat.ltb_lt. apply (proj1 (forallb_forall _ _) FC x X). }
  assert (HC : Forall (fun x => x < length cycle) chosen).
  { apply Forall_forall. intros x X. apply filter_In in X as [X _]. apply in_seq in X. lia. }
  assert (Back : forall v, length v = m -> permuted chosen (permuted cycle v) = v).
  { intros v V. rewrite <- picks_permuted, E1, <- V; auto. apply permuted_itself. }
  apply (count_by_correct _ _ _ _ size Z0 O1 P) in E as (l & U & I & ->). exists (map (permuted cycle) l). split; [|split].
  - assert (M : forall v, In v l -> length v = m) by (intros v V; apply (I v), V).
    clear -U M Back. induction U as [|v l V U IH]; simpl; constructor.
    + rewrite in_map_iff. intros (w & E & W). apply V.
      rewrite <- (Back v), <- E, (Back w); auto; apply M; simpl; auto.
    + apply IH. intros w W. apply M. simpl; auto.
  - intros a. rewrite in_map_iff. split.
    + intros (v & <- & V). apply I in V as [V K]. split; [split|].
      * unfold permuted. rewrite map_length. exact LC.
      * intros b B. apply renamed_ok. rewrite V. apply K, in_map, B.
      * rewrite <- picks_permuted, E2; auto.
    + intros [[A K] Q]. assert (D : permuted cycle (permuted chosen a) = a).
      { rewrite <- picks_permuted, E3; auto. unfold permuted, firsts. rewrite map_map, <- (permuted_itself a) at 1.
        unfold permuted. rewrite A. apply map_ext. intros x. apply first_ok; congruence. }
      exists (permuted chosen a). split; auto. apply I.
      assert (M : length (permuted chosen a) = m) by apply map_length. split; auto.
      intros b B. apply in_map_iff in B as (c & <- & C). rewrite <- M. apply renamed_ok. rewrite D. auto.
  - rewrite map_length. reflexivity.
Qed.

Theorem fixed_correct : forall n bs g k, fixed n bs g = Some k ->
  so_many (fun a => solves n bs a /\ permuted g a = a) k.
Proof. intros n bs g k. apply (fixed_by_correct N N.add 0%N 1%N (fun n => n)); auto. Qed.

(** * Sorting, to compare sets *)

Section Sorting.
  Context {A : Type} (before : A -> A -> bool).
  Fixpoint merged (l : list A) : list A -> list A :=
    fix inner (k : list A) : list A :=
      match l, k with
      | [], _ => k
      | _, [] => l
      | x :: l', y :: k' => if before x y then x :: merged l' k else y :: inner k'
      end.
  Lemma merged_ok l : forall k, Reordered (merged l k) (l ++ k).
  Proof.
    induction l as [|x l IH]; [destruct k; apply Permutation_refl|].
    induction k as [|y k IHk]; [simpl; rewrite app_nil_r; apply Permutation_refl|].
    simpl. destruct (before x y).
    - apply perm_skip, IH.
    - eapply Permutation_trans; [apply perm_skip, IHk|]. apply (Permutation_middle (x :: l) k y).
  Qed.
  Fixpoint halves (l : list A) : list A * list A :=
    match l with x :: y :: l => let (a, c) := halves l in (x :: a, y :: c) | _ => (l, []) end.
  Lemma halves_ok n : forall l, length l <= n -> let (a, c) := halves l in Reordered (a ++ c) l.
  Proof.
    induction n as [|n IH]; intros l L; destruct l as [|x [|y l]]; try apply Permutation_refl; simpl in *; [lia|].
    specialize (IH l ltac:(lia)). destruct (halves l) as [a c]. simpl. apply perm_skip.
    eapply Permutation_trans; [symmetry; apply Permutation_middle|apply perm_skip, IH].
  Qed.
  (** In so many halvings, which is enough for any list that there is. *)
  Fixpoint sorted (depth : nat) (l : list A) : list A :=
    match depth, l with
    | S depth, _ :: _ :: _ => let (a, c) := halves l in merged (sorted depth a) (sorted depth c)
    | _, _ => l
    end.
  Lemma sorted_ok depth : forall l, Reordered (sorted depth l) l.
  Proof.
    induction depth as [|depth IH]; intros l; [apply Permutation_refl|]. simpl.
    destruct l as [|x [|y l]]; try apply Permutation_refl.
    assert (H := halves_ok _ (x :: y :: l) (le_n _)). destruct (halves (x :: y :: l)) as [a c].
    eapply Permutation_trans; [apply merged_ok|]. eapply Permutation_trans; [|exact H].
    apply Permutation_app; apply IH.
  Qed.
End Sorting.

Fixpoint once {A} (dec : forall x y : A, {x = y} + {x <> y}) (l : list A) : list A :=
  match l with
  | x :: (y :: _) as k => if dec x y then once dec k else x :: once dec k
  | _ => l
  end.
Lemma once_ok {A} dec (l : list A) : forall x, In x (once dec l) <-> In x l.
Proof.
  induction l as [|y [|z l] IH]; intros x; try tauto. cbn [once]. destruct (dec y z) as [->|].
  - rewrite IH. simpl. tauto.
  - cbn [In]. rewrite IH. simpl. tauto.
Qed.

Fixpoint then_by {A} (order : A -> A -> comparison) (l k : list A) : comparison :=
  match l, k with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: l, y :: k => match order x y with Eq => then_by order l k | c => c end
  end.
Definition before_or_at (c : comparison) : bool := match c with Gt => false | _ => true end.
Definition term_order (t u : nat * Z) : comparison :=
  match Nat.compare (fst t) (fst u) with Eq => Z.compare (snd t) (snd u) | c => c end.
Definition bound_order (b c : bound) : comparison :=
  match then_by term_order (terms b) (terms c) with
  | Eq => match Z.compare (low b) (low c) with Eq => Z.compare (high b) (high c) | d => d end
  | d => d
  end.
Definition bound_dec : forall b c : bound, {b = c} + {b <> c}.
Proof. repeat decide equality. Defined.

(** A bound whose terms stand in order. *)
Definition settled (b : bound) : bound :=
  Bound (sorted (fun t u => before_or_at (term_order t u)) 40 (terms b)) (low b) (high b).
Lemma total_reordered a ts us : Reordered ts us -> total a ts = total a us.
Proof. induction 1; simpl; lia. Qed.
Lemma settled_ok a b : keeps a (settled b) <-> keeps a b.
Proof.
  unfold keeps, settled. cbn [terms low high].
  rewrite (total_reordered a _ _ (sorted_ok (fun t u => before_or_at (term_order t u)) 40 (terms b))). tauto.
Qed.
Definition all_settled (bs : list bound) : list bound :=
  once bound_dec (sorted (fun b c => before_or_at (bound_order b c)) 40 (map settled bs)).
Lemma all_settled_in b bs : In b (all_settled bs) <-> exists c, In c bs /\ settled c = b.
Proof.
  unfold all_settled. rewrite once_ok.
  assert (R := sorted_ok (fun b c => before_or_at (bound_order b c)) 40 (map settled bs)).
  split.
  - intros I. apply (Permutation_in _ R) in I. apply in_map_iff in I as (c & E & C). exists c. auto.
  - intros (c & C & E). apply (Permutation_in _ (Permutation_sym R)), in_map_iff. exists c. auto.
Qed.

Lemma solves_settled n bs a : solves n (all_settled bs) a <-> solves n bs a.
Proof.
  unfold solves. split; intros [L K]; (split; [exact L|]); intros b B.
  - apply settled_ok, K, all_settled_in. exists b. auto.
  - apply all_settled_in in B as (c & C & <-). apply settled_ok. auto.
Qed.

(** * Up to a group of permutations *)

Fixpoint all_differ {A} (dec : forall x y : A, {x = y} + {x <> y}) (l : list A) : bool :=
  match l with [] => true | x :: l => negb (member dec x l) && all_differ dec l end.
Lemma all_differ_ok {A} dec (l : list A) : all_differ dec l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [M D].
  constructor; auto. rewrite <- (member_ok dec). congruence.
Qed.

(** The first leaves all as it is; they are permutations; two, one after the other, are one of them. *)
Definition is_group (n : nat) (gs : list (list nat)) : bool :=
  equal (hd [] gs) (seq 0 n) && all_differ naturals_dec gs && negb (Nat.eqb (length gs) 0) &&
  forallb (fun g => Nat.eqb (length g) n && forallb (fun x => Nat.ltb x n) g && all_differ Nat.eq_dec g) gs &&
  forallb (fun h => forallb (fun g => member naturals_dec (picks g h) gs) gs) gs.
(** A permutation takes bounds, which are settled, to just these. *)
Definition keeps_bounds (n : nat) (bs : list bound) (g : list nat) : bool :=
  if list_eq_dec bound_dec (all_settled (map (renamed g n) bs)) bs then true else false.

(** How many assignments keep bounds, and how many classes they are: what all permutations keep together,
    over how many they are. *)
Definition orbits_by {number} (plus : number -> number -> number) (zero one : number)
    (over : number -> nat -> number) (n : nat) (bs : list bound) (gs : list (list nat)) : option (number * number) :=
  let bs := all_settled bs in
  if is_group n gs && forallb (keeps_bounds n bs) gs then
    match Recount.every (fixed_by plus zero one n bs) gs with
    | Some (k :: ks) => Some (k, over (fold_right plus zero (k :: ks)) (length gs))
    | _ => None
    end
  else None.
Definition over_N (n : N) (many : nat) : N := N.div n (N.of_nat many).
Definition orbits : nat -> list bound -> list (list nat) -> option (N * N) := orbits_by N.add 0%N 1%N over_N.

Lemma keeps_bounds_ok n bs g a : keeps_bounds n bs g = true -> length a = n ->
  (forall b, In b bs -> keeps a b) -> forall b, In b bs -> keeps (permuted g a) b.
Proof.
  unfold keeps_bounds. destruct (list_eq_dec _ _ _) as [E|]; [|discriminate]. intros _ L K b B.
  rewrite <- renamed_ok, <- settled_ok. rewrite L.
  apply K. rewrite <- E. apply all_settled_in. exists (renamed g n b). split; auto. apply in_map, B.
Qed.

Lemma picks_injective n h g g' : NoDup h -> length h = n -> Forall (fun x => x < n) g -> Forall (fun x => x < n) g' ->
  picks g h = picks g' h -> g = g'.
Proof.
  intros U L. subst n. revert g'. induction g as [|x g IH]; intros [|y g'] F F' E; try discriminate; auto.
  inversion F; inversion F'; subst. injection E as E T. f_equal; auto.
  apply (proj1 (NoDup_nth h 0) U); auto.
Qed.

Lemma every_sum {A number} (plus : number -> number -> number) zero (size : number -> N)
  (f : A -> option number) (g : A -> N) l ks :
  size zero = 0%N -> (forall x y, size (plus x y) = (size x + size y)%N) ->
  Recount.every f l = Some ks -> (forall x k, In x l -> f x = Some k -> size k = g x) ->
  size (fold_right plus zero ks) = sum g l.
Proof.
  intros Z0 P. revert ks. induction l as [|x l IH]; intros ks E H; simpl in E; [injection E as <-; exact Z0|].
  destruct (f x) as [k|] eqn:F; [|discriminate]. destruct (Recount.every f l) as [more|]; [|discriminate].
  injection E as <-. simpl. rewrite P, (IH more); auto; [|intros; apply H; simpl; auto].
  rewrite (H x k); simpl; auto.
Qed.
Lemma every_head {A B} (f : A -> option B) l k ks : Recount.every f l = Some (k :: ks) ->
  exists x rest, l = x :: rest /\ f x = Some k.
Proof.
  destruct l as [|x l]; simpl; [discriminate|]. intros E. exists x, l. split; auto.
  destruct (f x), (Recount.every f l); congruence.
Qed.

(** Classes of things, and of those that they stand for. *)
Lemma classes_of {A B} (P : A -> Prop) (R : A -> A -> Prop) (Q : B -> Prop) (S : B -> B -> Prop)
  (f : B -> A) (h : A -> B) k :
  (forall x, Q x -> P (f x)) -> (forall y, P y -> Q (h y) /\ f (h y) = y) ->
  (forall x y, Q x -> Q y -> (S x y <-> R (f x) (f y))) -> so_many_classes P R k -> so_many_classes Q S k.
Proof.
  intros F H E (Refl & Sym & Trans & l & U & I & Reach & Differ & ->).
  split; [|split; [|split]].
  - intros x X. apply E; auto.
  - intros x y X Y. rewrite !E by auto. auto.
  - intros x y z X Y Z. rewrite !E by auto. apply Trans; auto.
  - assert (Back : forall y, In y l -> Q (h y) /\ f (h y) = y) by auto. exists (map h l). repeat split.
    + clear -U Back. induction U as [|y l Y U IH]; simpl; constructor.
      * rewrite in_map_iff. intros (z & G & Z). apply Y.
        rewrite <- (proj2 (Back y (or_introl eq_refl))), <- G, (proj2 (Back z (or_intror Z))). exact Z.
      * apply IH. intros z Z. apply Back. simpl; auto.
    + intros x X. apply in_map_iff in X as (y & <- & Y). apply Back, Y.
    + intros x X. destruct (Reach (f x) (F x X)) as (y & Y & G). exists (h y). split; [apply in_map, Y|].
      apply E; auto; [apply Back, Y|]. rewrite (proj2 (Back y Y)). exact G.
    + intros x z X Z. apply in_map_iff in X as (y & <- & Y), Z as (w & <- & W). rewrite E by (apply Back; auto).
      rewrite (proj2 (Back y Y)), (proj2 (Back w W)). intros G. f_equal. auto.
    + rewrite map_length. reflexivity.
Qed.

(** Each of the permutations takes what keeps the bounds to what keeps them. *)
Lemma orbits_keep {number} (plus : number -> number -> number) zero one over n all gs found :
  orbits_by plus zero one over n all gs = Some found ->
  forall g a, In g gs -> solves n all a -> solves n all (permuted g a).
Proof.
  unfold orbits_by. intros E g a G S. destruct (is_group n gs) eqn:I; [|discriminate].
  destruct (forallb _ gs) eqn:K; [|discriminate]. apply solves_settled in S as [L S]. apply solves_settled. split.
  - unfold permuted. rewrite map_length. unfold is_group in I. rewrite !andb_true_iff, !forallb_forall in I.
    destruct I as [[_ I] _]. specialize (I g G). rewrite !andb_true_iff in I. apply Nat.eqb_eq, I.
  - apply (keeps_bounds_ok n); auto. rewrite forallb_forall in K. apply K, G.
Qed.

Theorem orbits_by_correct : forall number (plus : number -> number -> number) zero one over (size : number -> N),
  size zero = 0%N -> size one = 1%N -> (forall x y, size (plus x y) = (size x + size y)%N) ->
  (forall x many, size (over x many) = over_N (size x) many) ->
  forall n all gs labelled k, orbits_by plus zero one over n all gs = Some (labelled, k) ->
  so_many (solves n all) (size labelled) /\ so_many_classes (solves n all) (same_by gs) (size k).
Proof.
  intros number plus zero one over size Z0 O1 Plus Over n all gs labelled k. unfold orbits_by, is_group.
  set (bs := all_settled all). intros E. enough (H : so_many (solves n bs) (size labelled) /\
    so_many_classes (solves n bs) (same_by gs) (size k)).
  { destruct H as [L C]. split.
    - revert L. apply so_many_iff. intros a. apply solves_settled.
    - revert C. apply (classes_of _ _ _ _ (fun a => a) (fun a => a)); [intros a; apply solves_settled| |tauto].
      intros a A. split; auto. apply solves_settled, A. }
  revert E. generalize bs. clear bs. intros bs.
  destruct (naturals_dec (hd [] gs) (seq 0 n)) as [Unit|]; [|discriminate]. cbn [andb].
  destruct (all_differ naturals_dec gs) eqn:Differ; [|discriminate]. cbn [andb].
  destruct (Nat.eqb_spec (length gs) 0) as [|Some_]; [discriminate|]. cbn [negb andb].
  destruct (forallb _ gs) eqn:Are; [|discriminate]. destruct (forallb _ gs) eqn:Closed in |- *; [|discriminate].
  destruct (forallb (keeps_bounds n bs) gs) eqn:Kept; [|discriminate]. cbn [andb].
  destruct (Recount.every (fixed_by plus zero one n bs) gs) as [[|first_ ks]|] eqn:E; try discriminate.
  intros Q. injection Q as <- <-.
  assert (P : forall g, In g gs -> length g = n /\ Forall (fun x => x < n) g /\ NoDup g).
  { intros g I. rewrite forallb_forall in Are. specialize (Are g I). rewrite !andb_true_iff in Are.
    destruct Are as [[A B] C]. split; [apply Nat.eqb_eq, A|split; [|eapply all_differ_ok, C]].
    apply Forall_forall. intros x X. apply Nat.ltb_lt, (proj1 (forallb_forall _ _) B x X). }
  assert (D : forall h g, In h gs -> In g gs -> In (picks g h) gs).
  { intros h g H I. rewrite forallb_forall in Closed. specialize (Closed h H).
    rewrite forallb_forall in Closed. eapply member_ok, Closed, I. }
  assert (T : In (seq 0 n) gs) by (rewrite <- Unit; destruct gs; simpl in *; [lia|auto]).
  assert (L : so_many (solves n bs) (size first_)).
  { destruct (every_head _ _ _ _ E) as (e & rest & -> & F). simpl in Unit. subst e.
    apply (fixed_by_correct _ _ _ _ size Z0 O1 Plus) in F.
    apply (so_many_iff (fun a => solves n bs a /\ permuted (seq 0 n) a = a)); auto.
    intros a. split; [tauto|]. intros S. split; auto. destruct S as [<- _]. apply permuted_itself. }
  split; auto. destruct L as (xs & U & I & _).
  assert (Into : forall g x, In g gs -> In x xs -> In (permuted g x) xs).
  { intros g x G X. apply I in X as [X K]. apply I. split; [unfold permuted; rewrite map_length; apply P, G|].
    apply (keeps_bounds_ok n); auto. apply (proj1 (forallb_forall _ _) Kept g G). }
  assert (Identity : exists e, In e gs /\ forall x, In x xs -> permuted e x = x).
  { exists (seq 0 n). split; auto. intros x X. apply I in X as [<- _]. apply permuted_itself. }
  assert (After : forall h, In h gs -> exists f, Reordered (map f gs) gs /\
                  forall g x, In g gs -> In x xs -> permuted (f g) x = permuted g (permuted h x)).
  { intros h H. exists (fun g => picks g h). destruct (P h H) as (LH & _ & UH). split.
    - apply NoDup_Permutation_bis; [|rewrite map_length; auto|].
      + assert (V := all_differ_ok _ _ Differ). clear -P UH LH V.
        induction V as [|g l G V IH]; simpl; constructor.
        * rewrite in_map_iff. intros (g' & Q & J). apply G.
          replace g with g'; auto. apply (picks_injective n h); auto; apply P; simpl; auto.
        * apply IH. intros g' J. apply P. simpl; auto.
      + intros g J. apply in_map_iff in J as (g' & <- & J). auto.
    - intros g x G _. apply picks_permuted. rewrite LH. apply P, G. }
  set (dec := list_eq_dec bool_dec). set (firsts_ := firsts dec permuted gs xs).
  assert (B := burnside dec permuted gs xs U Into Identity After). fold firsts_ in B.
  change (plus first_ (fold_right plus zero ks)) with (fold_right plus zero (first_ :: ks)).
  rewrite Over, (every_sum _ _ size _ (fun g => sum (fun x => if dec (permuted g x) x then 1%N else 0%N) xs) _ _ Z0 Plus E).
  - unfold over_N. rewrite <- B, N.div_mul by lia.
    assert (C := firsts_classes dec permuted gs xs U Identity After). fold firsts_ in C.
    destruct C as (R & S & V & l & C1 & C2 & C3 & C4 & C5). repeat split.
    + intros x X. apply R, I, X.
    + intros x y X Y. apply S; apply I; auto.
    + intros x y z X Y Z. apply V; apply I; auto.
    + exists l. split; [exact C1|split; [intros x X; apply I, C2, X|split; [intros x X; apply C3, I, X|auto]]].
  - intros g k G F. apply (fixed_by_correct _ _ _ _ size Z0 O1 Plus) in F.
    apply (so_many_length _ _ (filter (fun x => if dec (permuted g x) x then true else false) xs)) in F.
    + rewrite F, <- sum_filter. apply sum_ext. intros x. destruct (dec (permuted g x) x); auto.
    + apply NoDup_filter, U.
    + intros x. rewrite filter_In, I. destruct (dec (permuted g x) x); intuition discriminate.
Qed.

Theorem orbits_correct : forall n bs gs labelled k, orbits n bs gs = Some (labelled, k) ->
  so_many (solves n bs) labelled /\ so_many_classes (solves n bs) (same_by gs) k.
Proof. intros n bs gs labelled k. apply (orbits_by_correct N N.add 0%N 1%N over_N (fun n => n)); auto. Qed.

(** * Up to the motions of a board *)

Section Moving.
  Context (p : problem) (m : motion).
  Definition cells_kept : bool := forallb (fun s =>
    match look (on p) (moved (on p) m s), look (on p) s with
    | Square, Square | Hole, Hole | Wall, Wall => true
    | _, _ => false
    end) (list_prod (up_to (rows (on p))) (up_to (columns (on p)))).
  Definition kinds_kept : bool := forallb (fun x =>
    Bool.eqb (mayb p x) (mayb p (fst x, moved (on p) m (snd x)))) (every p).
  Definition rule_kept (r : rule) : bool :=
    match r with
    | Given k s => existsb (fun q => match q with
        | Given l t => Nat.eqb k l && same (moved (on p) m s) t | _ => false end) (rules p)
    | Bare s => existsb (fun q => match q with
        | Bare t => same (moved (on p) m s) t | _ => false end) (rules p)
    | Regions _ parts _ _ => forallb (fun part => existsb (fun other => forallb (fun s =>
        Bool.eqb (within part s) (within other (moved (on p) m s))) (squares (on p))) parts) parts
    | _ => true
    end.
  Definition keptb : bool := cells_kept && kinds_kept && forallb rule_kept (rules p).

  Lemma rule_kept_ok r : rule_kept r = true <-> match r with
    | Given k s => In (Given k (moved (on p) m s)) (rules p)
    | Bare s => In (Bare (moved (on p) m s)) (rules p)
    | Regions _ parts _ _ => forall part, In part parts -> exists other, In other parts /\
        forall s, In s (squares (on p)) -> (In s part <-> In (moved (on p) m s) other)
    | _ => True
    end.
  Proof.
    destruct r as [| | |ks parts low high| | | | |k s|s]; cbn [rule_kept]; try tauto.
    - rewrite forallb_forall. split; intros H part I; specialize (H part I).
      + apply existsb_exists in H as (other & O & H). exists other. split; auto. intros s S.
        rewrite forallb_forall in H. specialize (H s S). apply eqb_prop in H.
        rewrite <- (member_ok place_dec s), <- (member_ok place_dec (moved _ _ s)), H. tauto.
      + destruct H as (other & O & H). apply existsb_exists. exists other. split; auto.
        apply forallb_forall. intros s S. apply eqb_true_iff, eq_true_iff_eq. rewrite !member_ok. auto.
    - rewrite existsb_exists. split.
      + intros (q & Q & H). destruct q as [| | | | | | | |l t|]; try discriminate. apply andb_prop in H as [K T].
        apply Nat.eqb_eq in K. apply same_ok in T. congruence.
      + intros I. eexists. split; [exact I|]. cbn beta iota. rewrite Nat.eqb_refl. apply same_ok. reflexivity.
    - rewrite existsb_exists. split.
      + intros (q & Q & H). destruct q as [| | | | | | | | |t]; try discriminate. apply same_ok in H. congruence.
      + intros I. eexists. split; [exact I|]. apply same_ok. reflexivity.
  Qed.
  Lemma keptb_ok : keptb = true <-> kept p m.
  Proof.
    unfold keptb, kept, cells_kept, kinds_kept. rewrite !andb_true_iff, !forallb_forall.
    assert (C : forall x y, match x, y with Square, Square | Hole, Hole | Wall, Wall => true | _, _ => false end = true
      <-> x = y) by (intros [] []; intuition congruence).
    setoid_rewrite C. setoid_rewrite rule_kept_ok.
    assert (K : (forall x, In x (every p) -> Bool.eqb (mayb p x) (mayb p (fst x, moved (on p) m (snd x))) = true) <->
      forall k s, In s (squares (on p)) -> (may p k s <-> may p k (moved (on p) m s))).
    { split.
      - intros H k s S. destruct (Nat.lt_ge_cases k (length (kinds p))) as [L|L]; [|split; intros (T & _); lia].
        specialize (H (k, s) (proj2 (every_ok p k s) (conj L S))). apply eqb_prop in H.
        rewrite <- !mayb_ok, H. tauto.
      - intros H [k s] I. apply every_ok in I as [_ S]. apply eqb_true_iff, eq_true_iff_eq. cbn [fst snd].
        rewrite !mayb_ok. auto. }
    rewrite K. split; [intros [[U V] W]|intros (U & V & W)]; auto.
  Qed.

  (** What becomes of variables; [None]: of one there is nothing. *)
  Definition moved_variable (x : variable) : variable :=
    let go := moved (on p) m in
    match x with
    | Stands y => Stands (fst y, go (snd y))
    | Sees y way => Sees (fst y, go (snd y)) (map go way)
    | Safe ks blocking t => Safe ks blocking (go t)
    end.
  Definition all_moved (vs : list variable) : option (list nat) :=
    Recount.every (fun x => number_of (moved_variable x) vs 0) vs.
  Lemma all_moved_ok vs g v : all_moved vs = Some g -> permuted g v = map (fun x => stood vs v (moved_variable x)) vs.
  Proof.
    unfold all_moved. generalize vs at 2 4. intros l. revert g. induction l as [|x l IH]; intros g E; simpl in E.
    - injection E as <-. reflexivity.
    - destruct (number_of _ vs 0) as [n|] eqn:N; [|discriminate]. destruct (Recount.every _ l) as [ns|]; [|discriminate].
      injection E as <-. cbn [permuted map]. f_equal; [|apply IH; auto]. unfold stood. rewrite N. reflexivity.
  Qed.
End Moving.

Fixpoint first_ones (seen l : list (list nat)) : list (list nat) :=
  match l with
  | [] => []
  | x :: l => if member naturals_dec x seen then first_ones seen l else x :: first_ones (x :: seen) l
  end.
Lemma first_ones_in l : forall seen x, In x seen \/ In x (first_ones seen l) <-> In x seen \/ In x l.
Proof.
  induction l as [|y l IH]; intros seen x; simpl; [tauto|].
  destruct (member naturals_dec y seen) eqn:E.
  - apply member_ok in E. rewrite IH. intuition congruence.
  - simpl. destruct (IH (y :: seen) x) as [A B]. simpl in A, B. split; [clear B|clear A]; tauto.
Qed.

(** How many arrangements solve a problem, and how many classes they are. *)
Definition solve_orbits_by {number} (plus : number -> number -> number) (zero one : number)
    (over : number -> nat -> number) (p : problem) (o : order) : option (number * number) :=
  let vs := variables p o in
  if fits p vs then
    match Recount.every (fun m => all_moved p m vs) (filter (keptb p) (motions (on p))) with
    | Some gs => orbits_by plus zero one over (length vs) (bounds p vs) (first_ones [] gs)
    | None => None
    end
  else None.
Definition solve_orbits : problem -> order -> option (N * N) := solve_orbits_by N.add 0%N 1%N over_N.

Lemma every_in {A B} (f : A -> option B) l : forall ys, Recount.every f l = Some ys ->
  (forall y, In y ys <-> exists x, In x l /\ f x = Some y).
Proof.
  induction l as [|x l IH]; intros ys E y; simpl in E.
  - injection E as <-. split; [intros []|intros (x & [] & _)].
  - destruct (f x) as [z|] eqn:F; [|discriminate]. destruct (Recount.every f l) as [zs|]; [|discriminate].
    injection E as <-. simpl. rewrite (IH zs eq_refl). split.
    + intros [<-|(w & W & H)]; [exists x|exists w]; auto.
    + intros (w & [<-|W] & H); [left; congruence|right; exists w; auto].
Qed.
Lemma every_all {A B} (f : A -> option B) l : forall ys, Recount.every f l = Some ys ->
  forall x, In x l -> exists y, f x = Some y.
Proof.
  induction l as [|z l IH]; intros ys E x; simpl in E; [intros []|].
  destruct (f z) as [y|] eqn:F; [|discriminate]. destruct (Recount.every f l) as [more|]; [|discriminate].
  intros [<-|X]; [eauto|]. eapply IH; eauto.
Qed.

Lemma symmetric_ok p vs ms gs a c : fits p vs = true -> solution p a -> solution p c ->
  (forall m, In m ms <-> In m (motions (on p)) /\ kept p m) ->
  Recount.every (fun m => all_moved p m vs) ms = Some gs ->
  (forall g v, In g gs -> solves (length vs) (bounds p vs) v -> solves (length vs) (bounds p vs) (permuted g v)) ->
  (symmetric p a c <-> same_by (first_ones [] gs) (encode p vs a) (encode p vs c)).
Proof.
  intros F SA SC M E Keeps. assert (A := SA). assert (C := SC). destruct A as (LA & A & _), C as (LC & C & _).
  assert (Man : forall b k s, (forall k s, stands p b k s -> may p k s) ->
    (stood vs (encode p vs b) (Stands (k, s)) = true <-> stands p b k s)).
  { intros b k s B. rewrite (stood_encode p vs F b B) by eauto. apply standsb_ok. }
  assert (One : forall m g, In g gs -> kept p m -> all_moved p m vs = Some g ->
    (permuted g (encode p vs a) = encode p vs c <->
     forall k s, In s (squares (on p)) -> (stands p c k s <-> stands p a k (moved (on p) m s)))).
  { intros m g I K G. assert (P := all_moved_ok p m vs g (encode p vs a) G).
    assert (X : forall v, permuted g (encode p vs a) = encode p vs v -> (forall k s, stands p v k s -> may p k s) ->
      forall k s, may p k s -> (stands p v k s <-> stands p a k (moved (on p) m s))).
    { intros v Q V k s Y. apply (order_ok p vs F) in Y. rewrite P in Q. unfold encode at 2 in Q.
      assert (T := proj1 map_ext_in_iff Q _ Y). cbn [moved_variable fst snd sense seen] in T.
      rewrite <- (standsb_ok p v), <- (Man a _ _ A), T. tauto. }
    split.
    - intros Q k s S. split; intros T.
      + apply (X c Q C k s); auto.
      + apply (X c Q C k s); auto. apply K; auto.
    - intros H. destruct (decoded p vs F (permuted g (encode p vs a))) as [D Q]; [apply Keeps; [exact I|apply encoded; auto]|].
      set (d := decode p vs (permuted g (encode p vs a))) in *. symmetry in Q. rewrite Q. f_equal.
      destruct D as (LD & D & _). apply (who_ext (squares (on p))); auto using nodup_squares.
      assert (W : forall k s, In s (squares (on p)) -> (stands p d k s <-> stands p c k s)).
      { intros k s S. split; intros T.
        - apply H; auto. apply (X d Q D k s); auto.
        - apply (X d Q D k s); auto. apply H; auto. }
      intros s S. unfold stands in W. destruct (who _ d s) as [k|] eqn:V.
      + symmetry. apply W; auto.
      + destruct (who _ c s) as [k|] eqn:U; auto. apply W in U; [congruence|exact S]. }
  assert (N : forall g, In g (first_ones [] gs) <-> In g gs).
  { intros g. assert (G := first_ones_in gs [] g). simpl in G. tauto. }
  split.
  - intros (m & I & K & H). destruct (every_all _ _ _ E m) as (g & G); [apply M; auto|].
    assert (J : In g gs) by (apply (every_in _ _ _ E); exists m; split; [apply M; auto|exact G]).
    exists g. split; [apply N, J|apply (One m); auto].
  - intros (g & G & H). apply N in G. assert (J := G). apply (every_in _ _ _ E) in G as (m & I & G). apply M in I as [I K].
    exists m. split; [exact I|split; [exact K|]]. apply (One m g); auto.
Qed.

Theorem solve_orbits_by_correct : forall number (plus : number -> number -> number) zero one over (size : number -> N),
  size zero = 0%N -> size one = 1%N -> (forall x y, size (plus x y) = (size x + size y)%N) ->
  (forall x many, size (over x many) = over_N (size x) many) ->
  forall p o labelled k, solve_orbits_by plus zero one over p o = Some (labelled, k) ->
  so_many (solution p) (size labelled) /\ so_many_classes (solution p) (symmetric p) (size k).
Proof.
  intros number plus zero one over size Z0 O1 P D p o labelled k. unfold solve_orbits_by. cbv zeta.
  set (vs := variables p o). destruct (fits p vs) eqn:F; [|discriminate].
  destruct (Recount.every _ _) as [gs|] eqn:E; [|discriminate]. intros H.
  assert (Keeps := orbits_keep _ _ _ _ _ _ _ _ H).
  apply (orbits_by_correct _ _ _ _ _ size Z0 O1 P D) in H as [L H].
  split; [apply (as_many p vs); auto|]. revert H. apply (classes_of _ _ _ _ (encode p vs) (decode p vs)).
  - intros a A. apply encoded; auto.
  - intros v V. apply decoded; auto.
  - intros a c A C. apply (symmetric_ok _ _ _ _ _ _ F A C) with (2 := E).
    + intros m. rewrite filter_In, keptb_ok. tauto.
    + intros g v G. apply Keeps. assert (X := first_ones_in gs [] g). simpl in X. tauto.
Qed.

Theorem solve_orbits_correct : forall p o labelled k, solve_orbits p o = Some (labelled, k) ->
  so_many (solution p) labelled /\ so_many_classes (solution p) (symmetric p) k.
Proof. intros p o labelled k. apply (solve_orbits_by_correct N N.add 0%N 1%N over_N (fun n => n)); auto. Qed.

(** * The best value of an objective *)

Lemma symmetric_adding p what low high a c : symmetric (adding p (Amount what low high)) a c <-> symmetric p a c.
Proof.
  assert (K : forall m, kept (adding p (Amount what low high)) m <-> kept p m).
  { intros m. unfold kept. cbn [adding on rules]. split; intros (C & M & R); (split; [exact C|split; [exact M|]]).
    - intros r I. specialize (R r (or_intror I)). destruct r; auto; destruct R as [|R]; auto; discriminate.
    - intros r [<-|I]; [exact Logic.I|]. specialize (R r I). destruct r; auto; right; exact R. }
  unfold symmetric. setoid_rewrite K. tauto.
Qed.

Definition best_orbits (p : problem) (o : order) (maximise : bool) (what : measure) (v : N) : option (N * N) :=
  match solve (adding p (better p maximise what v)) o with
  | Some 0%N => solve_orbits (adding p (Amount what (Z.of_N v) (Z.of_N v))) o
  | _ => None
  end.

(** No solution has a better value; so many have this one, in so many classes. *)
Theorem best_orbits_correct : forall p o maximise what v labelled k,
  best_orbits p o maximise what v = Some (labelled, k) ->
  (forall a n, solution p a -> so_many (measured p a what) n -> if maximise then (n <= v)%N else (v <= n)%N) /\
  so_many (fun a => solution p a /\ so_many (measured p a what) v) labelled /\
  so_many_classes (fun a => solution p a /\ so_many (measured p a what) v) (symmetric p) k.
Proof.
  unfold best_orbits. intros p o maximise what v labelled k E. destruct (solve _ o) as [[|?]|] eqn:B; try discriminate.
  split; [exact (nothing_better p o maximise what v B)|]. apply solve_orbits_correct in E as [L C]. split.
  - revert L. apply so_many_iff. intros a. apply having_ok.
  - revert C. apply (classes_of _ _ _ _ (fun a => a) (fun a => a)); [intros a; apply having_ok|intros a A|].
    + split; auto. apply having_ok, A.
    + intros a c _ _. symmetry. apply symmetric_adding.
Qed.
