"""Pairs from CSV files as clubs send them."""

import pytest

from tournament.core.entries import Entries, EntryRow, Registered, parse_pairs

TWO = (
    EntryRow(2, "Els de Cal Menut", "Joan Puig", "Pere Roca", "Penya Vilaplana"),
    EntryRow(3, "Les Manilles", "Núria Vidal", "Roser Solà", ""),
)
LINES = (
    "Nom de guerra;Jugador 1;Jugador 2;Club",
    "Els de Cal Menut;Joan Puig;Pere Roca;Penya Vilaplana",
    "Les Manilles;Núria Vidal;Roser Solà;",
)


def parsed(text: str | bytes, *taken: str, playing: dict[str, Registered] | None = None) -> Entries:
    data = text.encode() if isinstance(text, str) else text
    return parse_pairs(data, taken=taken, playing=playing or {})


def problems(text: str | bytes, *taken: str) -> list[tuple[int, str]]:
    return [(problem.row, problem.code) for problem in parsed(text, *taken).problems]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_file_is_read_however_it_was_saved(encoding: str, separator: str, line_end: str) -> None:
    text = line_end.join(LINES).replace(";", separator)
    entries = parsed(text.encode(encoding))
    assert entries.rows == TWO
    assert entries.problems == ()
    assert entries.is_right


def test_a_file_without_header_has_the_usual_order() -> None:
    entries = parsed("Els Bons,Joan,Pere\nLes Bones,Anna,Mar,Penya\n")
    assert entries.rows == (
        EntryRow(1, "Els Bons", "Joan", "Pere"),
        EntryRow(2, "Les Bones", "Anna", "Mar", "Penya"),
    )
    assert not entries.has_header


@pytest.mark.parametrize(
    "header",
    [
        "Club,JUGADOR_2,Jugador 1,NOM DE GUERRA",
        "entidad,Segundo jugador,Primer jugador,Nombre de guerra",
        "club,player2,player1,team name",
        "Penya,Jugadora B,Jugadora A,Parella",
    ],
)
def test_columns_are_found_by_their_heading_in_any_order(header: str) -> None:
    entries = parsed(f"{header}\nCE Valls,Pere,Joan,Els Bons\n")
    assert entries.rows == (EntryRow(2, "Els Bons", "Joan", "Pere", "CE Valls"),)
    assert entries.problems == ()


def test_a_column_of_pair_numbers_is_not_taken_for_the_name() -> None:
    entries = parsed("Parella;Nom de guerra;Jugador 1;Jugador 2\n7;Els Bons;Joan;Pere")
    assert entries.rows == (EntryRow(2, "Els Bons", "Joan", "Pere"),)
    assert entries.unused_columns == ("Parella",)


def test_numbers_are_read_and_not_used() -> None:
    with_header = parsed("Núm.;Nom de guerra;Jugador 1;Jugador 2\n9;Els Bons;Joan;Pere\n3;Els Mals;Pau;Jan")
    without = parsed("9;Els Bons;Joan;Pere\n3;Els Mals;Pau;Jan;Penya")
    for entries in (with_header, without):
        assert [row.war_name for row in entries.rows] == ["Els Bons", "Els Mals"]
        assert entries.has_numbers
        assert entries.is_right


def test_columns_that_nobody_needs_are_named() -> None:
    entries = parsed("Parella;Jugador 1;Jugador 2;Telèfon;Pagat\nEls Bons;Joan;Pere;600000000;sí")
    assert entries.unused_columns == ("Telèfon", "Pagat")
    assert entries.rows == (EntryRow(2, "Els Bons", "Joan", "Pere"),)


def test_blank_lines_are_skipped_and_their_rows_counted() -> None:
    text = "\nEls Bons;Joan;Pere\n   \n;;;\n ; ;\nEls Mals;Pau;Jan\n\n"
    entries = parsed(text)
    assert [row.row for row in entries.rows] == [2, 6]
    assert entries.blank_lines == (1, 3, 4, 5, 7)
    assert entries.is_right


def test_quoted_cells_keep_separators_quotes_and_lose_line_breaks() -> None:
    entries = parsed('"Cal Xic, ""els bons""","Puig, Joan","Roca,\nPere"\nEls Mals,Pau,Jan')
    assert entries.rows == (
        EntryRow(1, 'Cal Xic, "els bons"', "Puig, Joan", "Roca, Pere"),
        EntryRow(2, "Els Mals", "Pau", "Jan"),
    )


def test_a_comma_in_a_name_does_not_make_a_comma_file() -> None:
    entries = parsed("Els Bons;Puig, Joan;Roca, Pere\nEls Mals;Sol, Pau;Font, Jan")
    assert entries.rows[0] == EntryRow(1, "Els Bons", "Puig, Joan", "Roca, Pere")


def test_names_stay_as_typed() -> None:
    entries = parsed("<b>Bons</b> &amp; mals,Joan & Co,=1+1\nEls  de   Dalt,Jan\u00a0Pi,Pau")
    assert entries.rows[0] == EntryRow(1, "<b>Bons</b> &amp; mals", "Joan & Co", "=1+1")
    assert entries.rows[1] == EntryRow(2, "Els de Dalt", "Jan Pi", "Pau")


def test_letters_come_composed() -> None:
    assert parsed("Nu\u0301ria;Joan;Pere").rows[0].war_name == "N\u00faria"


def test_the_separator_may_be_told_in_the_first_row() -> None:
    entries = parsed("sep=;\nEls Bons;Joan;Pere")
    assert entries.rows == (EntryRow(2, "Els Bons", "Joan", "Pere"),)


def test_everything_wrong_is_said_at_once_with_its_row() -> None:
    text = (
        "Nom de guerra;Jugador 1;Jugador 2;Club\n"
        "Els Bons;Joan;;\n"
        "\n"
        ";Pau;Jan;\n"
        "els  bóns;Anna;Mar;\n"
        "Nom de guerra;Jugador 1;Jugador 2;Club\n"
        "Ja Hi És;Marc;Lluc;\n"
        f"{'x' * 61};Pol;Nil;\n"
        "De més;Blai;Oleguer;Penya;un;dos\n"
    )
    assert problems(text, "Ja hi es") == [
        (2, "player_missing"),
        (4, "war_name_missing"),
        (5, "duplicate_in_file"),
        (6, "second_header"),
        (7, "duplicate_registered"),
        (8, "too_long"),
        (9, "too_many_columns"),
    ]


def test_a_duplicate_names_both_rows() -> None:
    (problem,) = parsed("Els Bons;A;B\nAltres;C;D\nELS BONS ;E;F").problems
    assert (problem.row, problem.facts["other_row"]) == (3, 1)


def test_a_header_that_lacks_a_column_is_the_only_complaint() -> None:
    (problem,) = parsed("Parella;Jugador 1;Club\nEls Bons;Joan;Penya\nEls Mals;Pau;Penya").problems
    assert (problem.row, problem.code, problem.facts["column"]) == (1, "header_incomplete", "player_2")


def test_a_heading_given_twice_is_refused() -> None:
    assert problems("Nom;Jugador 1;Jugador 1;Jugador 2\nA;B;C;D") == [(1, "header_repeats")]


def test_a_quote_that_is_never_closed_is_named_by_its_row() -> None:
    assert problems('Els Bons;Joan;Pere\n"Els Mals;Pau;Jan\nAltres;Anna;Mar') == [(2, "quote_open")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\n ; ;\n", "empty"),
        (b"Nom de guerra;Jugador 1;Jugador 2\n", "empty"),
        (b"PK\x03\x04 a spreadsheet", "not_text"),
        (b"\x00\x01\x02", "not_text"),
        (b"a" * 1_000_001, "too_big"),
    ],
)
def test_what_is_no_list_of_pairs_is_said_of_the_whole_file(data: bytes, code: str) -> None:
    assert problems(data) == [(0, code)]
    assert not parsed(data).is_right


def test_a_name_like_a_heading_is_still_a_pair() -> None:
    entries = parsed("Parella;Jugador 1;Jugador 2\nEl Club;Joan;Pere\nPenya;Pau;No")
    assert [row.war_name for row in entries.rows] == ["El Club", "Penya"]
    assert entries.problems == ()


def test_who_stands_in_two_pairs_is_told_with_both_whatever_case_accents_and_spaces() -> None:
    text = "Bons;Núria  Pla;Pere\nBones;Mar;NURIA PLA\nQuins;joan roca;Nuria pla\n"
    there = Registered(7, "Els Primers")
    first, *_ = parsed(text).rows
    found = parsed(text, playing={"joan roca": there})
    assert [(each.row.row, each.player, each.other) for each in found.twice] == [
        (2, "NURIA PLA", first),
        (3, "joan roca", there),
        (3, "Nuria pla", first),
    ]
    assert found.is_right


def test_nobody_plays_with_oneself_whatever_case_accents_and_spaces() -> None:
    found = parsed("Bons;Àlex U;alex  u\nBones;Àlex U 1;Àlex U 2\n")
    assert [(each.row, each.code, each.facts) for each in found.problems] == [
        (1, "player_both", {"player": "alex u"})
    ]
    assert found.twice == ()
