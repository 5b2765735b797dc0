"""The strict reader of DIMACS: what it takes, and with which line it refuses all the rest."""

from __future__ import annotations

from codecs import BOM_UTF8
from contextlib import suppress
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.day_subset import seeds
from support.error_asserts import refused
from support.oracle.brute_force import DEEP
from support.timeouts import steps

from nqsat import InvalidModel, Placement
from nqsat.compiling import dimacs_lines, lower, to_cnf
from nqsat.errors import InvalidNotation
from nqsat.formulas import CnfProblem, LinearSum, Weights, dimacs, parse_dimacs, read_dimacs


def read(text: str | bytes) -> CnfProblem:
    """What is read line by line; a text at once must give the same, or the same message."""
    data = text.encode() if isinstance(text, str) else text
    by_line, at_once = (
        outcome(form)
        for form in (list(BytesIO(data)), data)  # not at \r alone, as files are read
    )
    assert at_once == by_line
    if isinstance(by_line, str):
        return parse_dimacs(data)  # raises
    return by_line


def outcome(text: bytes | list[bytes]) -> CnfProblem | str:
    try:
        return parse_dimacs(text)
    except InvalidNotation as error:
        return str(error)


#: Pieces of files: plain clauses, and what stands between them, right and wrong.
PIECES = (
    "1 -2 0\n", "2 0 -1 2 0\n", "0\n", "\n", " \t\n", "-2\n 1 0\r\n", "1 2\n", "1 0", "c hi\n",
    "c p show 1 2 0\n", "x 1 -2 0\n", "1 -2 <= 1\n", "%\n0\n", "c p weight 1 1/2 0\n", "-0 1 0\n",
    "+1 0\n", "1_0 0\n", "--1 0\n", "9 0\n", "\f1 0\n", "é\n", "p cnf 2 2\n", "1 0 c\n", "0 0\n",
    "99999999999999999999 0\n",
)  # fmt: skip


@seeds(400)
def test_blocks_are_read_as_lines_are(seed: int) -> None:
    chance = Random(seed)
    some = PIECES if seed % 3 else PIECES[:12]
    body = "".join(chance.choices(some, k=chance.randint(0, 8)))
    number = body.count(" 0") + chance.choice((0, 0, 1, -1))
    head = chance.choice(("p cnf", "p cnf", "p cnf+"))
    with suppress(InvalidNotation):
        read(f"{head} 2 {max(0, number)}\n{body}")


def test_what_dimacs_allows() -> None:
    text = """c comments before
cand without a blank
p cnf 5 4
1 -2 0 2
c in the middle of a clause
\t 3
-1 0 0

-5
0
c and at the end"""
    assert read(text) == CnfProblem(5, ((1, -2), (2, 3, -1), (), (-5,)), (1, 2, 3, 4, 5))
    assert read(text.replace("\n", "\r\n")) == read(text)


@pytest.mark.parametrize(
    ("text", "projection"),
    [
        ("p cnf 3 0\n", (1, 2, 3)), ("p cnf 0 0", ()), ("p cnf 3 0\nc p show 0\n", ()),
        ("p cnf 3 0\nc p show 3 1 0\n", (1, 3)),
        ("c p show 3 0\np cnf 3 1\nc p show 1 3 0\n1 0\nc  p  show\t2 0", (1, 2, 3)),
        ("c p shown\nc p\nc\np cnf 3 0\n", (1, 2, 3)), ("c ind 2 0\np cnf 3 0\n", (2,)),
    ],
)  # fmt: skip
def test_projection(text: str, projection: tuple[int, ...]) -> None:
    assert read(text).projection == projection


REFUSED = [
    ("", None, "no line 'p cnf"),
    ("c nothing\n", None, "no line 'p cnf"),
    ("1 0\np cnf 1 1\n", 1, "before the line"),
    ("p cnf 1 1\np cnf 1 1\n1 0\n", 2, "a second header"),
    ("p cnf 1 0\n\np cnf 1 0\n", 3, "a second header"),
    ("p cnf 1\n", 1, "write p cnf"),
    ("p cnf 1 1 1\n", 1, "write p cnf"),
    ("p dnf 1 1\n", 1, "write p cnf"),
    ("pcnf 1 1\n", 1, "write p cnf"),
    ("p cnf 1 x\n", 1, "'x', line 1: not a whole number"),
    ("p cnf -1 0\n", 1, "negative"),
    ("p cnf 2147483648 0\n", 1, "2,000,000 variables"),
    ("p cnf 1 999999999999\n", 1, "20,000,000 clauses"),
    ("p cnf 2 1\n\n1 3 0\n", 3, "'3', line 3: no literal"),
    ("p cnf 2 1\n1 -3 0\n", 2, "'-3'"),
    ("p cnf 2 1\n2147483648 0\n", 2, "'2147483648', line 2: no literal"),
    ("p cnf 2 1\n-9223372036854775809 0\n", 2, "no literal"),
    ("p cnf 2 1\n" + "9" * 5000 + " 0\n", 2, "not a whole number"),
    ("p cnf 2 1\n1 2\n\n", 3, "begun on line 2, does not end with 0"),
    ("p cnf 2 2\n1 0 1\n2\n", 3, "begun on line 2, does not end with 0"),
    ("p cnf 2 2\n1 0\n", 2, "announces 2 clauses, there are 1"),
    ("p cnf 2 1\n1 0\n2 0\n", 3, "a clause more than the 1"),
    ("p cnf 2 0\n0\n", 2, "a clause more"),
    ("p cnf 2 1\n1 x 0\n", 2, "'x'"),
    ("p cnf 2 1\n1.0 0\n", 2, "'1.0'"),
    ("p cnf 2 1\n+1 0\n", 2, "'+1'"),
    ("p cnf 20 1\n1_0 0\n", 2, "'1_0'"),
    ("p cnf 2 1\n1 -0\n", 2, "'-0'"),
    ("p cnf 2 1\n- 1 0\n", 2, "'-'"),
    ("p cnf 2 1\n1-2 0\n", 2, "'1-2'"),
    ("p cnf 2 1\n--1 0\n", 2, "'--1'"),
    ("p cnf 2 1\n1\v2 0\n", 2, "not a whole number"),
    ("p cnf 2 1\n1 0\x00\n", 2, "not a whole number"),
    ("p cnf 2 1\n1 0\n%\n0\n1 0\n", 5, "delete the rest"),
    ("p cnf 2 1\n1 0\n%\n1 0\n", 4, "delete the rest"),
    ("p cnf 2 1\n1 0\n% 1\n", 3, "delete the rest"),
    ("p cnf 2 2\n1 0\n%\n0\n", 3, "before the last clause ends"),
    ("p cnf 2 1\n1\n%\n0\n", 3, "before the last clause ends"),
    ("%\np cnf 2 0\n", 1, "before the last clause ends"),
    ("p cnf 2 1\n1 0 c a comment behind\n", 2, "'c'"),
    ("p cnf 2 1\n1 ä 0\n", 2, "not ASCII"),
    ("\np cnf 2 1\n\ufeff1 0\n", 3, "not ASCII"),
    ("p cnf 2 1\n１ 0\n", 2, "not ASCII"),
    ("c p show 3 0\np cnf 2 0\n", 1, "'3', line 1: no variable"),
    ("p cnf 2 0\nc p show -1 0\n", 2, "'-1', line 2: no variable"),
    ("p cnf 2 1\nx 1 2\n", 2, "one 0 at the end"), ("x1 0\np cnf 1 1\n", 1, "comes before"),
    ("p cnf 2 2\n1\nx 1 0\n", 3, "a line of its own"), ("p cnf 2 1\nx3 0\n", 2, "no literal"),
    ("p cnf 2 1\n1 2 <= 1\n", 2, "'<='"), ("p cnf+ 2 1\n1 2 0 <= 1\n", 2, "without a 0"),
    ("p cnf+ 2 1\n1 <= 1 0\n", 2, "'<='"), ("p cnf+ 2 1\n1 3 <= 1\n", 2, "'3', line 2: no literal"),
    ("p cnf+ 2 0\n1 <= 1\n", 2, "a clause more"), ("p cnf 1 0\nx1 0\n", 2, "a clause more"),
    ("p cnf 1 0\nc p weight 1 -4 0\n", 2, "what -1 weighs: -4 is not a probability"),
    ("p pcnf 3 0 2\nvp 1 0\n", 2, "announces 2 shown"), ("p pcnf 3 0 x\n", 1, "'x'"),
    ("c t mc\np cnf 1 0\nw 1 0.4\n", 3, "the task is mc"),
    ("p cnf 1 0\nw 1 0.4\nw 1 0.5\n", 3, "another weight"),
    ("c p weight 2 0.4 0\np cnf 1 0\n", 1, "variables are 1 to 1"),
    *((f"p cnf 2 0\nc {shown}\n", 2, "one 0 at the end")
      for shown in ("p show 1 2", "p show", "p show 1 0 2 0", "p show 1 x 0", "ind x y 0", "p show +1 0")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), REFUSED)
def test_refused(text: str, line: int | None, said: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        read(text)
    assert caught.value.line == line
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


#: A comment that asks for nothing.
PROSE = [
    b"c g\xc3\xa9n\xc3\xa9r\xc3\xa9", b"c Latin-1: \xe9", b"  c indented", b"\tcat", b"c\x00\x1a", b"c",
    b"c p show lines follow", b"c ind stands for independent", b"c independent 1 2 0",
    b"c p weight of a literal", b"c weights are given elsewhere", b"c t wmc would be weighted",
    b"c t mc", b"c t pmc", b"c MUST MULTIPLY BY 1 0", b"c p optshow 1 2 0", b"c p cnf 3 0", b"cr is prose",
]  # fmt: skip


@pytest.mark.parametrize("comment", [*PROSE, *(bytes([99, x, 99]) for x in range(256) if x != 10)])
def test_comments_are_not_content(comment: bytes) -> None:
    wanted = CnfProblem(4, ((1, 2), (-2, 3), (-3, -4)), (1, 2, 3, 4))
    lines = [b"p cnf 4 3", b"1 2 0", b"-2 3 0 -3", b"-4 0"]
    for place in range(5):
        text = b"\n".join([*lines[:place], comment, *lines[place:]])
        for mark in (b"", BOM_UTF8):
            for end in (b"", b"\n%\n0\n", b"\n%\n0\n\n", b"\n% 0", b"\n%\n" + comment):
                assert parse_dimacs((mark + text + end).splitlines(keepends=True)) == wanted


#: A line of another format, or that asks for another count, and what the refusal has to say.
ASKED = [
    ("c t amc-complex", "is not mc"), ("c weights 0.6 0.4", "c p weight"), ("p wcnf 2 1 3", "weights"),
    ("c p weight -1 .6", "a 0 at the end"), ("w 2*1 3*-2 >= 3", "write it as OPB"),
    ("c p weight 1 0.4 2 0", "write a literal"), ("c p weight 1 1/0 0", "write a literal"),
    ("c p weight 1 1e9999 0", "write a literal"), ("c p weight 1 0x1 0", "write a literal"),
    ("w -1 0.4", "a probability"), ("w 1 2", "a probability"), ("w 1 .x", "write a literal"),
    ("c MUST MULTIPLY BY 1024 0", "multiplied"), ("c MUST MULTIPLY BY 2**10", "multiplied"),
    ("c p shown 1 0", "not known"), ("c p max 3 1 0", "not known"),
    ("cr 1 2", "one 0 at the end"), ("vp 1 x 0", "one 0 at the end"),
    ("a 1 0", "quantifiers"), ("e 1 2 0", "quantifiers"), ("d 2 1 0", "quantifiers"),
    ("p edge 2 1", "graph:FILE"), ("e 1 2", "graph:FILE"),
    ("p sp 2 1", "graph:FILE"), ("a 1 2 7", "graph:FILE"),
    ("* #variable= 2 #constraint= 1", "OPB"), ("min: +1 x1 ;", "OPB"), ("+1 x1 >= 1 ;", "OPB"),
]  # fmt: skip


#: What other programs write: lines, and the formula.
WRITTEN = [
    ("p cnf 3 2\nx1 -2 3 0\n1 2 0\n", CnfProblem(3, ((1, 2),), (1, 2, 3), (), ((1, -2, 3),))),
    ("p cnf 2 1\nx 1 2 0\n", CnfProblem(2, (), (1, 2), (), ((1, 2),))),
    ("p cnf+ 3 3\n1 -2 3 <= 1\n1 2 >= 2\n3 0\n",
     CnfProblem(3, ((3,),), (1, 2, 3),
                (LinearSum(0, 1, ((1, 1), (1, -2), (1, 3))), LinearSum(2, None, ((1, 1), (1, 2)))))),
    ("p cnf+ 2 1\n1 2 <= 2\n", CnfProblem(2, (), (1, 2))),  # which always holds
    ("p pcnf 3 1 2\nvp 1 3 0\n1 2 0\n", CnfProblem(3, ((1, 2),), (1, 3))),
    ("p pcnf 3 1\n1 2 0\ncr 2 0\n", CnfProblem(3, ((1, 2),), (2,))),
    ("c t wmc\np cnf 2 0\nc p weight 1 .4 0\nc p weight -1 3/5 0\n",
     CnfProblem(2, (), (1, 2), weights=Weights(((-1, Fraction(3, 5)), (1, Fraction(2, 5)))))),
    ("p cnf 2 0\nw 1 4e-1\nw 2 -1\n",
     CnfProblem(2, (), (1, 2), weights=Weights(
         ((-2, Fraction(1)), (-1, Fraction(3, 5)), (1, Fraction(2, 5)), (2, Fraction(1)))))),
    ("p cnf 2 0\nw 1 -2 0\nw -1 0 0\nc p show 1 0\nw 2 1 0\nw -2 1 0\n",
     CnfProblem(2, (), (1,), weights=Weights(((-1, Fraction(0)), (1, Fraction(-2)))))),
    ("c t wmc\np cnf 1 0\n", CnfProblem(1, (), (1,), weights=Weights(()))),
    # Weights of which one is no probability: those that are missing are 1.
    ("p cnf 2 0\nc p weight 1 3 0\nc p weight -2 1/2 0\n",
     CnfProblem(2, (), (1, 2), weights=Weights(
         ((-2, Fraction(1, 2)), (-1, Fraction(1)), (1, Fraction(3)), (2, Fraction(1)))))),
    # Files of the competitions: a probability alone, and weights of hidden variables, which do not count.
    ("c t pwmc\np cnf 3 0\nc p show 1 2 0\nc p weight -2 1/3 0\nc p weight 3 7 0\n",
     CnfProblem(3, (), (1, 2), weights=Weights(((-2, Fraction(1, 3)), (2, Fraction(2, 3)))))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), WRITTEN)
def test_what_other_programs_write(text: str, wanted: CnfProblem) -> None:
    assert read(text) == wanted


@pytest.mark.parametrize(("line", "said"), ASKED)
@pytest.mark.parametrize("before", ["", "p cnf 2 1\n", "p cnf 2 1\n1 2 0\n"])
def test_what_a_file_asks_for_is_done_or_refused(line: str, said: str, before: str) -> None:
    text = f"{before}{line}\n" + ("" if before else "p cnf 2 1\n1 2 0\n")
    with pytest.raises(InvalidNotation) as caught:
        read(text)
    assert caught.value.line == before.count("\n") + 1, caught.value
    assert said in str(caught.value)


CLAUSES = st.lists(
    st.lists(st.integers(1, 9).flatmap(lambda x: st.sampled_from([x, -x])), max_size=4)
)


@settings(max_examples=1000 if DEEP else 60)
@given(CLAUSES, st.sets(st.integers(1, 9)), st.data())
def test_any_layout(clauses: list[list[int]], shown: set[int], data: st.DataObject) -> None:
    # The same words with line ends and comments anywhere between them mean the same.
    words = [str(x) for clause in clauses for x in [*clause, 0]]
    gaps = st.sampled_from([" ", "  ", "\n", "\r\n", "\t", "\nc 7 0\n", "\n\n"])
    text = "".join(word + data.draw(gaps) for word in words)
    show = "c p show " + " ".join(map(str, [*shown, 0])) + "\n"
    wanted = CnfProblem(9, tuple(map(tuple, clauses)), tuple(sorted(shown)))
    assert read(f"p cnf 9 {len(clauses)}\n{show}{text}") == wanted
    assert read(f"{show}p cnf 9 {len(clauses)}\n{text}\n") == wanted


@pytest.mark.parametrize("encoding", ["auto", "totalizer", "bitwise"])
def test_what_is_written_can_be_read(encoding: str) -> None:
    formula = lower(Placement("5x5", {"Q": 5}))
    cnf = to_cnf(formula, encoding)
    text = "\n".join(dimacs_lines(formula, cnf))
    assert read(text) == CnfProblem(cnf.variables, cnf.clauses, cnf.projection)


# -- files and limits ------------------------------------------------------------------------


def test_files(tmp_path: Path) -> None:
    good = tmp_path / "good.cnf"
    good.write_text("p cnf 2 1\n1 2 0\n")
    assert read_dimacs(good) == CnfProblem(2, ((1, 2),), (1, 2))
    for wrong in (tmp_path, tmp_path / "none.cnf", "a\0b"):
        with pytest.raises(InvalidModel, match=r"^dimacs: .* cannot be read"):
            read_dimacs(wrong)


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.cnf"
    file.write_text("p cnf 2 4\n" + "1 2 0\n" * 4)
    assert len(read_dimacs(file).clauses) == 4
    for name, limit, line, said in (
        ("MAX_LINE", 8, 1, "more than 8 bytes"),
        ("MAX_LITERALS", 10, 5, "more than 10 literals"),
        ("MAX_VARIABLES", 1, 1, "at most 1 variables"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(dimacs, name, limit)
            with pytest.raises(InvalidNotation, match=said) as caught:
                read_dimacs(file)
            assert caught.value.line == line
    monkeypatch.setattr(dimacs, "MAX_BYTES", 20)
    refused(lambda: read_dimacs(file), said="more than 20 bytes")


@pytest.mark.parametrize(
    "layout", ["one line", "a line a clause", "a line a literal", "many shows"]
)
def test_work_is_linear(layout: str) -> None:
    def lines(clauses: int) -> int:
        text = " ".join(["1 -2 3 0"] * clauses)
        if layout == "a line a clause":
            text = text.replace("0 ", "0\n")
        elif layout == "a line a literal":
            text = text.replace(" ", "\n")
        elif layout == "many shows":
            text += "\nc p show 1 2 0" * clauses
        data = f"p cnf 3 {clauses}\n{text}\n".encode().splitlines(keepends=True)
        with steps() as counted:
            assert len(parse_dimacs(data).clauses) == clauses
        return counted.taken

    assert lines(800) < 9 * lines(100)  # quadratic: 64 times


# -- the value -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "clauses", "projection"),
    [
        (1, ((0,),), ()), (1, ((2,),), ()), (1, ((-2, 1),), ()), (2, (), (2, 1)),
        (2, (), (1, 1)), (2, (), (0, 1)), (2, (), (1, 3)),
    ],
)  # fmt: skip
def test_a_problem_is_valid(
    variables: int, clauses: tuple[tuple[int, ...], ...], projection: tuple[int, ...]
) -> None:
    refused(lambda: CnfProblem(variables, clauses, projection))
