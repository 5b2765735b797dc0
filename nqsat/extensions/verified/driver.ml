(* Not proved: reads what is to be counted from stdin, calls the extracted functions, writes numbers.
   Lists stand in brackets, and blanks between all words and brackets. Bounds, with variables from 0:
     ( VARIABLES ( BOUND ... ) )                         BOUND ( LOW HIGH ( VARIABLE WEIGHT ) ... )
   Or a problem of Problem.v and the order of its men:
     ( BOARD ( KIND ... ) ( RULE ... ) ( MAN ... ) )     BOARD ( WRAP ( ROW ... ) )
     WRAP  0 flat, 1 cylinder, 2 torus                   ROW   its cells: . square, x hole, # wall
     KIND  ( ( RIDE ... ) LEAST MOST ( PLACE ... ) )     RULE  ( NAME ... ), as below
     MAN   ( KIND ROW COLUMN )                           RIDE  ( ACROSS ALONG REACH )
   Modulo symmetry, which gives two numbers, all solutions and their orbits; of bounds the permutations:
     ( orbits VARIABLES ( BOUND ... ) ( ( IMAGE ... ) ... ) )   ( orbits BOARD ( KIND ... ) ( RULE ... ) ( MAN ... ) )
   Input of another form ends the program with an error, by a match that is missing. *)
[@@@warning "-8"]
open Verified
open Numbers

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let integer n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))
let rec natural made n = if n = 0 then made else if n > 0 then natural (S made) (n - 1) else failwith "below 0"

type tree = Word of string | List of tree list

(* What stands up to the end of a list, and what comes after it. *)
let rec tree made = function
  | ")" :: rest -> (List (List.rev made), rest)
  | "(" :: rest -> let inner, rest = tree [] rest in tree (inner :: made) rest
  | word :: rest -> tree (Word word :: made) rest

let many one (List some) = List.map one some
let pair one other (List [ x; y ]) = (one x, other y)
let number (Word text) = int_of_string text
let z t = integer (number t) and n t = natural O (number t) and flag t = number t <> 0
let place = pair z z and pairs = many (pair n n)
let bound (List (low :: high :: terms)) = { terms = List.map (pair n z) terms; low = z low; high = z high }
let row (Word text) =
  List.map (function '.' -> Square | 'x' -> Hole | '#' -> Wall) (List.of_seq (String.to_seq text))
let ride (List [ x; y; k ]) = { across = z x; along = z y; reach = n k }
let kind (List [ moves; least; most; never ]) =
  { moves = many ride moves; least0 = z least; most0 = z most; never = many place never }
let man (List [ k; row; column ]) = (n k, (z row, z column))

let measure = function
  | List [ Word "Pieces"; ks ] -> Pieces (many n ks)
  | List [ Word "Unattacked"; ks; blocking ] -> Unattacked (many n ks, flag blocking)

let rule (List (Word name :: fields)) = match (name, fields) with
  | "NonAttacking", [ some; blocking ] -> NonAttacking (pairs some, flag blocking)
  | "Maximal", [ some ] -> Maximal (pairs some)
  | "Domination", [ ks; own; low; high ] -> Domination (many n ks, flag own, z low, z high)
  | "Regions", [ ks; parts; low; high ] -> Regions (many n ks, many (many place) parts, z low, z high)
  | "Permutation", [ ks; low; high ] -> Permutation (many n ks, z low, z high)
  | "Amount", [ what; low; high ] -> Amount (measure what, z low, z high)
  | "Degrees", [ ks; ls; to_; low; high ] -> Degrees (many n ks, many n ls, flag to_, z low, z high)
  | "Equal", [ ks; ls ] -> Equal (many n ks, many n ls)
  | "Given", [ k; s ] -> Given (n k, place s)
  | "Bare", [ s ] -> Bare (place s)

let problem board kinds rules =
  let wrap, cells = pair number (many row) board in
  { on = { cells; wrapped = List.nth [ Flat; Cylinder; Torus ] wrap };
    kinds = many kind kinds; rules = many rule rules }

let one_number = Option.map (fun number -> [ number ])
let two_numbers = Option.map (fun (labelled, orbits) -> [ labelled; orbits ])

let answer = function
  | [ Word "orbits"; variables; bounds; maps ] ->
      two_numbers (orbits_by plus zero one over (n variables) (many bound bounds) (many (many n) maps))
  | [ Word "orbits"; board; kinds; rules; men ] ->
      two_numbers (solve_orbits_by plus zero one over (problem board kinds rules) (many man men))
  | [ variables; bounds ] -> one_number (count_by plus zero one (n variables) (many bound bounds))
  | [ board; kinds; rules; men ] -> one_number (solve_by plus zero one (problem board kinds rules) (many man men))

let largest = 512 * 1024 * 1024 (* words that may live: 4 GB on a machine of 64 bits *)

let () =
  (* Trees die young and in great numbers: a large nursery saves two thirds of the time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 8 lsl 20; space_overhead = 400 };
  ignore (Gc.create_alarm (fun () -> if (Gc.quick_stat ()).heap_words > largest then exit 3));
  let "(" :: words = List.filter (( <> ) "") (String.split_on_char ' ' (input_line stdin)) in
  let List asked, [] = tree [] words in
  match answer asked with
  | Some numbers -> List.iter (fun number -> print_endline (decimal number)) numbers
  | None -> failwith "a variable or a man that there is not, or what is no symmetry"
