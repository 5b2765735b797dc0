(* Numbers of ways: those of Coq, in binary, so that all that is added is proved. *)
open Verified

let zero = N0 and one = Npos XH and plus = N.add and over = over_N

(* The decimal digits, the last first. *)
let rec digits number =
  let rec doubled carry = function
    | [] -> if carry > 0 then [ carry ] else []
    | d :: ds -> (((2 * d) + carry) mod 10) :: doubled (((2 * d) + carry) / 10) ds in
  match number with XH -> [ 1 ] | XO p -> doubled 0 (digits p) | XI p -> doubled 1 (digits p)

let decimal = function
  | N0 -> "0"
  | Npos p -> String.concat "" (List.rev_map string_of_int (digits p))
