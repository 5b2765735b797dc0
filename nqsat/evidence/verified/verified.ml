
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let rec in_dec h a = function
| [] -> false
| y :: l0 -> let s = h y a in if s then true else in_dec h a l0

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)
 end

module N =
 struct
  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Pos.add p q))
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n0 =
    add m (opp n0)

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Pos.eqb p q
                 | _ -> false)

  (** val max : z -> z -> z **)

  let max n0 m =
    match compare n0 m with
    | Lt -> m
    | _ -> n0

  (** val min : z -> z -> z **)

  let min n0 m =
    match compare n0 m with
    | Gt -> m
    | _ -> n0

  (** val abs : z -> z **)

  let abs = function
  | Zneg p -> Zpos p
  | x -> x

  (** val b2z : bool -> z **)

  let b2z = function
  | true -> Zpos XH
  | false -> Z0
 end

type bound = { terms : (nat * z) list; low : z; high : z }

type row = (z list * z) * z

(** val put : nat -> z -> z list -> z list **)

let rec put x w ws =
  match x with
  | O -> (match ws with
          | [] -> w :: []
          | v :: ws0 -> (Z.add v w) :: ws0)
  | S x0 ->
    (match ws with
     | [] -> Z0 :: (put x0 w [])
     | v :: ws0 -> v :: (put x0 w ws0))

(** val dense : bound -> row **)

let dense b =
  (((fold_right (fun t ws -> put (fst t) (snd t) ws) [] b.terms), b.low),
    b.high)

(** val least : z list -> z **)

let rec least = function
| [] -> Z0
| w :: ws0 -> Z.add (Z.min w Z0) (least ws0)

(** val most : z list -> z **)

let rec most = function
| [] -> Z0
| w :: ws0 -> Z.add (Z.max w Z0) (most ws0)

(** val strip : z list -> z list **)

let rec strip = function
| [] -> []
| w :: ws0 ->
  (match strip ws0 with
   | [] -> if Z.eqb w Z0 then [] else w :: []
   | z0 :: l0 -> w :: (z0 :: l0))

(** val shift : row -> row **)

let shift = function
| (p, hi) -> let (ws, lo) = p in (((Z0 :: ws), lo), hi)

(** val unit_row : bool -> row **)

let unit_row v =
  ((((Zpos XH) :: []), (Z.b2z v)), (Z.b2z v))

(** val force : z -> z -> z list -> (z list * z) * row list **)

let rec force d u = function
| [] -> (([], Z0), [])
| w :: ws0 ->
  let (p, us) = force d u ws0 in
  let (rest, s) = p in
  if (&&) (negb (Z.eqb w Z0)) (Z.ltb d (Z.abs w))
  then (((Z0 :: rest), (Z.add (Z.min w Z0) s)),
         ((unit_row (Z.ltb w Z0)) :: (map shift us)))
  else if (&&) (negb (Z.eqb w Z0)) (Z.ltb u (Z.abs w))
       then (((Z0 :: rest), (Z.add (Z.max w Z0) s)),
              ((unit_row (Z.ltb Z0 w)) :: (map shift us)))
       else (((w :: rest), s), (map shift us))

(** val norm : nat -> z list -> z -> z -> row list option **)

let rec norm fuel ws lo hi =
  let l = least ws in
  let m = most ws in
  if (||) (Z.ltb m lo) (Z.ltb hi l)
  then None
  else if (&&) (Z.leb lo l) (Z.leb m hi)
       then Some []
       else let drawn = Some ((((strip ws), (Z.max lo l)),
              (Z.min hi m)) :: [])
            in
            (match fuel with
             | O -> drawn
             | S fuel0 ->
               let (p, us) = force (Z.sub hi l) (Z.sub m lo) ws in
               let (rest, s) = p in
               (match us with
                | [] -> drawn
                | _ :: _ ->
                  (match norm fuel0 rest (Z.sub lo s) (Z.sub hi s) with
                   | Some rs -> Some (app us rs)
                   | None -> None)))

(** val left : bool -> row -> row list option **)

let left v = function
| (p, hi) ->
  let (l, lo) = p in
  (match l with
   | [] -> norm (S (S (S (S (S (S (S (S (S O))))))))) [] lo hi
   | w :: ws ->
     let d = if v then w else Z0 in
     norm (S (S (S (S (S (S (S (S (S O))))))))) ws (Z.sub lo d) (Z.sub hi d))

type table = row list list

(** val row_eq_dec : row -> row -> bool **)

let row_eq_dec r s =
  let (a, b) = r in
  let (a0, b0) = s in
  if let (a1, b1) = a in
     let (a2, b2) = a0 in
     if let rec f l x =
          match l with
          | [] -> (match x with
                   | [] -> true
                   | _ :: _ -> false)
          | y :: l0 ->
            (match x with
             | [] -> false
             | a3 :: l1 ->
               if match y with
                  | Z0 -> (match a3 with
                           | Z0 -> true
                           | _ -> false)
                  | Zpos p ->
                    (match a3 with
                     | Zpos p0 ->
                       let rec f0 p1 x0 =
                         match p1 with
                         | XI p2 ->
                           (match x0 with
                            | XI p3 -> f0 p2 p3
                            | _ -> false)
                         | XO p2 ->
                           (match x0 with
                            | XO p3 -> f0 p2 p3
                            | _ -> false)
                         | XH -> (match x0 with
                                  | XH -> true
                                  | _ -> false)
                       in f0 p p0
                     | _ -> false)
                  | Zneg p ->
                    (match a3 with
                     | Zneg p0 ->
                       let rec f0 p1 x0 =
                         match p1 with
                         | XI p2 ->
                           (match x0 with
                            | XI p3 -> f0 p2 p3
                            | _ -> false)
                         | XO p2 ->
                           (match x0 with
                            | XO p3 -> f0 p2 p3
                            | _ -> false)
                         | XH -> (match x0 with
                                  | XH -> true
                                  | _ -> false)
                       in f0 p p0
                     | _ -> false)
               then f l0 l1
               else false)
        in f a1 a2
     then (match b1 with
           | Z0 -> (match b2 with
                    | Z0 -> true
                    | _ -> false)
           | Zpos p ->
             (match b2 with
              | Zpos p0 ->
                let rec f p1 x =
                  match p1 with
                  | XI p2 -> (match x with
                              | XI p3 -> f p2 p3
                              | _ -> false)
                  | XO p2 -> (match x with
                              | XO p3 -> f p2 p3
                              | _ -> false)
                  | XH -> (match x with
                           | XH -> true
                           | _ -> false)
                in f p p0
              | _ -> false)
           | Zneg p ->
             (match b2 with
              | Zneg p0 ->
                let rec f p1 x =
                  match p1 with
                  | XI p2 -> (match x with
                              | XI p3 -> f p2 p3
                              | _ -> false)
                  | XO p2 -> (match x with
                              | XO p3 -> f p2 p3
                              | _ -> false)
                  | XH -> (match x with
                           | XH -> true
                           | _ -> false)
                in f p p0
              | _ -> false))
     else false
  then (match b with
        | Z0 -> (match b0 with
                 | Z0 -> true
                 | _ -> false)
        | Zpos p ->
          (match b0 with
           | Zpos p0 ->
             let rec f p1 x =
               match p1 with
               | XI p2 -> (match x with
                           | XI p3 -> f p2 p3
                           | _ -> false)
               | XO p2 -> (match x with
                           | XO p3 -> f p2 p3
                           | _ -> false)
               | XH -> (match x with
                        | XH -> true
                        | _ -> false)
             in f p p0
           | _ -> false)
        | Zneg p ->
          (match b0 with
           | Zneg p0 ->
             let rec f p1 x =
               match p1 with
               | XI p2 -> (match x with
                           | XI p3 -> f p2 p3
                           | _ -> false)
               | XO p2 -> (match x with
                           | XO p3 -> f p2 p3
                           | _ -> false)
               | XH -> (match x with
                        | XH -> true
                        | _ -> false)
             in f p p0
           | _ -> false))
  else false

(** val insert : row -> table -> table option **)

let rec insert r bs = match bs with
| [] -> None
| blk :: bs' ->
  let (p, hi) = r in
  let (l, lo) = p in
  (match l with
   | [] ->
     if in_dec row_eq_dec r blk then Some bs else Some ((r :: blk) :: bs')
   | z0 :: ws ->
     (match z0 with
      | Z0 ->
        (match insert ((ws, lo), hi) bs' with
         | Some bs'0 -> Some (blk :: bs'0)
         | None -> None)
      | _ ->
        if in_dec row_eq_dec r blk then Some bs else Some ((r :: blk) :: bs')))

(** val insert_all : row list -> table -> table option **)

let rec insert_all rs bs =
  match rs with
  | [] -> Some bs
  | r :: rs0 ->
    (match insert r bs with
     | Some bs0 -> insert_all rs0 bs0
     | None -> None)

(** val some : 'a1 list option -> 'a1 list **)

let some = function
| Some l -> l
| None -> []

(** val grow : table -> table -> table **)

let rec grow opened blocks =
  match opened with
  | [] -> blocks
  | op :: ops ->
    (match blocks with
     | [] -> blocks
     | blk :: bs ->
       let new0 =
         flat_map (fun r -> app (some (left false r)) (some (left true r)))
           (app op blk)
       in
       blk :: (grow ops
                (match insert_all new0 bs with
                 | Some bs0 -> bs0
                 | None -> bs)))

type mask = bool list

(** val both : mask -> mask -> mask **)

let rec both m k =
  match m with
  | [] -> k
  | b :: m0 -> (match k with
                | [] -> m
                | d :: k0 -> ((||) b d) :: (both m0 k0))

(** val find : row -> row list -> mask option **)

let rec find r = function
| [] -> None
| s :: blk0 ->
  if row_eq_dec r s
  then Some (true :: [])
  else (match find r blk0 with
        | Some m -> Some (false :: m)
        | None -> None)

(** val lookup : row -> table -> mask option **)

let rec lookup r = function
| [] -> None
| blk :: bs0 ->
  let (p, hi) = r in
  let (l, lo) = p in
  (match l with
   | [] -> find r blk
   | z0 :: ws ->
     (match z0 with
      | Z0 ->
        (match lookup ((ws, lo), hi) bs0 with
         | Some m -> Some (app (repeat false (length blk)) m)
         | None -> None)
      | _ -> find r blk))

(** val lookup_all : row list -> table -> mask option **)

let rec lookup_all rs bs =
  match rs with
  | [] -> Some []
  | r :: rs0 ->
    (match lookup r bs with
     | Some m ->
       (match lookup_all rs0 bs with
        | Some k -> Some (both m k)
        | None -> None)
     | None -> None)

(** val image : bool -> table -> row -> mask option option **)

let image v bs r =
  match left v r with
  | Some rs ->
    (match lookup_all rs bs with
     | Some m -> Some (Some m)
     | None -> None)
  | None -> Some None

(** val every : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let rec every f = function
| [] -> Some []
| x :: l0 ->
  (match f x with
   | Some y -> (match every f l0 with
                | Some k -> Some (y :: k)
                | None -> None)
   | None -> None)

(** val join : mask option -> mask option -> mask option **)

let join o k =
  match o with
  | Some m -> (match k with
               | Some n0 -> Some (both m n0)
               | None -> None)
  | None -> None

(** val joined : mask option list -> mask option **)

let joined os =
  fold_right join (Some []) os

type trie =
| Empty
| Ends of n
| Fork of trie * trie

(** val ways : bool list -> trie -> n **)

let rec ways c = function
| Empty -> N0
| Ends n0 -> n0
| Fork (l, r) ->
  N.add (ways (tl c) l) (if hd true c then ways (tl c) r else N0)

(** val add0 : n -> trie -> trie **)

let rec add0 n0 = function
| Empty -> Ends n0
| Ends k -> Ends (N.add n0 k)
| Fork (l, r) -> Fork ((add0 n0 l), r)

(** val merge : trie -> trie -> trie **)

let rec merge t u =
  match t with
  | Empty -> u
  | Ends n0 -> (match u with
                | Empty -> t
                | _ -> add0 n0 u)
  | Fork (l, r) ->
    (match u with
     | Empty -> t
     | Ends n0 -> add0 n0 t
     | Fork (k, s) -> Fork ((merge l k), (merge r s)))

(** val with_ : mask -> trie -> trie **)

let rec with_ m t =
  match m with
  | [] -> t
  | b :: m0 ->
    (match t with
     | Empty -> Empty
     | Ends _ ->
       if b then Fork (Empty, (with_ m0 t)) else Fork ((with_ m0 t), Empty)
     | Fork (l, r) ->
       if b
       then Fork (Empty, (with_ m0 (merge l r)))
       else Fork ((with_ m0 l), (with_ m0 r)))

(** val advance : mask option list -> trie -> trie **)

let rec advance os t =
  match os with
  | [] -> t
  | o :: os0 ->
    (match t with
     | Empty -> Empty
     | Ends _ -> t
     | Fork (l, r) ->
       merge (advance os0 l)
         (match o with
          | Some m -> with_ m (advance os0 r)
          | None -> Empty))

(** val move : mask option list -> mask option list -> trie -> trie **)

let move begun always t =
  match joined always with
  | Some m -> with_ m (advance begun t)
  | None -> Empty

(** val run : table -> table -> trie -> n option **)

let rec run opened blocks t =
  match opened with
  | [] -> (match blocks with
           | [] -> Some (ways [] t)
           | _ :: _ -> None)
  | op :: ops ->
    (match blocks with
     | [] -> None
     | blk :: bs ->
       (match every (image false bs) op with
        | Some a0 ->
          (match every (image false bs) blk with
           | Some b0 ->
             (match every (image true bs) op with
              | Some a1 ->
                (match every (image true bs) blk with
                 | Some b1 -> run ops bs (merge (move b0 a0 t) (move b1 a1 t))
                 | None -> None)
              | None -> None)
           | None -> None)
        | None -> None))

(** val normed : bound list -> row list option **)

let rec normed = function
| [] -> Some []
| b :: bs0 ->
  let (p, hi) = dense b in
  let (ws, lo) = p in
  (match norm (S (S (S (S (S (S (S (S (S O))))))))) (strip ws) lo hi with
   | Some rs ->
     (match normed bs0 with
      | Some ss -> Some (app rs ss)
      | None -> None)
   | None -> None)

(** val count : nat -> bound list -> n option **)

let count n0 bs =
  match normed bs with
  | Some rs ->
    (match insert_all rs (repeat [] n0) with
     | Some opened ->
       if Nat.eqb (length opened) n0
       then run opened (grow opened (repeat [] n0)) (Ends (Npos XH))
       else None
     | None -> None)
  | None -> Some N0
