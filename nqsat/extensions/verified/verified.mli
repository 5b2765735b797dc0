
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

val add : nat -> nat -> nat

val mul : nat -> nat -> nat

val sub : nat -> nat -> nat

val bool_dec : bool -> bool -> bool

val eqb : bool -> bool -> bool

module Nat :
 sig
  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool

  val ltb : nat -> nat -> bool

  val compare : nat -> nat -> comparison

  val max : nat -> nat -> nat

  val min : nat -> nat -> nat

  val eq_dec : nat -> nat -> bool
 end

val hd : 'a1 -> 'a1 list -> 'a1

val tl : 'a1 list -> 'a1 list

val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val list_prod : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val nodup : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

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
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : positive -> mask

  val sub_mask : positive -> positive -> mask

  val sub_mask_carry : positive -> positive -> mask

  val mul : positive -> positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_succ_nat : nat -> positive

  val eq_dec : positive -> positive -> bool
 end

module N :
 sig
  val succ_double : n -> n

  val double : n -> n

  val add : n -> n -> n

  val sub : n -> n -> n

  val compare : n -> n -> comparison

  val leb : n -> n -> bool

  val pos_div_eucl : positive -> n -> n * n

  val div_eucl : n -> n -> n * n

  val div : n -> n -> n

  val of_nat : nat -> n
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

  val mul : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val max : z -> z -> z

  val min : z -> z -> z

  val abs : z -> z

  val to_nat : z -> nat

  val of_nat : nat -> z

  val pos_div_eucl : positive -> z -> z * z

  val div_eucl : z -> z -> z * z

  val modulo : z -> z -> z

  val eq_dec : z -> z -> bool

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

type mask0 = bool list list

val zip : ('a1 -> 'a1 -> 'a1) -> 'a1 list -> 'a1 list -> 'a1 list

val both : mask0 -> mask0 -> mask0

val find : row -> row list -> bool list option

val lookup : row -> table -> mask0 option

val lookup_all : row list -> table -> mask0 option

val image : bool -> table -> row -> mask0 option option

val every : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val join : mask0 option -> mask0 option -> mask0 option

val joined : mask0 option list -> mask0 option

type 'number trie =
| Empty
| Ends of 'number
| Next of 'number trie
| Fork of 'number trie * 'number trie

val add0 : ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 trie -> 'a1 trie

val ahead :
  ('a1 -> 'a1 -> 'a1) -> ('a1 trie -> 'a1 trie) -> 'a1 trie -> 'a1 trie ->
  'a1 trie

val merge : ('a1 -> 'a1 -> 'a1) -> 'a1 trie -> 'a1 trie -> 'a1 trie

val beyond : ('a1 trie -> 'a1 trie) -> 'a1 trie -> 'a1 trie

val bits :
  ('a1 -> 'a1 -> 'a1) -> bool list -> ('a1 trie -> 'a1 trie) -> 'a1 trie ->
  'a1 trie

val with_ : ('a1 -> 'a1 -> 'a1) -> mask0 -> 'a1 trie -> 'a1 trie

val advance : ('a1 -> 'a1 -> 'a1) -> mask0 option list -> 'a1 trie -> 'a1 trie

val move :
  ('a1 -> 'a1 -> 'a1) -> mask0 option list -> mask0 option list -> 'a1 trie
  -> 'a1 trie

val all : ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 trie -> 'a1

val run :
  ('a1 -> 'a1 -> 'a1) -> 'a1 -> table -> table -> 'a1 trie -> 'a1 option

val normed : bound list -> row list option

val count_by :
  ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> nat -> bound list -> 'a1 option

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

val rows : board -> nat

val columns : board -> nat

val look : board -> place -> cell

val up_to : nat -> z list

val is_square : board -> place -> bool

val squares : board -> place list

type ride = { across : z; along : z; reach : nat }

val steps : ride -> place list

val after : board -> place -> place -> nat -> place

val place_dec : place -> place -> bool

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

val the : problem -> nat -> kind

val stops : board -> place -> place -> bool

val walk : board -> place -> place -> nat -> nat -> nat list

val way : board -> place -> place -> nat -> place * place list

val sights : board -> ride list -> place -> (place * place list) list

val member : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool

val attacksb : board -> ride list -> place -> place -> bool

type man = nat * place

val man_dec : man -> man -> bool

type 'a fact_on = (('a * z) list * z) * z

type fact = man fact_on

val count_in : man list -> z -> z -> fact

val clause : man list -> man list -> fact

val every0 : problem -> man list

val picked : problem -> (man -> bool) -> man list

val at_ : problem -> place -> man list

val mayb : problem -> man -> bool

val hits : problem -> man -> place -> bool

val pairing : (nat * nat) list -> nat -> nat -> bool

val facts_of : problem -> rule -> fact list

val facts : problem -> fact list

val targets : problem -> man -> place list

val strikes : problem -> place list -> man -> man -> bool

val excludes : problem -> place list -> man -> man -> bool

val lonely : problem -> man list -> bool

val fewest : problem -> z

val filled : problem -> (man -> z) -> z list -> fact list

val implied : problem -> fact list

type variable =
| Stands of man
| Sees of man * place list
| Safe of nat list * bool * place

val variable_dec : variable -> variable -> bool

type vfact = variable fact_on

val threats : problem -> nat list -> bool -> place -> variable list

val inputs : problem -> variable -> variable list * variable list

val gates_of : problem -> rule -> variable list

val gates : problem -> variable list

val gate : problem -> variable -> vfact

val amounts : problem -> rule -> vfact list

val of_variables : fact -> vfact

val all_facts : problem -> vfact list

type order = man list

val number_of : variable -> variable list -> nat -> nat option

val ready_after : problem -> variable list -> variable -> nat

val variables : problem -> order -> variable list

val distinct : variable list -> bool

val fits : problem -> variable list -> bool

val numbered : variable list -> (variable * z) -> (nat * z) list

val to_bound : variable list -> vfact -> bound

val bounds : problem -> variable list -> bound list

val solve_by :
  ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> problem -> order -> 'a1 option

type motion = { exchanged : bool; flipped : bool; mirrored : bool; down : 
                z; right : z }

val moved : board -> motion -> place -> place

val motions : board -> motion list

val picks : nat list -> nat list -> nat list

val renamed : nat list -> nat -> bound -> bound

val walk_cycle : nat list -> nat -> nat -> nat -> nat -> nat

val first : nat list -> nat -> nat

val place_in : nat list -> nat -> nat

val fixed_by :
  ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> nat -> bound list -> nat list -> 'a1
  option

val merged : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> 'a1 list

val halves : 'a1 list -> 'a1 list * 'a1 list

val sorted : ('a1 -> 'a1 -> bool) -> nat -> 'a1 list -> 'a1 list

val once : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list

val then_by : ('a1 -> 'a1 -> comparison) -> 'a1 list -> 'a1 list -> comparison

val before_or_at : comparison -> bool

val term_order : (nat * z) -> (nat * z) -> comparison

val bound_order : bound -> bound -> comparison

val bound_dec : bound -> bound -> bool

val settled : bound -> bound

val all_settled : bound list -> bound list

val all_differ : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool

val is_group : nat -> nat list list -> bool

val keeps_bounds : nat -> bound list -> nat list -> bool

val orbits_by :
  ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> ('a1 -> nat -> 'a1) -> nat -> bound
  list -> nat list list -> ('a1 * 'a1) option

val over_N : n -> nat -> n

val cells_kept : problem -> motion -> bool

val kinds_kept : problem -> motion -> bool

val rule_kept : problem -> motion -> rule -> bool

val keptb : problem -> motion -> bool

val moved_variable : problem -> motion -> variable -> variable

val all_moved : problem -> motion -> variable list -> nat list option

val first_ones : nat list list -> nat list list -> nat list list

val solve_orbits_by :
  ('a1 -> 'a1 -> 'a1) -> 'a1 -> 'a1 -> ('a1 -> nat -> 'a1) -> problem ->
  order -> ('a1 * 'a1) option
