(* Not proved: reads bounds from stdin, calls the extracted function, writes a number.

   The first line is the number of variables; each other line a bound: low high x weight x weight ... *)
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

(* So many words may live: 4 GB on a machine of 64 bits. *)
let largest = 512 * 1024 * 1024

let () =
  (* Trees die young and in great numbers: a large nursery saves two thirds of the time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 8 lsl 20; space_overhead = 400 };
  ignore (Gc.create_alarm (fun () -> if (Gc.quick_stat ()).heap_words > largest then exit 3));
  let variables = natural (int_of_string (input_line stdin)) in
  match count variables (bounds []) with
  | Some number -> print_endline (decimal number)
  | None -> failwith "a bound of a variable that there is not"
