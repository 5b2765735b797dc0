"""OEIS sequences as questions: a family, the parameters that the sequence fixes, and options of the count.

A parameter that is not fixed is an index of the sequence, under the family's name for it. ``ask=optimum``
asks for the best value, which ``solve`` finds: such terms are not counts. A sequence that families cite but
that is not here is not a single question.
"""

_LINES = """
A000142 rooks
A000170 queens
A000755 no-three-in-line
A000769 no-three-in-line modulo=symmetry
A000903 rooks modulo=symmetry
A001230 knights-tours rows={2*n} columns={2*n}
A001441 costas modulo=symmetry
A002464 dragon-kings
A002465 bishops k={n}
A002562 queens modulo=symmetry
A002563 queens-domination modulo=symmetry
A002564 queens-domination
A002566 queens-total-domination
A002567 queens-independent-domination modulo=symmetry
A002568 queens-independent-domination
A002720 rooks-any
A002860 latin-squares
A004003 dominoes rows={2*n} columns={2*n}
A006075 knights-domination ask=optimum
A006076 knights-domination modulo=symmetry
A006506 wazirs-any
A007705 toroidal-queens n={2*n+1}
A007764 corner-paths board={n}x{n} piece=W
A008404 costas
A032522 queens fixed_by=rot180
A051223 amazons
A051906 toroidal-queens
A059525 connected board={n}x{n} piece=W k=1..
A063443 kings-any n={n-1}
A067965 ferses-any
A068940 queens-in-a-cube ask=optimum
A075324 queens-independent-domination ask=optimum
A075458 queens-domination ask=optimum
A075561 kings-domination ask=optimum
A103315 knights-domination
A133791 kings-dominating-any
A137774 empresses
A140517 cycles board={n+1}x{n+1} piece=W
A140518 corner-paths board={n}x{n} piece=K
A141243 knights-any
A144084 rooks-k rows={n} columns={n}
A146303 queens-maximal
A165134 open-knights-tours rows={n} columns={n}
A165143 longest-induced-cycles board={n}x{n} piece=N ask=optimum
A172132 knights k=2
A172137 zebras k=2
A172141 nightriders k=2
A193580 kings
A201243 ferses k=2
A201511 wazirs k={n}
A201540 knights k={n}
A201861 ferses k={n}
A201862 bishops-any
A232833 wazirs
A244081 knights
A244284 zebras k={n}
A245011 princesses
A248744 rooks-domination
A250000 peaceable-queens ask=optimum
A260318 queens-by-stabiliser group=rot90 modulo=symmetry
A260319 queens-by-stabiliser group=rot180 modulo=symmetry
A260320 queens-by-stabiliser group=identity modulo=symmetry
A260680 peaceable-queens modulo=colours
A286139 connected board={n}x{n} piece=K k=1..
A287227 queens-any
A288956 kings-maximal
A289180 connected-dominating board={n}x{n} piece=K
A289200 maximal-matchings board={n}x{n} piece=N
A289201 knights-maximal
A290765 connected board={n}x{n} piece=N k=1..
A291705 connected-dominating board={n}x{n} piece=N
A297664 induced-cycles board={n}x{n} piece=W
A297666 induced-cycles board={n}x{n} piece=N
A331968 longest-induced-paths board={n}x{n} piece=W ask=optimum
A347554 kings-domination
A348129 queens-k
A357357 longest-induced-cycles board={n}x{n} piece=W ask=optimum
A357500 longest-induced-paths board={n}x{n} piece=N ask=optimum
A378590 bishops
"""

#: The question of each sequence: ``"A002465": "bishops k={n}"``.
SEQUENCES: dict[str, str] = dict(line.split(" ", 1) for line in _LINES.split("\n") if line)
