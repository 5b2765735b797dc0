(* In place of numbers.ml: that Zarith adds rightly is trusted, not proved. *)
let zero = Z.zero and one = Z.one and plus = Z.add and decimal = Z.to_string
