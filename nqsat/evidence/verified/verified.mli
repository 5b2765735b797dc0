
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

module Nat :
 sig
  val eqb : nat -> nat -> bool
 end

val hd : 'a1 -> 'a1 list -> 'a1

val tl : 'a1 list -> 'a1 list

val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val repeat : 'a1 -> nat -> 'a1 list

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

module Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool
 end

module N :
 sig
  val add : n -> n -> n
 end

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val opp : z -> z

  val sub : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val max : z -> z -> z

  val min : z -> z -> z

  val abs : z -> z

  val b2z : bool -> z
 end

type bound = { terms : (nat * z) list; low : z; high : z }

type row = (z list * z) * z

val put : nat -> z -> z list -> z list

val dense : bound -> row

val least : z list -> z

val most : z list -> z

val strip : z list -> z list

val shift : row -> row

val unit_row : bool -> row

val force : z -> z -> z list -> (z list * z) * row list

val norm : nat -> z list -> z -> z -> row list option

val left : bool -> row -> row list option

type table = row list list

val row_eq_dec : row -> row -> bool

val insert : row -> table -> table option

val insert_all : row list -> table -> table option

val some : 'a1 list option -> 'a1 list

val grow : table -> table -> table

type mask = bool list

val both : mask -> mask -> mask

val find : row -> row list -> mask option

val lookup : row -> table -> mask option

val lookup_all : row list -> table -> mask option

val image : bool -> table -> row -> mask option option

val every : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val join : mask option -> mask option -> mask option

val joined : mask option list -> mask option

type trie =
| Empty
| Ends of n
| Fork of trie * trie

val ways : bool list -> trie -> n

val add0 : n -> trie -> trie

val merge : trie -> trie -> trie

val with_ : mask -> trie -> trie

val advance : mask option list -> trie -> trie

val move : mask option list -> mask option list -> trie -> trie

val run : table -> table -> trie -> n option

val normed : bound list -> row list option

val count : nat -> bound list -> n option
