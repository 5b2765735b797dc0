
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

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val mul : nat -> nat -> nat **)

let rec mul n0 m =
  match n0 with
  | O -> O
  | S p -> add m (mul p m)

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

(** val bool_dec : bool -> bool -> bool **)

let bool_dec b1 b2 =
  if b1 then if b2 then true else false else if b2 then false else true

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

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

  (** val leb : nat -> nat -> bool **)

  let rec leb n0 m =
    match n0 with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n0 m =
    leb (S n0) m

  (** val compare : nat -> nat -> comparison **)

  let rec compare n0 m =
    match n0 with
    | O -> (match m with
            | O -> Eq
            | S _ -> Lt)
    | S n' -> (match m with
               | O -> Gt
               | S m' -> compare n' m')

  (** val max : nat -> nat -> nat **)

  let rec max n0 m =
    match n0 with
    | O -> m
    | S n' -> (match m with
               | O -> n0
               | S m' -> S (max n' m'))

  (** val min : nat -> nat -> nat **)

  let rec min n0 m =
    match n0 with
    | O -> O
    | S n' -> (match m with
               | O -> O
               | S m' -> S (min n' m'))

  (** val eq_dec : nat -> nat -> bool **)

  let rec eq_dec n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n1 -> (match m with
               | O -> false
               | S n2 -> eq_dec n1 n2)
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

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  match n0 with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t -> nth m t default)

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec0 l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec0 y a then list_eq_dec eq_dec0 l0 l1 else false)

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

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl0 ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl0 tl'))

(** val list_prod : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec list_prod l l' =
  match l with
  | [] -> []
  | x :: t -> app (map (fun y -> (x, y)) l') (list_prod t l')

(** val nodup : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec nodup decA = function
| [] -> []
| x :: xs -> if in_dec decA x xs then nodup decA xs else x :: (nodup decA xs)

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start :: (seq (S start) len0)

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
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
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

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

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

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)

  (** val eq_dec : positive -> positive -> bool **)

  let rec eq_dec p x0 =
    match p with
    | XI p0 -> (match x0 with
                | XI p1 -> eq_dec p0 p1
                | _ -> false)
    | XO p0 -> (match x0 with
                | XO p1 -> eq_dec p0 p1
                | _ -> false)
    | XH -> (match x0 with
             | XH -> true
             | _ -> false)
 end

module N =
 struct
  (** val succ_double : n -> n **)

  let succ_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val double : n -> n **)

  let double = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val pos_div_eucl : positive -> n -> n * n **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XH ->
      (match b with
       | N0 -> (N0, (Npos XH))
       | Npos p -> (match p with
                    | XH -> ((Npos XH), N0)
                    | _ -> (N0, (Npos XH))))

  (** val div_eucl : n -> n -> n * n **)

  let div_eucl a b =
    match a with
    | N0 -> (N0, N0)
    | Npos na -> (match b with
                  | N0 -> (N0, a)
                  | Npos _ -> pos_div_eucl na b)

  (** val div : n -> n -> n **)

  let div a b =
    fst (div_eucl a b)

  (** val of_nat : nat -> n **)

  let of_nat = function
  | O -> N0
  | S n' -> Npos (Coq_Pos.of_succ_nat n')
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
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
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
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n0 =
    add m (opp n0)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
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
                 | Zpos q -> Coq_Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Coq_Pos.eqb p q
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

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Coq_Pos.to_nat p
  | _ -> O

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n1 -> Zpos (Coq_Pos.of_succ_nat n1)

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val modulo : z -> z -> z **)

  let modulo a b =
    let (_, r) = div_eucl a b in r

  (** val eq_dec : z -> z -> bool **)

  let eq_dec x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)

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
     if in_dec row_eq_dec r blk
     then Some bs
     else Some ((app blk (r :: [])) :: bs')
   | z0 :: ws ->
     (match z0 with
      | Z0 ->
        (match insert ((ws, lo), hi) bs' with
         | Some bs'0 -> Some (blk :: bs'0)
         | None -> None)
      | _ ->
        if in_dec row_eq_dec r blk
        then Some bs
        else Some ((app blk (r :: [])) :: bs')))

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

type mask0 = bool list list

(** val zip : ('a1 -> 'a1 -> 'a1) -> 'a1 list -> 'a1 list -> 'a1 list **)

let rec zip f l k =
  match l with
  | [] -> k
  | x :: l0 -> (match k with
                | [] -> l
                | y :: k0 -> (f x y) :: (zip f l0 k0))

(** val both : mask0 -> mask0 -> mask0 **)

let both =
  zip (zip (||))

(** val find : row -> row list -> bool list option **)

let rec find r = function
| [] -> None
| s :: blk0 ->
  if row_eq_dec r s
  then Some (true :: [])
  else (match find r blk0 with
        | Some b -> Some (false :: b)
        | None -> None)

(** val lookup : row -> table -> mask0 option **)

let rec lookup r = function
| [] -> None
| blk :: bs0 ->
  let (p, hi) = r in
  let (l, lo) = p in
  (match l with
   | [] -> (match find r blk with
            | Some b -> Some (b :: [])
            | None -> None)
   | z0 :: ws ->
     (match z0 with
      | Z0 ->
        (match lookup ((ws, lo), hi) bs0 with
         | Some m -> Some ([] :: m)
         | None -> None)
      | _ -> (match find r blk with
              | Some b -> Some (b :: [])
              | None -> None)))

(** val lookup_all : row list -> table -> mask0 option **)

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

(** val image : bool -> table -> row -> mask0 option option **)

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

(** val join : mask0 option -> mask0 option -> mask0 option **)

let join o k =
  match o with
  | Some m -> (match k with
               | Some n0 -> Some (both m n0)
               | None -> None)
  | None -> None

(** val joined : mask0 option list -> mask0 option **)

let joined os =
  fold_right join (Some []) os

type 'number trie =
| Empty
| Ends of 'number
| Next of 'number trie
| Fork of 'number trie * 'number trie

(** val add0 : ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 trie -> 'a1 trie **)

let rec add0 plus n0 = function
| Empty -> Ends n0
| Ends k -> Ends (plus n0 k)
| Next t0 -> Next (add0 plus n0 t0)
| Fork (l, r) -> Fork ((add0 plus n0 l), r)

(** val ahead :
    ('a1 -> 'a1 -> 'a1) -> ('a1 trie -> 'a1 trie) -> 'a1 trie -> 'a1 trie ->
    'a1 trie **)

let rec ahead plus f t = function
| Empty -> Next t
| Ends n0 -> Next (add0 plus n0 t)
| Next u0 -> Next (f u0)
| Fork (l, r) -> Fork ((ahead plus f t l), r)

(** val merge : ('a1 -> 'a1 -> 'a1) -> 'a1 trie -> 'a1 trie -> 'a1 trie **)

let rec merge plus t u =
  match t with
  | Empty -> u
  | Ends n0 -> (match u with
                | Empty -> t
                | _ -> add0 plus n0 u)
  | Next t0 ->
    (match u with
     | Empty -> t
     | Ends n0 -> add0 plus n0 t
     | _ -> ahead plus (merge plus t0) t0 u)
  | Fork (l, r) ->
    (match u with
     | Empty -> t
     | Ends n0 -> add0 plus n0 t
     | Next _ -> Fork ((merge plus l u), r)
     | Fork (k, s) -> Fork ((merge plus l k), (merge plus r s)))

(** val beyond : ('a1 trie -> 'a1 trie) -> 'a1 trie -> 'a1 trie **)

let rec beyond f t = match t with
| Empty -> Empty
| Ends _ -> Next (f t)
| Next t0 -> Next (f t0)
| Fork (l, r) -> Fork ((beyond f l), (beyond f r))

(** val bits :
    ('a1 -> 'a1 -> 'a1) -> bool list -> ('a1 trie -> 'a1 trie) -> 'a1 trie ->
    'a1 trie **)

let rec bits plus b f t =
  match b with
  | [] -> f t
  | x :: b0 ->
    (match t with
     | Empty -> Empty
     | Fork (l, r) ->
       if x
       then Fork (Empty, (bits plus b0 f (merge plus l r)))
       else Fork ((bits plus b0 f l), (bits plus b0 f r))
     | _ ->
       if x
       then Fork (Empty, (bits plus b0 f t))
       else Fork ((bits plus b0 f t), Empty))

(** val with_ : ('a1 -> 'a1 -> 'a1) -> mask0 -> 'a1 trie -> 'a1 trie **)

let rec with_ plus = function
| [] -> (fun t -> t)
| b :: m0 ->
  bits plus b
    (match m0 with
     | [] -> (fun t -> t)
     | _ :: _ -> beyond (with_ plus m0))

(** val advance :
    ('a1 -> 'a1 -> 'a1) -> mask0 option list -> 'a1 trie -> 'a1 trie **)

let rec advance plus os t = match t with
| Empty -> Empty
| Ends _ -> t
| Next t0 -> t0
| Fork (l, r) ->
  merge plus (advance plus (tl os) l)
    (match hd (Some []) os with
     | Some m -> with_ plus m (advance plus (tl os) r)
     | None -> Empty)

(** val move :
    ('a1 -> 'a1 -> 'a1) -> mask0 option list -> mask0 option list -> 'a1 trie
    -> 'a1 trie **)

let move plus begun always t =
  match joined always with
  | Some m -> with_ plus m (advance plus begun t)
  | None -> Empty

(** val all : ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 trie -> 'a1 **)

let rec all plus zero = function
| Empty -> zero
| Ends n0 -> n0
| Next t0 -> all plus zero t0
| Fork (l, r) -> plus (all plus zero l) (all plus zero r)

(** val run :
    ('a1 -> 'a1 -> 'a1) -> 'a1 -> table -> table -> 'a1 trie -> 'a1 option **)

let rec run plus zero opened blocks t =
  match opened with
  | [] -> (match blocks with
           | [] -> Some (all plus zero t)
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
                 | Some b1 ->
                   run plus zero ops bs
                     (merge plus (move plus b0 a0 t) (move plus b1 a1 t))
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

(** val count_by :
    ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> nat -> bound list -> 'a1 option **)

let count_by plus zero one n0 bs =
  match normed bs with
  | Some rs ->
    (match insert_all rs (repeat [] n0) with
     | Some opened ->
       if Nat.eqb (length opened) n0
       then run plus zero opened (grow opened (repeat [] n0)) (Ends one)
       else None
     | None -> None)
  | None -> Some zero

type cell =
| Square
| Hole
| Wall

type wrap =
| Flat
| Cylinder
| Torus

type board = { cells : cell list list; wrapped : wrap }

type place = z * z

(** val rows : board -> nat **)

let rows b =
  length b.cells

(** val columns : board -> nat **)

let columns b =
  length (hd [] b.cells)

(** val look : board -> place -> cell **)

let look b s =
  if (&&)
       ((&&) ((&&) (Z.leb Z0 (fst s)) (Z.ltb (fst s) (Z.of_nat (rows b))))
         (Z.leb Z0 (snd s))) (Z.ltb (snd s) (Z.of_nat (columns b)))
  then nth (Z.to_nat (snd s)) (nth (Z.to_nat (fst s)) b.cells []) Wall
  else Wall

(** val up_to : nat -> z list **)

let up_to n0 =
  map Z.of_nat (seq O n0)

(** val is_square : board -> place -> bool **)

let is_square b s =
  match look b s with
  | Square -> true
  | _ -> false

(** val squares : board -> place list **)

let squares b =
  filter (is_square b) (list_prod (up_to (rows b)) (up_to (columns b)))

type ride = { across : z; along : z; reach : nat }

(** val steps : ride -> place list **)

let steps x =
  let { across = m; along = n0; reach = _ } = x in
  (m, n0) :: ((m, (Z.opp n0)) :: (((Z.opp m), n0) :: (((Z.opp m),
  (Z.opp n0)) :: ((n0, m) :: ((n0, (Z.opp m)) :: (((Z.opp n0),
  m) :: (((Z.opp n0), (Z.opp m)) :: [])))))))

(** val after : board -> place -> place -> nat -> place **)

let after b s step j =
  let r = Z.add (fst s) (Z.mul (Z.of_nat j) (fst step)) in
  let c = Z.add (snd s) (Z.mul (Z.of_nat j) (snd step)) in
  (match b.wrapped with
   | Flat -> (r, c)
   | Cylinder -> (r, (Z.modulo c (Z.of_nat (columns b))))
   | Torus ->
     ((Z.modulo r (Z.of_nat (rows b))), (Z.modulo c (Z.of_nat (columns b)))))

(** val place_dec : place -> place -> bool **)

let place_dec s t =
  let (a, b) = s in
  let (a0, b0) = t in
  if match a with
     | Z0 -> (match a0 with
              | Z0 -> true
              | _ -> false)
     | Zpos p ->
       (match a0 with
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
       (match a0 with
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
        | _ -> false)
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

type kind = { moves : ride list; least0 : z; most0 : z; never : place list }

type measure =
| Pieces of nat list
| Unattacked of nat list * bool

type rule =
| NonAttacking of (nat * nat) list * bool
| Maximal of (nat * nat) list
| Domination of nat list * bool * z * z
| Regions of nat list * place list list * z * z
| Permutation of nat list * z * z
| Amount of measure * z * z
| Degrees of nat list * nat list * bool * z * z
| Equal of nat list * nat list
| Given of nat * place
| Bare of place

type problem = { on : board; kinds : kind list; rules : rule list }

(** val the : problem -> nat -> kind **)

let the p k =
  nth k p.kinds { moves = []; least0 = Z0; most0 = Z0; never = [] }

(** val stops : board -> place -> place -> bool **)

let stops b s t =
  (||) (if place_dec t s then true else false)
    (match look b t with
     | Wall -> true
     | _ -> false)

(** val walk : board -> place -> place -> nat -> nat -> nat list **)

let rec walk b s step j = function
| O -> []
| S more0 ->
  if stops b s (after b s step j)
  then []
  else j :: (walk b s step (S j) more0)

(** val way : board -> place -> place -> nat -> place * place list **)

let way b s step j =
  ((after b s step j), (map (after b s step) (seq (S O) (sub j (S O)))))

(** val sights : board -> ride list -> place -> (place * place list) list **)

let sights b piece s =
  flat_map (fun x ->
    flat_map (fun step ->
      map (way b s step)
        (walk b s step (S O)
          (if Nat.eqb x.reach O then mul (rows b) (columns b) else x.reach)))
      (steps x)) piece

(** val member : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let member dec x l =
  if in_dec dec x l then true else false

(** val attacksb : board -> ride list -> place -> place -> bool **)

let attacksb b piece s t =
  member place_dec t (map fst (sights b piece s))

type man = nat * place

(** val man_dec : man -> man -> bool **)

let man_dec m n0 =
  let (a, b) = m in
  let (a0, b0) = n0 in
  if let rec f n1 x =
       match n1 with
       | O -> (match x with
               | O -> true
               | S _ -> false)
       | S n2 -> (match x with
                  | O -> false
                  | S n3 -> f n2 n3)
     in f a a0
  then let (a1, b1) = b in
       let (a2, b2) = b0 in
       if match a1 with
          | Z0 -> (match a2 with
                   | Z0 -> true
                   | _ -> false)
          | Zpos p ->
            (match a2 with
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
            (match a2 with
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
             | _ -> false)
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
  else false

type 'a fact_on = (('a * z) list * z) * z

type fact = man fact_on

(** val count_in : man list -> z -> z -> fact **)

let count_in ms low0 high0 =
  (((map (fun m -> (m, (Zpos XH))) ms), low0), high0)

(** val clause : man list -> man list -> fact **)

let clause yes no =
  (((app (map (fun m -> (m, (Zpos XH))) yes)
      (map (fun m -> (m, (Zneg XH))) no)),
    (Z.sub (Zpos XH) (Z.of_nat (length no)))), (Z.of_nat (length yes)))

(** val every0 : problem -> man list **)

let every0 p =
  list_prod (seq O (length p.kinds)) (squares p.on)

(** val picked : problem -> (man -> bool) -> man list **)

let picked p f =
  filter f (every0 p)

(** val at_ : problem -> place -> man list **)

let at_ p s =
  picked p (fun m -> if place_dec (snd m) s then true else false)

(** val mayb : problem -> man -> bool **)

let mayb p m =
  (&&)
    ((&&) (Nat.ltb (fst m) (length p.kinds))
      (member place_dec (snd m) (squares p.on)))
    (negb (member place_dec (snd m) (the p (fst m)).never))

(** val hits : problem -> man -> place -> bool **)

let hits p m t =
  attacksb p.on (the p (fst m)).moves (snd m) t

(** val pairing : (nat * nat) list -> nat -> nat -> bool **)

let pairing pairs k l =
  existsb (fun q -> (&&) (Nat.eqb k (fst q)) (Nat.eqb l (snd q))) pairs

(** val facts_of : problem -> rule -> fact list **)

let facts_of p = function
| NonAttacking (pairs, blocking) ->
  flat_map (fun m ->
    flat_map (fun w ->
      flat_map (fun l ->
        if pairing pairs (fst m) l
        then (clause (if blocking then flat_map (at_ p) (snd w) else [])
               (m :: ((l, (fst w)) :: []))) :: []
        else []) (seq O (length p.kinds)))
      (sights p.on (the p (fst m)).moves (snd m))) (every0 p)
| Maximal pairs ->
  map (fun m ->
    clause
      (picked p (fun n0 ->
        (||) (if place_dec (snd m) (snd n0) then true else false)
          ((&&) (pairing pairs (fst m) (fst n0))
            ((||) (hits p m (snd n0)) (hits p n0 (snd m)))))) [])
    (filter (mayb p) (every0 p))
| Domination (ks, own, low0, high0) ->
  map (fun t ->
    count_in
      (picked p (fun m ->
        (&&) (member Nat.eq_dec (fst m) ks)
          ((||) ((&&) own (if place_dec (snd m) t then true else false))
            (hits p m t)))) low0 high0) (squares p.on)
| Regions (ks, parts, low0, high0) ->
  map (fun part ->
    count_in
      (picked p (fun m ->
        (&&) (member Nat.eq_dec (fst m) ks) (member place_dec (snd m) part)))
      low0 high0) parts
| Permutation (ks, low0, high0) ->
  app
    (map (fun x ->
      count_in
        (picked p (fun m ->
          (&&) (member Nat.eq_dec (fst m) ks) (Z.eqb (fst (snd m)) x))) low0
        high0) (nodup Z.eq_dec (map fst (squares p.on))))
    (map (fun x ->
      count_in
        (picked p (fun m ->
          (&&) (member Nat.eq_dec (fst m) ks) (Z.eqb (snd (snd m)) x))) low0
        high0) (nodup Z.eq_dec (map snd (squares p.on))))
| Amount (what, low0, high0) ->
  (match what with
   | Pieces ks ->
     (count_in (picked p (fun m -> member Nat.eq_dec (fst m) ks)) low0 high0) :: []
   | Unattacked (_, _) -> [])
| Degrees (ks, others, attacked, low0, high0) ->
  flat_map (fun m ->
    let met =
      picked p (fun n0 ->
        (&&) (member Nat.eq_dec (fst n0) others)
          (if attacked then hits p n0 (snd m) else hits p m (snd n0)))
    in
    let n0 = Z.of_nat (length met) in
    ((((m, (Z.opp low0)) :: (map (fun m0 -> (m0, (Zpos XH))) met)), Z0),
    (Z.add n0 (Z.abs low0))) :: (((((m,
    (Z.sub n0 (Z.min n0 high0))) :: (map (fun m0 -> (m0, (Zpos XH))) met)),
    Z0), n0) :: [])) (picked p (fun m -> member Nat.eq_dec (fst m) ks))
| Equal (ks, others) ->
  (((app
      (map (fun m -> (m, (Zpos XH)))
        (picked p (fun m -> member Nat.eq_dec (fst m) ks)))
      (map (fun m -> (m, (Zneg XH)))
        (picked p (fun m -> member Nat.eq_dec (fst m) others)))), Z0),
    Z0) :: []
| Given (k, s) -> (clause ((k, s) :: []) []) :: []
| Bare s -> map (fun m -> clause [] (m :: [])) (at_ p s)

(** val facts : problem -> fact list **)

let facts p =
  app (map (fun s -> count_in (at_ p s) Z0 (Zpos XH)) (squares p.on))
    (app
      (map (fun k ->
        count_in (picked p (fun m -> Nat.eqb (fst m) k)) (the p k).least0
          (the p k).most0) (seq O (length p.kinds)))
      (flat_map (facts_of p) p.rules))

(** val targets : problem -> man -> place list **)

let targets p m =
  map fst (sights p.on (the p (fst m)).moves (snd m))

(** val strikes : problem -> place list -> man -> man -> bool **)

let strikes p hit m n0 =
  existsb (fun r ->
    match r with
    | NonAttacking (pairs, blocking) ->
      if blocking
      then false
      else if pairing pairs (fst m) (fst n0)
           then member place_dec (snd n0) hit
           else false
    | _ -> false) p.rules

(** val excludes : problem -> place list -> man -> man -> bool **)

let excludes p hit m n0 =
  if place_dec (snd m) (snd n0)
  then true
  else if strikes p hit m n0 then true else strikes p (targets p n0) n0 m

(** val lonely : problem -> man list -> bool **)

let rec lonely p = function
| [] -> true
| m :: g0 ->
  let hit = targets p m in
  if forallb (excludes p hit m) g0 then lonely p g0 else false

(** val fewest : problem -> z **)

let fewest p =
  fold_right (fun k s -> Z.add (the p k).least0 s) Z0 (seq O (length p.kinds))

(** val filled : problem -> (man -> z) -> z list -> fact list **)

let filled p key xs =
  if Z.leb (Z.of_nat (length xs)) (fewest p)
  then let groups = map (fun x -> picked p (fun m -> Z.eqb (key m) x)) xs in
       if forallb (lonely p) groups
       then map (fun g -> count_in g (Zpos XH) (Zpos XH)) groups
       else []
  else []

(** val implied : problem -> fact list **)

let implied p =
  app
    (filled p (fun m -> fst (snd m))
      (nodup Z.eq_dec (map fst (squares p.on))))
    (filled p (fun m -> snd (snd m))
      (nodup Z.eq_dec (map snd (squares p.on))))

type variable =
| Stands of man
| Sees of man * place list
| Safe of nat list * bool * place

(** val variable_dec : variable -> variable -> bool **)

let variable_dec x y =
  match x with
  | Stands m -> (match y with
                 | Stands m0 -> man_dec m m0
                 | _ -> false)
  | Sees (m, way0) ->
    (match y with
     | Sees (m0, way1) ->
       if man_dec m m0 then list_eq_dec place_dec way0 way1 else false
     | _ -> false)
  | Safe (kinds0, blocking, t) ->
    (match y with
     | Safe (kinds1, blocking0, t0) ->
       if list_eq_dec Nat.eq_dec kinds0 kinds1
       then if bool_dec blocking blocking0 then place_dec t t0 else false
       else false
     | _ -> false)

type vfact = variable fact_on

(** val threats : problem -> nat list -> bool -> place -> variable list **)

let threats p ks blocking t =
  flat_map (fun m ->
    map (fun w -> if blocking then Sees (m, (snd w)) else Stands m)
      (filter (fun w -> if place_dec (fst w) t then true else false)
        (sights p.on (the p (fst m)).moves (snd m))))
    (picked p (fun m -> member Nat.eq_dec (fst m) ks))

(** val inputs : problem -> variable -> variable list * variable list **)

let inputs p = function
| Stands _ -> ([], [])
| Sees (m, way0) ->
  (((Stands m) :: []), (map (fun x0 -> Stands x0) (flat_map (at_ p) way0)))
| Safe (ks, blocking, t) ->
  ([], (app (map (fun x0 -> Stands x0) (at_ p t)) (threats p ks blocking t)))

(** val gates_of : problem -> rule -> variable list **)

let gates_of p = function
| Amount (what, _, _) ->
  (match what with
   | Pieces _ -> []
   | Unattacked (ks, blocking) ->
     flat_map (fun t ->
       app (if blocking then threats p ks blocking t else []) ((Safe (ks,
         blocking, t)) :: [])) (squares p.on))
| _ -> []

(** val gates : problem -> variable list **)

let gates p =
  nodup variable_dec (flat_map (gates_of p) p.rules)

(** val gate : problem -> variable -> vfact **)

let gate p x =
  let (yes, no) = inputs p x in
  let n0 = Z.add (Z.of_nat (length yes)) (Z.of_nat (length no)) in
  ((((x,
  (Z.opp (Z.add n0 (Zpos XH)))) :: (app (map (fun y -> (y, (Zpos XH))) yes)
                                     (map (fun y -> (y, (Zneg XH))) no))),
  (Z.sub (Zneg XH) (Z.of_nat (length no)))),
  (Z.sub (Z.sub n0 (Zpos XH)) (Z.of_nat (length no))))

(** val amounts : problem -> rule -> vfact list **)

let amounts p = function
| Amount (what, low0, high0) ->
  (match what with
   | Pieces _ -> []
   | Unattacked (ks, blocking) ->
     (((map (fun x -> (x, (Zpos XH)))
         (map (fun x -> Safe (ks, blocking, x)) (squares p.on))), low0),
       high0) :: [])
| _ -> []

(** val of_variables : fact -> vfact **)

let of_variables = function
| (p0, high0) ->
  let (ts, low0) = p0 in
  (((map (fun t -> ((Stands (fst t)), (snd t))) ts), low0), high0)

(** val all_facts : problem -> vfact list **)

let all_facts p =
  app (map of_variables (app (facts p) (implied p)))
    (app (map (gate p) (gates p)) (flat_map (amounts p) p.rules))

type order = man list

(** val number_of : variable -> variable list -> nat -> nat option **)

let rec number_of x vs n0 =
  match vs with
  | [] -> None
  | y :: vs0 -> if variable_dec x y then Some n0 else number_of x vs0 (S n0)

(** val ready_after : problem -> variable list -> variable -> nat **)

let ready_after p men x =
  let ready = fun y ->
    fold_right (fun z0 n0 ->
      match number_of z0 men (S O) with
      | Some i -> Nat.max i n0
      | None -> n0) O (app (fst (inputs p y)) (snd (inputs p y)))
  in
  fold_right (fun y n0 -> Nat.max (ready y) n0) (ready x) (snd (inputs p x))

(** val variables : problem -> order -> variable list **)

let variables p o =
  let men = map (fun x -> Stands x) o in
  let gs = map (fun x -> ((ready_after p men x), x)) (gates p) in
  let ready = fun n0 -> map snd (filter (fun g -> Nat.eqb (fst g) n0) gs) in
  app (ready O)
    (flat_map (fun nx -> (snd nx) :: (ready (fst nx)))
      (combine (seq (S O) (length o)) men))

(** val distinct : variable list -> bool **)

let rec distinct = function
| [] -> true
| x :: l0 -> (&&) (negb (member variable_dec x l0)) (distinct l0)

(** val fits : problem -> variable list -> bool **)

let fits p vs =
  let gs = gates p in
  (&&)
    ((&&) (distinct vs)
      (forallb (fun x ->
        match x with
        | Stands m -> mayb p m
        | _ -> member variable_dec x gs) vs))
    (forallb (fun x -> member variable_dec x vs)
      (app (map (fun x -> Stands x) (filter (mayb p) (every0 p))) gs))

(** val numbered : variable list -> (variable * z) -> (nat * z) list **)

let numbered vs t =
  match number_of (fst t) vs O with
  | Some n0 -> (n0, (snd t)) :: []
  | None -> []

(** val to_bound : variable list -> vfact -> bound **)

let to_bound vs = function
| (p, high0) ->
  let (ts, low0) = p in
  { terms = (flat_map (numbered vs) ts); low = low0; high = high0 }

(** val bounds : problem -> variable list -> bound list **)

let bounds p vs =
  map (to_bound vs) (all_facts p)

(** val solve_by :
    ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> problem -> order -> 'a1 option **)

let solve_by plus zero one p o =
  let vs = variables p o in
  if fits p vs then count_by plus zero one (length vs) (bounds p vs) else None

type motion = { exchanged : bool; flipped : bool; mirrored : bool; down : 
                z; right : z }

(** val moved : board -> motion -> place -> place **)

let moved b m s =
  let r =
    if m.flipped
    then Z.sub (Z.sub (Z.of_nat (rows b)) (Zpos XH)) (fst s)
    else fst s
  in
  let c =
    if m.mirrored
    then Z.sub (Z.sub (Z.of_nat (columns b)) (Zpos XH)) (snd s)
    else snd s
  in
  if m.exchanged
  then ((Z.modulo (Z.add c m.down) (Z.of_nat (rows b))),
         (Z.modulo (Z.add r m.right) (Z.of_nat (columns b))))
  else ((Z.modulo (Z.add r m.down) (Z.of_nat (rows b))),
         (Z.modulo (Z.add c m.right) (Z.of_nat (columns b))))

(** val motions : board -> motion list **)

let motions b =
  let both0 = false :: (true :: []) in
  let square = Nat.eqb (rows b) (columns b) in
  (match b.wrapped with
   | Flat ->
     let p = (square, (Z0 :: [])) in
     let rights = Z0 :: [] in
     let (exchange, downs) = p in
     flat_map (fun e ->
       flat_map (fun f ->
         flat_map (fun m ->
           flat_map (fun d ->
             map (fun x -> { exchanged = e; flipped = f; mirrored = m; down =
               d; right = x }) rights) downs) both0) both0)
       (if exchange then both0 else false :: [])
   | Cylinder ->
     let p = (false, (Z0 :: [])) in
     let rights = up_to (Nat.max (S O) (columns b)) in
     let (exchange, downs) = p in
     flat_map (fun e ->
       flat_map (fun f ->
         flat_map (fun m ->
           flat_map (fun d ->
             map (fun x -> { exchanged = e; flipped = f; mirrored = m; down =
               d; right = x }) rights) downs) both0) both0)
       (if exchange then both0 else false :: [])
   | Torus ->
     let p = (square, (up_to (Nat.max (S O) (rows b)))) in
     let rights = up_to (Nat.max (S O) (columns b)) in
     let (exchange, downs) = p in
     flat_map (fun e ->
       flat_map (fun f ->
         flat_map (fun m ->
           flat_map (fun d ->
             map (fun x -> { exchanged = e; flipped = f; mirrored = m; down =
               d; right = x }) rights) downs) both0) both0)
       (if exchange then both0 else false :: []))

(** val picks : nat list -> nat list -> nat list **)

let picks g h =
  map (fun x -> nth x h O) g

(** val renamed : nat list -> nat -> bound -> bound **)

let renamed g none b =
  { terms = (map (fun t -> ((nth (fst t) g none), (snd t))) b.terms); low =
    b.low; high = b.high }

(** val walk_cycle : nat list -> nat -> nat -> nat -> nat -> nat **)

let rec walk_cycle g x best y = function
| O -> best
| S more0 ->
  if Nat.eqb y x
  then best
  else walk_cycle g x (Nat.min best y) (nth y g y) more0

(** val first : nat list -> nat -> nat **)

let first g x =
  walk_cycle g x x (nth x g x) (length g)

(** val place_in : nat list -> nat -> nat **)

let rec place_in l x =
  match l with
  | [] -> O
  | y :: l0 -> if Nat.eqb x y then O else S (place_in l0 x)

(** val fixed_by :
    ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> nat -> bound list -> nat list -> 'a1
    option **)

let fixed_by plus zero one n0 bs g =
  let firsts = map (first g) (seq O n0) in
  let chosen = filter (fun x -> Nat.eqb (nth x firsts n0) x) (seq O n0) in
  let cycle = map (place_in chosen) firsts in
  let m = length chosen in
  if (&&)
       ((&&)
         ((&&)
           ((&&)
             ((&&) (Nat.eqb (length g) n0)
               (forallb (fun x -> Nat.ltb x n0) g))
             (forallb (fun i -> Nat.ltb i m) cycle))
           (if list_eq_dec Nat.eq_dec (picks chosen cycle) (seq O m)
            then true
            else false))
         (if list_eq_dec Nat.eq_dec (picks g cycle) cycle then true else false))
       (if list_eq_dec Nat.eq_dec (picks cycle chosen) firsts
        then true
        else false)
  then count_by plus zero one m (map (renamed cycle m) bs)
  else None

(** val merged : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> 'a1 list **)

let rec merged before l =
  let rec inner k =
    match l with
    | [] -> k
    | x :: l' ->
      (match k with
       | [] -> l
       | y :: k' ->
         if before x y then x :: (merged before l' k) else y :: (inner k'))
  in inner

(** val halves : 'a1 list -> 'a1 list * 'a1 list **)

let rec halves l = match l with
| [] -> (l, [])
| x :: l0 ->
  (match l0 with
   | [] -> (l, [])
   | y :: l1 -> let (a, c) = halves l1 in ((x :: a), (y :: c)))

(** val sorted : ('a1 -> 'a1 -> bool) -> nat -> 'a1 list -> 'a1 list **)

let rec sorted before depth l =
  match depth with
  | O -> l
  | S depth0 ->
    (match l with
     | [] -> l
     | _ :: l0 ->
       (match l0 with
        | [] -> l
        | _ :: _ ->
          let (a, c) = halves l in
          merged before (sorted before depth0 a) (sorted before depth0 c)))

(** val once : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec once dec l = match l with
| [] -> l
| x :: k ->
  (match k with
   | [] -> l
   | y :: _ -> if dec x y then once dec k else x :: (once dec k))

(** val then_by :
    ('a1 -> 'a1 -> comparison) -> 'a1 list -> 'a1 list -> comparison **)

let rec then_by order0 l k =
  match l with
  | [] -> (match k with
           | [] -> Eq
           | _ :: _ -> Lt)
  | x :: l0 ->
    (match k with
     | [] -> Gt
     | y :: k0 ->
       (match order0 x y with
        | Eq -> then_by order0 l0 k0
        | x0 -> x0))

(** val before_or_at : comparison -> bool **)

let before_or_at = function
| Gt -> false
| _ -> true

(** val term_order : (nat * z) -> (nat * z) -> comparison **)

let term_order t u =
  match Nat.compare (fst t) (fst u) with
  | Eq -> Z.compare (snd t) (snd u)
  | x -> x

(** val bound_order : bound -> bound -> comparison **)

let bound_order b c =
  match then_by term_order b.terms c.terms with
  | Eq ->
    (match Z.compare b.low c.low with
     | Eq -> Z.compare b.high c.high
     | x -> x)
  | x -> x

(** val bound_dec : bound -> bound -> bool **)

let bound_dec b c =
  let { terms = terms0; low = low0; high = high0 } = b in
  let { terms = terms1; low = low1; high = high1 } = c in
  if let rec f l x =
       match l with
       | [] -> (match x with
                | [] -> true
                | _ :: _ -> false)
       | y :: l0 ->
         (match x with
          | [] -> false
          | a :: l1 ->
            if let (a0, b0) = y in
               let (a1, b1) = a in
               if let rec f0 n0 x0 =
                    match n0 with
                    | O -> (match x0 with
                            | O -> true
                            | S _ -> false)
                    | S n1 -> (match x0 with
                               | O -> false
                               | S n2 -> f0 n1 n2)
                  in f0 a0 a1
               then (match b0 with
                     | Z0 -> (match b1 with
                              | Z0 -> true
                              | _ -> false)
                     | Zpos p ->
                       (match b1 with
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
                       (match b1 with
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
                        | _ -> false))
               else false
            then f l0 l1
            else false)
     in f terms0 terms1
  then if match low0 with
          | Z0 -> (match low1 with
                   | Z0 -> true
                   | _ -> false)
          | Zpos p ->
            (match low1 with
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
            (match low1 with
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
             | _ -> false)
       then (match high0 with
             | Z0 -> (match high1 with
                      | Z0 -> true
                      | _ -> false)
             | Zpos p ->
               (match high1 with
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
               (match high1 with
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
  else false

(** val settled : bound -> bound **)

let settled b =
  { terms =
    (sorted (fun t u -> before_or_at (term_order t u)) (S (S (S (S (S (S (S
      (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      (S (S (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))
      b.terms); low = b.low; high = b.high }

(** val all_settled : bound list -> bound list **)

let all_settled bs =
  once bound_dec
    (sorted (fun b c -> before_or_at (bound_order b c)) (S (S (S (S (S (S (S
      (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      (S (S (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))
      (map settled bs))

(** val all_differ : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool **)

let rec all_differ dec = function
| [] -> true
| x :: l0 -> (&&) (negb (member dec x l0)) (all_differ dec l0)

(** val is_group : nat -> nat list list -> bool **)

let is_group n0 gs =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          (if list_eq_dec Nat.eq_dec (hd [] gs) (seq O n0)
           then true
           else false) (all_differ (list_eq_dec Nat.eq_dec) gs))
        (negb (Nat.eqb (length gs) O)))
      (forallb (fun g ->
        (&&)
          ((&&) (Nat.eqb (length g) n0) (forallb (fun x -> Nat.ltb x n0) g))
          (all_differ Nat.eq_dec g)) gs))
    (forallb (fun h ->
      forallb (fun g -> member (list_eq_dec Nat.eq_dec) (picks g h) gs) gs)
      gs)

(** val keeps_bounds : nat -> bound list -> nat list -> bool **)

let keeps_bounds n0 bs g =
  if list_eq_dec bound_dec (all_settled (map (renamed g n0) bs)) bs
  then true
  else false

(** val orbits_by :
    ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> ('a1 -> nat -> 'a1) -> nat -> bound
    list -> nat list list -> ('a1 * 'a1) option **)

let orbits_by plus zero one over n0 bs gs =
  let bs0 = all_settled bs in
  if (&&) (is_group n0 gs) (forallb (keeps_bounds n0 bs0) gs)
  then (match every (fixed_by plus zero one n0 bs0) gs with
        | Some l ->
          (match l with
           | [] -> None
           | k :: ks ->
             Some (k, (over (fold_right plus zero (k :: ks)) (length gs))))
        | None -> None)
  else None

(** val over_N : n -> nat -> n **)

let over_N n0 many =
  N.div n0 (N.of_nat many)

(** val cells_kept : problem -> motion -> bool **)

let cells_kept p m =
  forallb (fun s ->
    match look p.on (moved p.on m s) with
    | Square -> (match look p.on s with
                 | Square -> true
                 | _ -> false)
    | Hole -> (match look p.on s with
               | Hole -> true
               | _ -> false)
    | Wall -> (match look p.on s with
               | Wall -> true
               | _ -> false))
    (list_prod (up_to (rows p.on)) (up_to (columns p.on)))

(** val kinds_kept : problem -> motion -> bool **)

let kinds_kept p m =
  forallb (fun x ->
    eqb (mayb p x) (mayb p ((fst x), (moved p.on m (snd x))))) (every0 p)

(** val rule_kept : problem -> motion -> rule -> bool **)

let rule_kept p m = function
| Regions (_, parts, _, _) ->
  forallb (fun part ->
    existsb (fun other ->
      forallb (fun s ->
        eqb (member place_dec s part)
          (member place_dec (moved p.on m s) other)) (squares p.on)) parts)
    parts
| Given (k, s) ->
  existsb (fun q ->
    match q with
    | Given (l, t) ->
      (&&) (Nat.eqb k l)
        (if place_dec (moved p.on m s) t then true else false)
    | _ -> false) p.rules
| Bare s ->
  existsb (fun q ->
    match q with
    | Bare t -> if place_dec (moved p.on m s) t then true else false
    | _ -> false) p.rules
| _ -> true

(** val keptb : problem -> motion -> bool **)

let keptb p m =
  (&&) ((&&) (cells_kept p m) (kinds_kept p m))
    (forallb (rule_kept p m) p.rules)

(** val moved_variable : problem -> motion -> variable -> variable **)

let moved_variable p m x =
  let go = moved p.on m in
  (match x with
   | Stands y -> Stands ((fst y), (go (snd y)))
   | Sees (y, way0) -> Sees (((fst y), (go (snd y))), (map go way0))
   | Safe (ks, blocking, t) -> Safe (ks, blocking, (go t)))

(** val all_moved : problem -> motion -> variable list -> nat list option **)

let all_moved p m vs =
  every (fun x -> number_of (moved_variable p m x) vs O) vs

(** val first_ones : nat list list -> nat list list -> nat list list **)

let rec first_ones seen = function
| [] -> []
| x :: l0 ->
  if member (list_eq_dec Nat.eq_dec) x seen
  then first_ones seen l0
  else x :: (first_ones (x :: seen) l0)

(** val solve_orbits_by :
    ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> ('a1 -> nat -> 'a1) -> problem ->
    order -> ('a1 * 'a1) option **)

let solve_orbits_by plus zero one over p o =
  let vs = variables p o in
  if fits p vs
  then (match every (fun m -> all_moved p m vs)
                (filter (keptb p) (motions p.on)) with
        | Some gs ->
          orbits_by plus zero one over (length vs) (bounds p vs)
            (first_ones [] gs)
        | None -> None)
  else None
