(* Not proved: reads what is to be counted from stdin, calls the extracted functions, writes a number.

   Either bounds: the number of variables, then a bound a line: low high x weight x weight ...
   Or, in one line, a problem of Problem.v and the order of its men, lists in brackets:
     ((WRAP (ROW ...)) (KIND ...) (RULE ...) (MAN ...))
     WRAP  0 flat, 1 cylinder, 2 torus         ROW  its cells, each a word: . square, x hole, # wall
     KIND  ((RIDE ...) LEAST MOST (PLACE ...)) RULE (NAME ...), as below       MAN  (KIND ROW COLUMN) *)
open Verified

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))

let integer n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let natural n =
  let rec go made n = if n = 0 then made else go (S made) (n - 1) in
  if n < 0 then failwith "a number below 0" else go O n

(* The decimal digits of a binary number, the last first. *)
let rec digits number =
  let rec doubled carry = function
    | [] -> if carry > 0 then [ carry ] else []
    | d :: ds -> (((2 * d) + carry) mod 10) :: doubled (((2 * d) + carry) / 10) ds in
  match number with XH -> [ 1 ] | XO p -> doubled 0 (digits p) | XI p -> doubled 1 (digits p)

let decimal = function
  | N0 -> "0"
  | Npos p -> String.concat "" (List.rev_map string_of_int (digits p))

(* -- bounds *)

let rec pairs = function
  | x :: weight :: rest -> (natural x, integer weight) :: pairs rest
  | [] -> []
  | _ -> failwith "a variable without a weight"

let bound line =
  match List.map int_of_string (String.split_on_char ' ' line) with
  | low :: high :: rest -> { terms = pairs rest; low = integer low; high = integer high }
  | _ -> failwith "a bound without limits"

let rec bounds made =
  match input_line stdin with
  | exception End_of_file -> List.rev made
  | line -> bounds (bound line :: made)

(* -- problems *)

type tree = Word of string | List of tree list

(* What stands up to the end of a list, and what comes after it; brackets are words. *)
let rec tree made = function
  | ")" :: rest -> (List (List.rev made), rest)
  | "(" :: rest -> let inner, rest = tree [] rest in tree (inner :: made) rest
  | word :: rest -> tree (Word word :: made) rest
  | [] -> failwith "a list without an end"

let wrong what = failwith ("no " ^ what)
let many one = function List some -> List.map one some | Word _ -> wrong "list"
let number = function Word text -> int_of_string text | List _ -> wrong "number"
let z t = integer (number t) and n t = natural (number t) and flag t = number t <> 0
let both one = function List [ x; y ] -> (one x, one y) | _ -> wrong "pair"
let place = both z
let cell = function '.' -> Square | 'x' -> Hole | '#' -> Wall | _ -> wrong "cell"

let row = function
  | Word text -> List.map cell (List.of_seq (String.to_seq text))
  | List _ -> wrong "row"

let board = function
  | List [ wrap; rows ] ->
      { cells = many row rows; wrapped = List.nth [ Flat; Cylinder; Torus ] (number wrap) }
  | _ -> wrong "board"

let ride = function List [ x; y; k ] -> { across = z x; along = z y; reach = n k } | _ -> wrong "ride"

let kind = function
  | List [ moves; least; most; never ] ->
      { moves = many ride moves; least0 = z least; most0 = z most; never = many place never }
  | _ -> wrong "kind"

let rule = function
  | List (Word name :: fields) -> (
      match (name, fields) with
      | "NonAttacking", [ some; blocking ] -> NonAttacking (many (both n) some, flag blocking)
      | "Maximal", [ some ] -> Maximal (many (both n) some)
      | "Domination", [ ks; own; low; high ] -> Domination (many n ks, flag own, z low, z high)
      | "Regions", [ ks; parts; low; high ] -> Regions (many n ks, many (many place) parts, z low, z high)
      | "Permutation", [ ks; low; high ] -> Permutation (many n ks, z low, z high)
      | "Amount", [ ks; low; high ] -> Amount (many n ks, z low, z high)
      | "Degrees", [ ks; ls; attacked; low; high ] ->
          Degrees (many n ks, many n ls, flag attacked, z low, z high)
      | "Equal", [ ks; ls ] -> Equal (many n ks, many n ls)
      | "Given", [ k; s ] -> Given (n k, place s)
      | "Bare", [ s ] -> Bare (place s)
      | _ -> wrong "rule")
  | _ -> wrong "rule"

let man = function List [ k; row; column ] -> (n k, (z row, z column)) | _ -> wrong "man"

let problem line =
  match tree [] (List.filter (( <> ) "") (String.split_on_char ' ' line)) with
  | List [ b; kinds; rules; men ], [] ->
      solve { on = board b; kinds = many kind kinds; rules = many rule rules } (many man men)
  | _ -> wrong "problem"

(* So many words may live: 4 GB on a machine of 64 bits. *)
let largest = 512 * 1024 * 1024

let () =
  (* Trees die young and in great numbers: a large nursery saves two thirds of the time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 8 lsl 20; space_overhead = 400 };
  ignore (Gc.create_alarm (fun () -> if (Gc.quick_stat ()).heap_words > largest then exit 3));
  let first = input_line stdin in
  let found =
    match int_of_string_opt first with
    | Some variables -> count (natural variables) (bounds [])
    | None -> problem first in
  match found with
  | Some number -> print_endline (decimal number)
  | None -> failwith "something of a variable, or a man, that there is not"
