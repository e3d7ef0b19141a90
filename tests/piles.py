"""Two piles as an organiser enters them: cards in seat order from player 1, who led the first trick; a botifarra.

Player 1 leads every trick. Until the fourth player 2 follows with low oros; to the fifth he throws the 2 of bastos,
though he still holds the 6 of oros, which he plays to the sixth. Pair B wins the last trick alone.
"""

REVOKED = {
    "a": "O9 O2 E9 B9 / O1 O3 E1 B1 / O12 O4 E12 B12 / O11 O5 E11 B11 / O10 B2 E10 B10 / O8 O6 E8 B8 / O7 C4 E7 B7 / "
    "C9 C5 E6 C3 / C1 C6 E5 B6 / C12 C7 E4 B5 / C11 C8 E3 B4",
    "b": "C2 C10 E2 B3",
}

# The same cards, the 6 of oros and the 2 of bastos each where it belongs.
CLEAN = {"a": REVOKED["a"].replace("O10 B2", "O10 O6").replace("O8 O6", "O8 B2"), "b": REVOKED["b"]}

# Everybody holds a suit of his own.
ONE_SUIT_EACH = {
    "a": " / ".join(f"O{n} C{n} E{n} B{n}" for n in (9, 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2)),
    "b": "",
}

# Bastos are trump; player 4 leads, player 2 won the draw. In every order of the tricks a card of pair A is illegal,
# but not the same one in all of them.
PAIR_A_REVOKED = {
    "trumfo": "B",
    "surt": "4",
    "sorteig": "2",
    "a": "C2 C3 C8 C1 / O8 O5 O7 O1 / E1 B12 E5 C5 / E10 B7 B2 B3 / O11 B5 O2 B4 / E4 B9 O9 C6 / O12 B10 O10 O6",
    "b": "B1 O4 B6 B11 / E11 E12 E9 E3 / C7 C11 C9 C4 / B8 C12 O3 C10 / E8 E6 E7 E2",
}

# Bastos again, player 3 leads: somebody revoked, but in some orders it was pair A, in others pair B.
SOMEBODY_REVOKED = {
    "trumfo": "B",
    "surt": "3",
    "sorteig": "2",
    "a": "B5 B11 C11 B8 / E1 E4 E5 B7 / O6 O12 O11 O1 / C10 C9 C12 C8 / B4 B3 O7 B6 / C2 O2 E3 C4 / C3 E12 E10 C7",
    "b": "E9 E7 E8 E6 / B9 B2 B1 B10 / B12 C6 C5 C1 / O9 O10 O5 O4 / O8 E11 E2 O3",
}

SAID = {"trumfo": "-", "surt": "1", "sorteig": "1", "recollida": "si", "segur": "si"}
"""What is true of the first three hands."""
