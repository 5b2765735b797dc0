(** * From facts to bounds, and the number of solutions

    Unattacked squares get variables of their own, _gates_. [bounds] numbers men and gates, and [solve] counts
    the assignments to them. [solve_correct] and [best_correct], at the end, are the theorems. *)
From Coq Require Import List ZArith NArith Bool Lia.
From nqsat Require Import Bounds Recount Problem Facts.
Import ListNotations.
Open Scope Z_scope.

(** * Gates: variables beside the men

    No bound on men says that a square is unattacked. So there is a variable for it, and a bound that makes
    the variable true just if its inputs are: some of them true, the others false. *)

Inductive variable :=
| Stands (m : man)
| Sees (m : man) (way : list place)  (* the man stands, and nobody stands on the way *)
| Safe (kinds : list nat) (blocking : bool) (t : place).  (* nobody stands on the square, or reaches it *)
Definition variable_dec : forall x y : variable, {x = y} + {x <> y}.
Proof. decide equality; auto using man_dec, place_dec, bool_dec, (list_eq_dec place_dec), (list_eq_dec Nat.eq_dec). Defined.
Definition vfact := fact_on variable.

Section Gates.
  Context (p : problem).
  (** What reaches a square. *)
  Definition threats (ks : list nat) (blocking : bool) (t : place) : list variable :=
    flat_map (fun m => map (fun w => if blocking then Sees m (snd w) else Stands m)
      (filter (fun w => same (fst w) t) (sights (on p) (moves (the p (fst m))) (snd m))))
      (picked p (fun m => has ks (fst m))).
  (** What has to be true, and what has to be false. *)
  Definition inputs (x : variable) : list variable * list variable :=
    match x with
    | Stands _ => ([], [])
    | Sees m way => ([Stands m], map Stands (flat_map (at_ p) way))
    | Safe ks blocking t => ([], map Stands (at_ p t) ++ threats ks blocking t)
    end.
  Definition gates_of (r : rule) : list variable :=
    match r with
    | Amount (Unattacked ks blocking) _ _ => flat_map (fun t =>
        (if blocking then threats ks blocking t else []) ++ [Safe ks blocking t]) (squares (on p))
    | _ => []
    end.
  Definition gates : list variable := nodup variable_dec (flat_map gates_of (rules p)).

  Definition gate (x : variable) : vfact :=
    let (yes, no) := inputs x in
    let n := Z.of_nat (length yes) + Z.of_nat (length no) in
    ((x, - (n + 1)) :: map (fun y => (y, 1)) yes ++ map (fun y => (y, -1)) no,
     - 1 - Z.of_nat (length no), n - 1 - Z.of_nat (length no)).
  Definition amounts (r : rule) : list vfact :=
    match r with
    | Amount (Unattacked ks blocking) low high =>
        [(map (fun x => (x, 1)) (map (Safe ks blocking) (squares (on p))), low, high)]
    | _ => []
    end.
  Definition of_variables (f : fact) : vfact :=
    let '(ts, low, high) := f in (map (fun t => (Stands (fst t), snd t)) ts, low, high).
  Definition all_facts : list vfact :=
    map of_variables (facts p ++ implied p) ++ map gate gates ++ flat_map amounts (rules p).
End Gates.

(** * What gates mean *)

Lemma of_variables_ok a f : true_ a (of_variables f) <-> true_ (fun m => a (Stands m)) f.
Proof.
  destruct f as [[ts low] high]. unfold true_, of_variables.
  replace (sums a (map _ ts)) with (sums (fun m => a (Stands m)) ts); [tauto|].
  induction ts as [|[m w] ts IH]; simpl; auto. rewrite IH. reflexivity.
Qed.
Lemma true_ext {A} (a c : A -> bool) f : (forall x w, In (x, w) (fst (fst f)) -> a x = c x) -> (true_ a f <-> true_ c f).
Proof.
  intros E. destruct f as [[ts low] high]. unfold true_. cbn [fst] in E. replace (sums c ts) with (sums a ts); [tauto|].
  induction ts as [|[x w] ts IH]; auto. simpl. rewrite (E x w), IH; simpl; auto. intros y v I. apply (E y v). simpl. auto.
Qed.
Lemma all_true_ {A} (f : A -> bool) l : length (filter f l) = length l <-> forall x, In x l -> f x = true.
Proof.
  split.
  - induction l as [|x l IH]; intros L y; [intros []|]. simpl in L. assert (S := filter_short f l).
    destruct (f x) eqn:E; simpl in L; [|lia]. intros [<-|I]; auto.
  - induction l as [|x l IH]; intros H; auto. simpl. rewrite (H x) by (simpl; auto). simpl. rewrite IH; auto.
    intros y I. apply H. simpl. auto.
Qed.
Lemma none_true {A} (f : A -> bool) l : length (filter f l) = O <-> forall x, In x l -> f x = false.
Proof.
  split.
  - intros L x I. destruct (f x) eqn:E; auto. assert (H : In x (filter f l)) by (apply filter_In; auto).
    destruct (filter f l); [destruct H|discriminate].
  - induction l as [|x l IH]; intros H; auto. simpl. rewrite (H x) by (simpl; auto). apply IH. intros y I. apply H. simpl. auto.
Qed.

Section Sensed.
  Context (p : problem).
  Lemma gate_ok a x : true_ a (gate p x) <-> (a x = true <->
    (forall y, In y (fst (inputs p x)) -> a y = true) /\ (forall y, In y (snd (inputs p x)) -> a y = false)).
  Proof.
    unfold gate, true_. destruct (inputs p x) as [yes no]. cbn [fst snd sums]. rewrite sums_app, !sums_all.
    rewrite <- all_true_, <- none_true. assert (Y := filter_short a yes). assert (N := filter_short a no).
    destruct (a x); [|split; [intros H; split; [discriminate|lia]|]].
    - split; [intros H; split; [lia|auto]|]. intros [H _]. destruct (H eq_refl). lia.
    - intros [_ H]. destruct (Nat.eq_dec (length (filter a yes)) (length yes)), (Nat.eq_dec (length (filter a no)) 0);
        lia.
  Qed.

  (** What the men say of all variables; of [Safe] last, which may look at [Sees]. *)
  Context (a : man -> bool).
  Definition seen (x : variable) : bool :=
    match x with
    | Stands m => a m
    | Sees m way => a m && negb (existsb a (flat_map (at_ p) way))
    | Safe _ _ _ => false
    end.
  Definition sense (x : variable) : bool :=
    match x with
    | Safe ks blocking t => negb (existsb a (at_ p t)) && negb (existsb seen (threats p ks blocking t))
    | _ => seen x
    end.
  Lemma threats_seen ks blocking t y : In y (threats p ks blocking t) -> sense y = seen y.
  Proof.
    unfold threats. intros I. apply in_flat_map in I as (m & _ & I). apply in_map_iff in I as (w & <- & _).
    destruct blocking; reflexivity.
  Qed.
  Lemma none_of {A} (f : A -> bool) l : negb (existsb f l) = true <-> forall y, In y l -> f y = false.
  Proof.
    rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. split.
    - intros H y I. apply not_true_is_false. eauto.
    - intros H (y & I & T). rewrite (H y I) in T. discriminate.
  Qed.

  (** That all gates are right makes them say what the men say. *)
  Definition is_gate (x : variable) : Prop := match x with Stands _ => False | _ => True end.
  Lemma sense_inputs x : is_gate x -> (sense x = true <->
    (forall y, In y (fst (inputs p x)) -> sense y = true) /\ (forall y, In y (snd (inputs p x)) -> sense y = false)).
  Proof.
    destruct x as [m|m way|ks blocking t]; intros G; [destruct G| |]; cbn [sense seen inputs fst snd In];
      rewrite andb_true_iff, !none_of.
    - split.
      + intros [M H]. split; [intros y [<-|[]]; exact M|]. intros y Y. apply in_map_iff in Y as (n & <- & N). exact (H n N).
      + intros [M H]. split; [apply (M (Stands m)); auto|]. intros n N. apply (H (Stands n)), in_map, N.
    - split.
      + intros [M H]. split; [intros y []|]. intros y Y. apply in_app_iff in Y as [Y|Y].
        * apply in_map_iff in Y as (n & <- & N). apply (M n N).
        * rewrite (threats_seen _ _ _ _ Y). exact (H y Y).
      + intros [_ H]. split.
        * intros n N. apply (H (Stands n)), in_or_app. left. apply in_map, N.
        * intros y Y. rewrite <- (threats_seen _ _ _ _ Y). apply H, in_or_app. auto.
  Qed.
  Lemma gates_are x : In x (gates p) -> is_gate x /\ forall y, In y (fst (inputs p x) ++ snd (inputs p x)) ->
    (exists m, y = Stands m) \/ In y (gates p) /\ exists m way, y = Sees m way.
  Proof.
    unfold gates. setoid_rewrite nodup_In. setoid_rewrite in_flat_map. intros (r & R & I).
    destruct r as [| | | | |[|ks blocking] low high| | | |]; try destruct I. cbn [gates_of] in I.
    apply in_flat_map in I as (t & T & I). apply in_app_iff in I as [I|[<-|[]]].
    - destruct blocking; [|destruct I]. unfold threats in I. apply in_flat_map in I as (m & _ & I).
      apply in_map_iff in I as (w & <- & _). split; [exact Logic.I|]. intros y [<-|Y]; [eauto|]. left.
      apply in_map_iff in Y as (n & <- & _). eauto.
    - split; [exact Logic.I|]. intros y Y. cbn [inputs fst snd app] in Y. apply in_app_iff in Y as [Y|Y].
      + apply in_map_iff in Y as (n & <- & _). eauto.
      + destruct blocking.
        * right. split; [|unfold threats in Y; apply in_flat_map in Y as (m & _ & Y); apply in_map_iff in Y as (w & <- & _); eauto].
          exists (Amount (Unattacked ks true) low high). split; [exact R|]. cbn [gates_of].
          apply in_flat_map. exists t. split; [exact T|]. apply in_or_app. auto.
        * left. unfold threats in Y. apply in_flat_map in Y as (m & _ & Y). apply in_map_iff in Y as (w & <- & _). eauto.
  Qed.
  Lemma sensed v : (forall m, v (Stands m) = a m) -> (forall x, In x (gates p) -> true_ v (gate p x)) ->
    forall x, In x (gates p) -> v x = sense x.
  Proof.
    intros M H.
    assert (S : forall x, In x (gates p) ->
      (forall y, In y (fst (inputs p x) ++ snd (inputs p x)) -> v y = sense y) -> v x = sense x).
    { intros x X E. apply eq_true_iff_eq. rewrite (sense_inputs x) by (apply gates_are, X).
      assert (G := proj1 (gate_ok v x) (H x X)). rewrite G.
      assert (E1 : forall y, In y (fst (inputs p x)) -> v y = sense y) by (intros; apply E, in_or_app; auto).
      assert (E2 : forall y, In y (snd (inputs p x)) -> v y = sense y) by (intros; apply E, in_or_app; auto).
      split; intros [T F]; split; intros y Y.
      - rewrite <- E1 by exact Y. exact (T y Y).
      - rewrite <- E2 by exact Y. exact (F y Y).
      - rewrite E1 by exact Y. exact (T y Y).
      - rewrite E2 by exact Y. exact (F y Y). }
    intros x X. apply S; auto. intros y Y. apply (gates_are x X) in Y as [(m & ->)|(Y & m & way & ->)]; [apply M|].
    apply S; auto. intros z Z. cbn [inputs fst snd app In] in Z. destruct Z as [<-|Z]; [apply M|].
    apply in_map_iff in Z as (n & <- & _). apply M.
  Qed.
  Lemma gates_hold v : (forall x, (exists m, x = Stands m) \/ In x (gates p) -> v x = sense x) ->
    forall x, In x (gates p) -> true_ v (gate p x).
  Proof.
    intros E x X. apply gate_ok. rewrite (E x (or_intror X)), (sense_inputs x) by (apply gates_are, X).
    assert (I : forall y, In y (fst (inputs p x) ++ snd (inputs p x)) -> v y = sense y).
    { intros y Y. apply E. apply (gates_are x X) in Y as [Y|[Y _]]; auto. }
    split; intros [T F]; split; intros y Y.
    - rewrite I by (apply in_or_app; auto). exact (T y Y).
    - rewrite I by (apply in_or_app; auto). exact (F y Y).
    - rewrite <- I by (apply in_or_app; auto). exact (T y Y).
    - rewrite <- I by (apply in_or_app; auto). exact (F y Y).
  Qed.
End Sensed.

(** * Variables are numbered *)

(** Men come in the order in which they are decided, each gate right after the last man whom it looks at. *)
Definition order := list man.
Fixpoint number_of (x : variable) (vs : list variable) (n : nat) : option nat :=
  match vs with
  | [] => None
  | y :: vs => if variable_dec x y then Some n else number_of x vs (S n)
  end.
Definition ready_after (p : problem) (men : list variable) (x : variable) : nat :=
  let ready y := fold_right (fun z n => match number_of z men 1 with Some i => Nat.max i n | None => n end) O
    (fst (inputs p y) ++ snd (inputs p y)) in
  fold_right (fun y n => Nat.max (ready y) n) (ready x) (snd (inputs p x)).
Definition variables (p : problem) (o : order) : list variable :=
  let men := map Stands o in
  let gs := map (fun x => (ready_after p men x, x)) (gates p) in
  let ready n := map snd (filter (fun g => Nat.eqb (fst g) n) gs) in
  ready O ++ flat_map (fun nx => snd nx :: ready (fst nx)) (combine (seq 1 (length o)) men).

Fixpoint distinct (l : list variable) : bool :=
  match l with [] => true | x :: l => negb (member variable_dec x l) && distinct l end.
(** Each man who may stand has one number, so has each gate, and nothing else has. *)
Definition fits (p : problem) (vs : list variable) : bool :=
  let gs := gates p in
  distinct vs && forallb (fun x => match x with Stands m => mayb p m | _ => member variable_dec x gs end) vs &&
  forallb (fun x => member variable_dec x vs) (map Stands (filter (mayb p) (every p)) ++ gs).
Definition numbered (vs : list variable) (t : variable * Z) : list (nat * Z) :=
  match number_of (fst t) vs 0 with Some n => [(n, snd t)] | None => [] end.
Definition to_bound (vs : list variable) (f : vfact) : bound :=
  let '(ts, low, high) := f in Bound (flat_map (numbered vs) ts) low high.
Definition bounds (p : problem) (vs : list variable) : list bound := map (to_bound vs) (all_facts p).
Definition solve_by {number} (plus : number -> number -> number) (zero one : number)
    (p : problem) (o : order) : option number :=
  let vs := variables p o in
  if fits p vs then count_by plus zero one (length vs) (bounds p vs) else None.
Definition solve : problem -> order -> option N := solve_by N.add 0%N 1%N.

Lemma distinct_ok vs : distinct vs = true -> NoDup vs.
Proof.
  induction vs as [|x vs IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff.
  intros [M D]. constructor; auto. rewrite <- (member_ok variable_dec). congruence.
Qed.
Lemma number_in x vs n : In x vs -> exists i, number_of x vs n = Some (n + i)%nat /\ nth_error vs i = Some x.
Proof.
  revert n. induction vs as [|k vs IH]; intros n I; [destruct I|]. simpl. destruct (variable_dec x k) as [->|D].
  - exists O. split; [f_equal; lia|reflexivity].
  - destruct I as [->|I]; [congruence|]. destruct (IH (S n) I) as (i & E & F). exists (S i).
    split; auto. rewrite E. f_equal. lia.
Qed.
Lemma number_out x vs n : ~ In x vs -> number_of x vs n = None.
Proof.
  revert n. induction vs as [|k vs IH]; intros n I; auto. simpl in *.
  destruct (variable_dec x k) as [->|]; [tauto|]. apply IH. tauto.
Qed.

(** What assignments say: that the variable of number [i] is true. *)
Definition stood (vs : list variable) (v : list bool) (x : variable) : bool :=
  match number_of x vs 0 with Some n => nth n v false | None => false end.
Lemma to_bound_ok vs v f : keeps v (to_bound vs f) <-> true_ (stood vs v) f.
Proof.
  destruct f as [[ts low] high]. unfold keeps, to_bound, true_. cbn [Bounds.low Bounds.high Bounds.terms].
  replace (total v (flat_map (numbered vs) ts)) with (sums (stood vs v) ts); [tauto|].
  unfold total. induction ts as [|[m w] ts IH]; auto. cbn [sums flat_map].
  rewrite fold_right_app, IH. unfold numbered, stood, value. cbn [fst snd].
  destruct (number_of m vs 0); cbn [fold_right fst snd]; [destruct (nth _ v false)|]; lia.
Qed.

(** * Arrangements and assignments *)

Lemma who_in ss a s k : who ss a s = Some k -> In s ss.
Proof.
  revert a. induction ss as [|t ss IH]; intros [|x a]; simpl; try discriminate.
  destruct (place_dec s t); [auto|]. intros H. right. eapply IH; eauto.
Qed.
Lemma who_map ss f s : In s ss -> who ss (map f ss) s = f s.
Proof.
  induction ss as [|t ss IH]; intros I; [destruct I|]. simpl. destruct (place_dec s t) as [->|]; auto.
  destruct I as [->|I]; [congruence|auto].
Qed.
Lemma who_ext ss : NoDup ss -> forall a c, length a = length ss -> length c = length ss ->
  (forall s, In s ss -> who ss a s = who ss c s) -> a = c.
Proof.
  induction 1 as [|t ss T U IH]; intros [|x a] [|y c] A C E; simpl in *; try discriminate; auto.
  f_equal.
  - specialize (E t (or_introl eq_refl)). destruct (place_dec t t); congruence.
  - apply IH; try lia. intros s S. specialize (E s (or_intror S)).
    destruct (place_dec s t) as [->|]; [contradiction|exact E].
Qed.

Definition encode (p : problem) (vs : list variable) (a : arrangement) : list bool := map (sense p (standsb p a)) vs.
Definition decode (p : problem) (vs : list variable) (v : list bool) : arrangement :=
  map (fun s => List.find (fun k => stood vs v (Stands (k, s))) (seq 0 (length (kinds p)))) (squares (on p)).

(** What is unattacked. *)
Section Unattacked.
  Context (p : problem) (a : arrangement) (placed : forall k s, stands p a k s -> may p k s).
  Lemma threats_ok ks blocking t : (forall y, In y (threats p ks blocking t) -> seen p (standsb p a) y = false) <->
    forall k s, In k ks -> stands p a k s -> ~ reaches p a blocking k s t.
  Proof.
    assert (W : forall k s step j, In s (squares (on p)) -> meets (on p) (moves (the p k)) s t step j ->
      In (way (on p) s step j) (sights (on p) (moves (the p k)) s) /\ fst (way (on p) s step j) = t).
    { intros k s step j S M. assert (E : after (on p) s step j = t) by apply M. split; [|exact E].
      apply sights_ok; [exact S|]. exists step, j. split; auto. cbn [way fst]. rewrite E. exact M. }
    assert (C : forall s step j, existsb (standsb p a) (flat_map (at_ p) (snd (way (on p) s step j))) = true <->
      exists i l, (1 <= i < j)%nat /\ stands p a l (after (on p) s step i)).
    { intros s step j. cbn [way snd]. rewrite existsb_exists. split.
      - intros ([l u] & I & S). apply standsb_ok in S. apply in_flat_map in I as (x & X & I).
        apply at_ok in I as [_ E]. cbn [snd] in E. subst x. apply in_map_iff in X as (i & <- & X). apply in_seq in X.
        exists i, l. split; [lia|exact S].
      - intros (i & l & L & S). exists (l, after (on p) s step i). split; [|apply standsb_ok, S].
        apply in_flat_map. exists (after (on p) s step i). split; [apply in_map, in_seq; lia|].
        apply at_ok. split; [apply (here_ p a placed), S|auto]. }
    unfold threats. split.
    - intros H k s K S R. assert (I := on_board p a placed k s S).
      assert (M : In (k, s) (picked p (fun m => has ks (fst m)))).
      { apply filter_In. split; [apply (here_ p a placed), S|apply member_ok, K]. }
      assert (G : forall step j, meets (on p) (moves (the p k)) s t step j ->
        seen p (standsb p a) (if blocking then Sees (k, s) (snd (way (on p) s step j)) else Stands (k, s)) = false).
      { intros step j X. apply (W k s step j I) in X as [X E]. apply H. apply in_flat_map. exists (k, s). split; [exact M|].
        cbn [fst snd]. apply (in_map (fun w => if blocking then Sees (k, s) (snd w) else Stands (k, s))), filter_In.
        split; [exact X|]. apply same_ok, E. }
      apply standsb_ok in S. destruct blocking; [destruct R as (step & j & X & B)|destruct R as (step & j & X)];
        specialize (G step j X); cbn [seen] in G; [|congruence]. rewrite S in G. cbn [andb] in G.
      apply negb_false_iff, C in G as (i & l & L & T). exact (B i l L T).
    - intros H y Y. apply in_flat_map in Y as ([k s] & M & Y). apply in_map_iff in Y as (w & <- & Y).
      apply filter_In in M as [M K]. apply every_ok in M as [_ I]. apply member_ok in K. cbn [fst snd] in *.
      apply filter_In in Y as [X E]. apply same_ok in E. apply sights_ok in X as (step & j & -> & X); auto. rewrite E in X.
      apply not_true_is_false. intros T. apply (H k s K).
      + apply standsb_ok. destruct blocking; [apply andb_prop in T as [T _]|]; exact T.
      + destruct blocking; [|exists step, j; exact X]. exists step, j. split; [exact X|]. intros i l L N.
        apply andb_prop in T as [_ T]. apply negb_true_iff in T. apply (eq_true_false_abs _ (proj2 (C s step j) (ex_intro _ i (ex_intro _ l (conj L N)))) T).
  Qed.
  Lemma safe_ok ks blocking t : sense p (standsb p a) (Safe ks blocking t) = true <->
    (forall k, ~ stands p a k t) /\ forall k s, In k ks -> stands p a k s -> ~ reaches p a blocking k s t.
  Proof.
    cbn [sense]. rewrite andb_true_iff, !none_of, threats_ok.
    assert (E : (forall y, In y (at_ p t) -> standsb p a y = false) <-> forall k, ~ stands p a k t); [|tauto].
    split.
    - intros H k S. assert (F : standsb p a (k, t) = false) by (apply H, at_ok; split; [apply (here_ p a placed), S|auto]).
      apply standsb_ok in S. congruence.
    - intros H [k s] I. apply at_ok in I as [_ E]. cbn [snd] in E. subst s. apply not_true_is_false.
      rewrite standsb_ok. apply H.
  Qed.
  Lemma amounts_ok r : (forall f, In f (amounts p r) -> true_ (sense p (standsb p a)) f) <->
    (of_men r = false -> follows p a r).
  Proof.
    destruct r as [| | | | |[|ks blocking] low high| | | |]; cbn [amounts of_men];
      try (split; [discriminate|intros _ f []]; fail).
    set (safe := filter (fun t => sense p (standsb p a) (Safe ks blocking t)) (squares (on p))).
    assert (L : length (filter (sense p (standsb p a)) (map (Safe ks blocking) (squares (on p)))) = length safe).
    { unfold safe. induction (squares (on p)) as [|t ts IH]; auto. cbn [map filter].
      destruct (sense p (standsb p a) (Safe ks blocking t)); simpl; rewrite IH; reflexivity. }
    assert (U : NoDup safe) by apply NoDup_filter, nodup_squares.
    assert (I : forall t, In t safe <-> measured p a (Unattacked ks blocking) t).
    { intros t. unfold safe. rewrite filter_In, safe_ok. reflexivity. }
    cbn [follows]. unfold between. split.
    - intros H _. exists (N.of_nat (length safe)). split; [exists safe; auto|].
      specialize (H _ (or_introl eq_refl)). unfold true_ in H. rewrite sums_all, L in H. lia.
    - intros H f [<-|[]]. destruct (H eq_refl) as (n & M & B). apply (so_many_length _ _ _ U I) in M.
      unfold true_. rewrite sums_all, L. lia.
  Qed.
End Unattacked.

Section Numbered.
  Context (p : problem) (vs : list variable) (F : fits p vs = true).
  Lemma order_ok k s : In (Stands (k, s)) vs <-> may p k s.
  Proof.
    unfold fits in F. rewrite !andb_true_iff, !forallb_forall in F. destruct F as [[_ M] E]. split.
    - intros I. apply mayb_ok, (M _ I).
    - intros Y. apply (member_ok variable_dec), E, in_or_app. left. apply in_map, filter_In.
      split; [|apply mayb_ok; auto]. apply every_ok. split; apply Y.
  Qed.
  Lemma gates_numbered x : In x (gates p) -> In x vs.
  Proof.
    unfold fits in F. rewrite !andb_true_iff, !forallb_forall in F. destruct F as [_ E]. intros X.
    apply (member_ok variable_dec), E, in_or_app. auto.
  Qed.
  Lemma numbered_are x : In x vs -> (exists m, x = Stands m) \/ In x (gates p).
  Proof.
    unfold fits in F. rewrite !andb_true_iff, !forallb_forall in F. destruct F as [[_ M] _]. intros X.
    specialize (M x X). destruct x; [eauto| |]; right; exact (proj1 (member_ok variable_dec _ _) M).
  Qed.
  Lemma stood_encode a : (forall k s, stands p a k s -> may p k s) ->
    forall x, (exists m, x = Stands m) \/ In x (gates p) -> stood vs (encode p vs a) x = sense p (standsb p a) x.
  Proof.
    intros A x X. unfold stood, encode. destruct (in_dec variable_dec x vs) as [I|I].
    - destruct (number_in _ _ 0 I) as (i & -> & E). cbn [Nat.add].
      apply (map_nth_error (sense p (standsb p a))) in E. apply nth_error_nth. exact E.
    - rewrite number_out by auto. symmetry. destruct X as [([k s] & ->)|X]; [|apply gates_numbered in X; contradiction].
      apply not_true_is_false. cbn [sense seen]. rewrite standsb_ok. intros S. apply I, order_ok, A, S.
  Qed.
  Lemma stood_may v k s : stood vs v (Stands (k, s)) = true -> may p k s.
  Proof.
    intros S. apply order_ok. destruct (in_dec variable_dec (Stands (k, s)) vs) as [|I]; auto.
    unfold stood in S. rewrite number_out in S by auto. discriminate.
  Qed.
  Lemma decode_ok v :
    (forall s, In s (squares (on p)) -> true_ (fun m => stood vs v (Stands m)) (count_in (at_ p s) 0 1)) ->
    forall m, standsb p (decode p vs v) m = stood vs v (Stands m).
  Proof.
    intros H [k s]. apply eq_true_iff_eq. rewrite standsb_ok. unfold stands. split.
    - intros W. assert (I := who_in _ _ _ _ W). unfold decode in W. rewrite who_map in W by auto.
      apply find_some in W. apply W.
    - intros S. assert (M := stood_may _ _ _ S). destruct M as (K & I & _).
      unfold decode. rewrite who_map by auto.
      destruct (List.find _ _) as [l|] eqn:E.
      + apply find_some in E as [L T]. apply in_seq in L. f_equal.
        specialize (H s I). unfold true_, count_in in H. rewrite sums_all in H.
        assert (X : In (k, s) (filter (fun m => stood vs v (Stands m)) (at_ p s))).
        { apply filter_In. split; auto. apply at_ok. split; auto. apply every_ok; auto. }
        assert (Y : In (l, s) (filter (fun m => stood vs v (Stands m)) (at_ p s))).
        { apply filter_In. split; auto. apply at_ok. split; auto. apply every_ok. split; auto. lia. }
        destruct (filter _ (at_ p s)) as [|x [|y fs]]; simpl in H; [destruct X| |lia].
        destruct X as [->|[]], Y as [Y|[]]. congruence.
      + assert (N := find_none _ _ E k). cbv beta in N. rewrite S in N. rewrite in_seq in N.
        exfalso. assert (true = false) by (apply N; lia). discriminate.
  Qed.
  Lemma encode_decode v : length v = length vs ->
    (forall x, In x vs -> sense p (standsb p (decode p vs v)) x = stood vs v x) -> encode p vs (decode p vs v) = v.
  Proof.
    intros L E. unfold encode. rewrite (map_ext_in _ _ _ E). clear E.
    assert (D : NoDup vs) by (apply distinct_ok; unfold fits in F; rewrite !andb_true_iff in F; tauto).
    apply (nth_ext _ _ false false); rewrite map_length; auto. intros i I.
    destruct (nth_error vs i) as [m|] eqn:M; [|apply nth_error_None in M; lia].
    rewrite (nth_error_nth _ _ false (map_nth_error (stood vs v) _ _ M)).
    unfold stood. destruct (number_in m vs 0 (nth_error_In _ _ M)) as (j & -> & J). cbn [Nat.add].
    rewrite NoDup_nth_error in D. rewrite (D i j); [reflexivity|lia|congruence].
  Qed.
  Lemma encode_injective a c : length a = length (squares (on p)) -> length c = length (squares (on p)) ->
    (forall k s, stands p a k s -> may p k s) -> (forall k s, stands p c k s -> may p k s) ->
    encode p vs a = encode p vs c -> a = c.
  Proof.
    intros A C PA PC E. apply (who_ext (squares (on p))); auto using nodup_squares.
    assert (Q : forall k s, stands p a k s <-> stands p c k s).
    { intros k s. rewrite <- !standsb_ok. assert (S : (exists m, Stands (k, s) = Stands m) \/ In (Stands (k, s)) (gates p)) by eauto.
      assert (X := stood_encode a PA _ S). assert (Y := stood_encode c PC _ S). cbn [sense seen] in X, Y.
      rewrite <- X, <- Y, E. tauto. }
    intros s I. unfold stands in Q. destruct (who _ a s) as [k|] eqn:W.
    - symmetry. apply Q, W.
    - destruct (who _ c s) as [k|] eqn:V; auto. apply Q in V. congruence.
  Qed.

  Lemma bounds_ok v : (forall b, In b (bounds p vs) -> keeps v b) <->
    (forall f, In f (facts p) -> true_ (fun m => stood vs v (Stands m)) f) /\
    (forall x, In x (gates p) -> true_ (stood vs v) (gate p x)) /\
    (forall r f, In r (rules p) -> In f (amounts p r) -> true_ (stood vs v) f).
  Proof.
    unfold bounds, all_facts. split.
    - intros H. assert (G : forall f, In f (all_facts p) -> true_ (stood vs v) f) by (intros f I; apply to_bound_ok, H, in_map, I).
      unfold all_facts in G. split; [|split].
      + intros f I. apply of_variables_ok, G, in_or_app. left. apply in_map, in_or_app. auto.
      + intros x X. apply G, in_or_app. right. apply in_or_app. left. apply in_map, X.
      + intros r f R I. apply G, in_or_app. right. apply in_or_app. right. apply in_flat_map. eauto.
    - intros (A & B & C) b I. apply in_map_iff in I as (f & <- & I). apply to_bound_ok.
      apply in_app_iff in I as [I|I]; [|apply in_app_iff in I as [I|I]].
      + apply in_map_iff in I as (g & <- & I). apply of_variables_ok.
        apply in_app_iff in I as [I|I]; [auto|apply (implied_ok p); auto].
      + apply in_map_iff in I as (x & <- & I). auto.
      + apply in_flat_map in I as (r & R & I). eauto.
  Qed.
  Lemma solution_ok a : solution p a <-> length a = length (squares (on p)) /\
    (forall k s, stands p a k s -> may p k s) /\ (forall f, In f (facts p) -> true_ (standsb p a) f) /\
    (forall r f, In r (rules p) -> In f (amounts p r) -> true_ (sense p (standsb p a)) f).
  Proof.
    unfold solution. split.
    - intros (L & M & K & R). split; [auto|split; [auto|split]].
      + apply (facts_ok p a M). auto.
      + intros r f I. revert f. apply amounts_ok; auto.
    - intros (L & M & H & G). apply (facts_ok p a M) in H as [K R]. split; [auto|split; [auto|split; [exact K|]]].
      intros r I. destruct (of_men r) eqn:O; [auto|]. apply (amounts_ok p a M r); eauto.
  Qed.
  Lemma amounts_of_gates r f x w : In r (rules p) -> In f (amounts p r) -> In (x, w) (fst (fst f)) -> In x (gates p).
  Proof.
    intros R I X. unfold gates. apply nodup_In, in_flat_map. exists r. split; [exact R|].
    destruct r as [| | | | |[|ks blocking] low high| | | |]; try (destruct I; fail).
    destruct I as [<-|[]]. cbn [fst gates_of] in *.
    apply in_map_iff in X as (y & Y & X). injection Y as <- _. apply in_map_iff in X as (t & <- & T).
    apply in_flat_map. exists t. split; [exact T|]. apply in_or_app. right. left. reflexivity.
  Qed.
  Lemma encoded a : solution p a -> solves (length vs) (bounds p vs) (encode p vs a).
  Proof.
    intros S. apply solution_ok in S as (_ & M & H & G). split; [apply map_length|].
    assert (E := stood_encode a M). apply bounds_ok. split; [|split].
    - intros f I. apply (true_ext _ (standsb p a)); auto. intros m w _. apply (E (Stands m)). eauto.
    - apply (gates_hold p (standsb p a)). exact E.
    - intros r f R I. apply (true_ext _ (sense p (standsb p a))); [|eauto]. intros x w X. apply E. right.
      eapply amounts_of_gates; eauto.
  Qed.
  Lemma decoded v : solves (length vs) (bounds p vs) v ->
    solution p (decode p vs v) /\ encode p vs (decode p vs v) = v.
  Proof.
    intros [L H]. apply bounds_ok in H as (A & B & C).
    assert (E : forall m, standsb p (decode p vs v) m = stood vs v (Stands m)).
    { apply decode_ok. intros s I. apply A. unfold facts. rewrite !in_app_iff. left.
      apply (in_map (fun s => count_in (at_ p s) 0 1)), I. }
    assert (G : forall x, In x (gates p) -> stood vs v x = sense p (standsb p (decode p vs v)) x).
    { apply sensed; [intros m; symmetry; apply E|exact B]. }
    split.
    - apply solution_ok. split; [apply map_length|split; [|split]].
      + intros k s S. apply standsb_ok in S. rewrite E in S. eapply stood_may; eauto.
      + intros f I. apply (true_ext _ (fun m => stood vs v (Stands m))); auto.
      + intros r f R I. apply (true_ext _ (stood vs v)); [|eauto]. intros x w X. symmetry. apply G.
        eapply amounts_of_gates; eauto.
    - apply encode_decode; auto. intros x X. apply numbered_are in X as [(m & ->)|X]; [apply E|symmetry; auto].
  Qed.
End Numbered.

(** * The theorem *)

Lemma as_many p vs k : fits p vs = true -> so_many (solves (length vs) (bounds p vs)) k -> so_many (solution p) k.
Proof.
  intros F (l & U & I & L). exists (map (decode p vs) l). split; [|split].
  - assert (A : forall v, In v l -> encode p vs (decode p vs v) = v) by (intros v V; apply decoded, I, V; auto).
    clear -U A. induction U as [|v l V U IH]; simpl; constructor.
    + rewrite in_map_iff. intros (w & E & W). apply V. rewrite <- (A v), <- E, (A w); simpl; auto.
    + apply IH. intros w W. apply A. simpl; auto.
  - intros a. rewrite in_map_iff. split.
    + intros (v & <- & V). apply decoded, I, V; auto.
    + intros S. exists (encode p vs a). assert (V := encoded p vs F a S). split; [|apply I, V].
      destruct (decoded p vs F _ V) as [T E]. apply solution_ok in S as (A & B & _), T as (C & D & _).
      apply (encode_injective p vs F); auto.
  - rewrite map_length. exact L.
Qed.

Theorem solve_by_correct : forall number (plus : number -> number -> number) zero one (size : number -> N),
  size zero = 0%N -> size one = 1%N -> (forall x y, size (plus x y) = (size x + size y)%N) ->
  forall p o k, solve_by plus zero one p o = Some k -> so_many (solution p) (size k).
Proof.
  unfold solve_by. intros number plus zero one size Z0 O1 P p o k E. cbv zeta in E.
  destruct (fits p (variables p o)) eqn:F; [|discriminate].
  apply (as_many p _ _ F), (count_by_correct _ _ _ _ size Z0 O1 P), E.
Qed.

Theorem solve_correct : forall p o k, solve p o = Some k -> so_many (solution p) k.
Proof. intros p o k. apply (solve_by_correct N N.add 0%N 1%N (fun n => n)); auto. Qed.

(** * The best value of an objective, which is a measure *)

Definition adding (p : problem) (r : rule) : problem := Problem (on p) (kinds p) (r :: rules p).
Lemma adding_ok p r a : solution (adding p r) a <-> solution p a /\ follows p a r.
Proof.
  unfold solution. cbn [on kinds rules adding In]. split.
  - intros (L & M & K & R). exact (conj (conj L (conj M (conj K (fun q Q => R q (or_intror Q))))) (R r (or_introl eq_refl))).
  - intros ((L & M & K & R) & F). split; [exact L|split; [exact M|split; [exact K|]]].
    intros q [<-|Q]; [exact F|exact (R q Q)].
Qed.

Definition better (p : problem) (maximise : bool) (what : measure) (v : N) : rule :=
  if maximise then Amount what (Z.of_N v + 1) (Z.of_nat (length (squares (on p)))) else Amount what 0 (Z.of_N v - 1).
Definition best (p : problem) (o : order) (maximise : bool) (what : measure) (v : N) : option N :=
  match solve (adding p (better p maximise what v)) o with
  | Some 0%N => solve (adding p (Amount what (Z.of_N v) (Z.of_N v))) o
  | _ => None
  end.

Lemma measured_in p a what t : measured p a what t -> In t (squares (on p)).
Proof. destruct what; cbn [measured]; [intros (k & _ & S); eapply who_in; exact S|intros [I _]; exact I]. Qed.
Lemma nothing_better p o maximise what v : solve (adding p (better p maximise what v)) o = Some 0%N ->
  forall a n, solution p a -> so_many (measured p a what) n -> if maximise then (n <= v)%N else (v <= n)%N.
Proof.
  intros N a n S A. apply solve_correct in N as (l & _ & I & L). destruct l; [|discriminate].
  assert (B : ~ follows p a (better p maximise what v)).
  { intros F. apply (I a), adding_ok. auto. }
  assert (C : (n <= N.of_nat (length (squares (on p))))%N).
  { destruct A as (m & U & M & ->). assert (length m <= length (squares (on p)))%nat; [|lia].
    apply NoDup_incl_length; auto. intros s X. apply M in X. eapply measured_in; exact X. }
  unfold better in B. destruct maximise; cbn [follows] in B;
    match goal with |- ?G => destruct (N.le_gt_cases n v), (N.le_gt_cases v n); try lia end;
    exfalso; apply B; exists n; split; auto; lia.
Qed.
Lemma having_ok p what v a : solution (adding p (Amount what (Z.of_N v) (Z.of_N v))) a <->
  solution p a /\ so_many (measured p a what) v.
Proof.
  rewrite adding_ok. cbn [follows]. unfold between. split; intros [S A]; (split; [exact S|]).
  - destruct A as (n & A & B). replace v with n by lia. exact A.
  - exists v. split; auto. lia.
Qed.

(** No solution has a better value, and so many have this one. *)
Theorem best_correct : forall p o maximise what v k, best p o maximise what v = Some k ->
  (forall a n, solution p a -> so_many (measured p a what) n -> if maximise then (n <= v)%N else (v <= n)%N) /\
  so_many (fun a => solution p a /\ so_many (measured p a what) v) k.
Proof.
  unfold best. intros p o maximise what v k E. destruct (solve _ o) as [[|?]|] eqn:N; try discriminate.
  split; [exact (nothing_better p o maximise what v N)|]. apply solve_correct in E. revert E.
  apply so_many_iff. intros a. apply having_ok.
Qed.
