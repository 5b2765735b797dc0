"""Kings, knights and other leapers: pieces of one kind, none attacking another."""

from nqsat import Board, Placement, family

from .words import Number, Side


@family(
    "A193580",
    title="k non-attacking kings",
    verify=("n=0..4 k=0..5", "n=5 k=7..9"),
    examples={"n=4 k=3": 140},
)
def kings(n: Side, k: Number) -> Placement:
    """Place k kings on an n × n board so that none attacks another.

    More than ⌈n/2⌉² kings give 0, where the triangle A193580 ends.

    References:
        H. S. Wilf, The problem of the kings, Electronic Journal of Combinatorics 2 (1995) R3.
    """
    return Placement(Board(n, n), {"K": k})


@family(
    "A063443", title="any number of non-attacking kings", verify="n=0..4", examples={"n=4": 314}
)
def kings_any(n: Side) -> Placement:
    """Place any number of kings on an n × n board so that none attacks another.

    The offset differs: A063443 counts tilings of a square by 1 × 1 and 2 × 2 tiles, and its a(n + 1) is
    the count for side n.
    """
    return Placement(Board(n, n), {"K": "any"})


@family(
    "A232833",
    "A201511",
    title="k non-attacking wazirs",
    verify="n=0..4 k=0..8",
    examples={"n=5 k=2": 260},
)
def wazirs(n: Side, k: Number) -> Placement:
    """Place k wazirs on an n × n board so that none attacks another.

    A wazir steps one square along its row or column. The triangle A232833 has every k from n = 1,
    A201511 has k = n.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"W": k})


@family(
    "A006506", title="any number of non-attacking wazirs", verify="n=0..4", examples={"n=3": 63}
)
def wazirs_any(n: Side) -> Placement:
    """Place any number of wazirs on an n × n board so that none attacks another.

    A wazir steps one square along its row or column. A006506 begins at n = 1.

    References:
        S. R. Finch, Mathematical Constants, Cambridge, 2003, pp. 342-349 (hard squares).
    """
    return Placement(Board(n, n), {"W": "any"})


@family(
    "A201243",
    "A201861",
    title="k non-attacking ferses",
    verify=("n=0..4 k=0..4", "n=5..7 k=2"),
    examples={"n=5 k=2": 268},
)
def ferses(n: Side, k: Number) -> Placement:
    """Place k ferses on an n × n board so that none attacks another.

    A fers steps one square diagonally. A201243 has k = 2 and A201861 k = n, both from n = 1.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"F": k})


@family(
    "A067965", title="any number of non-attacking ferses", verify="n=0..4", examples={"n=3": 119}
)
def ferses_any(n: Side) -> Placement:
    """Place any number of ferses on an n × n board so that none attacks another.

    A fers steps one square diagonally. A067965 begins at 1.
    """
    return Placement(Board(n, n), {"F": "any"})


@family(
    "A244081",
    "A172132",
    "A201540",
    title="k non-attacking knights",
    verify="n=0..4 k=0..8",
    examples={"n=4 k=8": 6},
)
def knights(n: Side, k: Number) -> Placement:
    """Place k knights on an n × n board so that none attacks another.

    The triangle A244081 has every n and k, A172132 those with k = 2 and A201540 those with k = n.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"N": k})


@family(
    "A141243", title="any number of non-attacking knights", verify="n=0..4", examples={"n=3": 94}
)
def knights_any(n: Side) -> Placement:
    """Place any number of knights on an n × n board so that none attacks another."""
    return Placement(Board(n, n), {"N": "any"})


@family(
    "A172141",
    title="k non-attacking nightriders",
    verify=("n=0..4 k=0..4", "n=5 k=3", "n=5..7 k=2"),
    examples={"n=5 k=2": 240},
)
def nightriders(n: Side, k: Number) -> Placement:
    """Place k nightriders on an n × n board so that none attacks another.

    A nightrider repeats one knight's leap in a straight line. A172141 has k = 2, from n = 1.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"NN": k})


@family(title="any number of non-attacking nightriders", verify="n=0..4", examples={"n=4": 1365})
def nightriders_any(n: Side) -> Placement:
    """Place any number of nightriders on an n × n board so that none attacks another.

    Up to n = 4 a nightrider is a knight.
    """
    return Placement(Board(n, n), {"NN": "any"})


@family(
    title="k non-attacking camels",
    verify=("n=0..4 k=0..4", "n=5..6 k=2"),
    examples={"n=5 k=2": 268},
)
def camels(n: Side, k: Number) -> Placement:
    """Place k camels on an n × n board so that none attacks another.

    A camel is a (1,3) leaper: three squares along one axis and one along the other. It stays on squares
    of one colour.
    """
    return Placement(Board(n, n), {"C": k})


@family(title="any number of non-attacking camels", verify="n=0..4", examples={"n=4": 5184})
def camels_any(n: Side) -> Placement:
    """Place any number of camels on an n × n board so that none attacks another.

    A camel is a (1,3) leaper: three squares along one axis and one along the other. It stays on squares
    of one colour.
    """
    return Placement(Board(n, n), {"C": "any"})


@family(
    "A172137",
    "A244284",
    title="k non-attacking zebras",
    verify=("n=0..4 k=0..4", "n=5..8 k=2"),
    examples={"n=5 k=2": 276},
)
def zebras(n: Side, k: Number) -> Placement:
    """Place k zebras on an n × n board so that none attacks another.

    A zebra is a (2,3) leaper: three squares along one axis and two along the other. A172137 has k = 2 and
    A244284 k = n, both from n = 1.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"Z": k})


@family(title="any number of non-attacking zebras", verify="n=0..4", examples={"n=4": 10000})
def zebras_any(n: Side) -> Placement:
    """Place any number of zebras on an n × n board so that none attacks another.

    A zebra is a (2,3) leaper: three squares along one axis and two along the other.
    """
    return Placement(Board(n, n), {"Z": "any"})


@family(
    title="k non-attacking giraffes",
    verify=("n=0..3 k=0..3", "n=5..6 k=2..3"),
    examples={"n=5 k=2": 284},
)
def giraffes(n: Side, k: Number) -> Placement:
    """Place k giraffes on an n × n board so that none attacks another.

    A giraffe is a (1,4) leaper: four squares along one axis and one along the other. It can move only on
    boards with n ≥ 5.
    """
    return Placement(Board(n, n), {"(1,4)": k})


@family(title="any number of non-attacking giraffes", verify="n=0..3", examples={"n=3": 512})
def giraffes_any(n: Side) -> Placement:
    """Place any number of giraffes on an n × n board so that none attacks another.

    A giraffe is a (1,4) leaper: four squares along one axis and one along the other. It can move only on
    boards with n ≥ 5; for smaller n every set of squares is a solution.
    """
    return Placement(Board(n, n), {"(1,4)": "any"})
