"""What is written and decided of one game at the desk, form by form."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.journeys.desk_scenes import (
    Said,
    Scene,
    at_game,
    at_table,
    both,
    by_phone,
    confirmed,
    decided,
    in_minutes,
    locked,
    one_hand,
    playing,
    typed,
    typed_by_another,
)
from tests.services.conftest import DESK
from tests.views.sheets import played_out
from tournament.services import games, hands, leaving


@dataclass(frozen=True)
class DeskForm:
    """`page` is where the form stands and `action` where it goes, both below the desk. `sent` is what somebody writes
    or presses; `other` what somebody else writes in the same form meanwhile, where it has one place for both: None
    where it is a button, or adds to what is there. Compared, the page `shows` both: what was written, unless it says
    so in other words."""

    what: str
    scene: Callable[[], Scene]
    page: str
    action: str
    sent: Said = field(default_factory=dict)
    other: Said | None = None
    shows: tuple[str, ...] = ()
    is_told: bool = False  # sent twice, it finds other tables than the first time: that is said


GAME, CHECKED = "partida/{game}/", "entrada/comprova/{game}/"
PLAYED = at_table(played_out)
OF_A_GAME = (
    DeskForm("hand", at_table(one_hand), GAME, GAME + "hand/", {"row": "c 20"}, {"row": "20 -"}),
    DeskForm(
        "change_hand",
        at_table(one_hand),
        GAME + "?dat=1",
        GAME + "change_hand/",
        {"row": "c 20"},
        {"row": "24 -"},
        ('value="c 20"', "<td>24</td>"),
    ),
    DeskForm("undo", at_table(one_hand), GAME, GAME + "undo/"),
    DeskForm("paper", PLAYED, "taules/", GAME + "paper/"),
    DeskForm("flip_sides", at_table(one_hand), GAME, GAME + "flip_sides/"),
    DeskForm(
        "totals",
        playing,
        GAME,
        GAME + "totals/",
        {"total_a": "101", "total_b": "66"},
        {"total_a": "101", "total_b": "60"},
    ),
    DeskForm(
        "clear_totals",
        at_table(typed),
        GAME,
        GAME + "clear_totals/",
    ),
    DeskForm("draw", playing, GAME, GAME + "draw/", {"side": "a"}, {"side": "b"}),
    DeskForm(
        "boxes",
        playing,
        GAME,
        GAME + "boxes/",
        {"dealing": "yes", "gathering": "yes", "agreements": "sense contro"},
        {"dealing": "no", "gathering": "no", "agreements": "amb contro"},
        ("sense contro", "amb contro"),
    ),
    DeskForm("stop", at_table(one_hand), GAME, GAME + "stop/", {"why": "time"}),
    DeskForm(
        "play_on",
        at_table(lambda game: (one_hand(game), hands.stop(game.pk, "time", actor=DESK))),
        GAME,
        GAME + "play_on/",
    ),
    DeskForm(
        "times",
        at_table(one_hand),
        GAME,
        GAME + "times/",
        {"started": in_minutes(-50), "ended": ""},
        {"started": in_minutes(-40), "ended": ""},
    ),
    DeskForm("confirm", PLAYED, GAME, GAME + "confirm/"),
    DeskForm(
        "choose",
        at_table(both),
        GAME,
        GAME + "choose/",
        {"source": "hands", "remark": ""},
        {"source": "totals", "remark": "el paper"},
    ),
    DeskForm("last_hand", at_table(one_hand), GAME, GAME + "last_hand/", {"number": "5"}, {"number": "6"}),
    DeskForm("walkover", playing, GAME, GAME + "walkover/", {"side": "a"}),
    DeskForm("both_absent", playing, GAME, GAME + "both_absent/"),
    DeskForm("leave", at_table(one_hand), GAME, GAME + "leave/", {"side": "a", "reason": "malalts"}),
    DeskForm(
        "stay",
        at_table(
            lambda game: (
                one_hand(game),
                leaving.leave(game.pk, "a", reason="malalts", withdraws=False, actor=DESK),
                games.reopen(game.pk, reason="ha tornat", actor=DESK),
            )
        ),
        GAME,
        GAME + "stay/",
    ),
    DeskForm(
        "award",
        playing,
        GAME,
        GAME + "award/",
        {"points_a": "60", "points_b": "50", "wins": "2-0", "reason": "tall de llum"},
        {"points_a": "70", "points_b": "40", "wins": "2-0", "reason": "foc"},
        ("60 – 50", "tall de llum", "70", "foc"),
    ),
    DeskForm(
        "undo_ruling",
        at_table(decided),
        GAME,
        GAME + "undo_ruling/",
    ),
    DeskForm("reopen", at_table(confirmed), GAME, GAME + "reopen/", {"reason": "mal copiat"}),
    DeskForm("unlock", at_game(by_phone, locked), GAME, GAME + "unlock/"),
    DeskForm("remark", playing, GAME, GAME + "remark/", {"remark": "Han canviat de cadira"}),
    DeskForm(
        "sheet",
        playing,
        "entrada/full/{game}/",
        "entrada/full/{game}/",
        {"row": ["c 40", "s 104"], "signed": "1"},
        {"row": ["c 20", "s 104"], "signed": "1"},
    ),
    DeskForm(
        "check_confirm",
        at_table(typed_by_another),
        CHECKED,
        CHECKED,
        {"confirm": "1"},
    ),
    DeskForm(
        "check_send_back",
        at_table(typed_by_another),
        CHECKED,
        CHECKED,
        {"reason": "falta un dat"},
    ),
    DeskForm(
        "mishap_taula",
        at_table(one_hand),
        GAME + "ha-passat/taula/?number=2",
        GAME + "ha-passat/taula/",
        {"number": "2"},
    ),
    DeskForm(
        "mishap_barreja",
        playing,
        GAME + "ha-passat/barreja/?one={one}&other={two}",
        GAME + "ha-passat/barreja/",
        {"what": "as_played", "reason": "mal asseguts"},
        is_told=True,
    ),
    DeskForm(
        "mishap_de_nou",
        at_table(one_hand),
        GAME + "ha-passat/de-nou/",
        GAME + "ha-passat/de-nou/",
        {"reason": "un full mullat"},
    ),
    DeskForm(
        "mishap_marxa",
        playing,
        GAME + "ha-passat/marxa/?pair=1",
        GAME + "ha-passat/marxa/",
        {"what": "walkover", "reason": "malalts"},
    ),
    DeskForm(
        "mishap_de_mes", PLAYED, GAME + "ha-passat/de-mes/", GAME + "ha-passat/de-mes/", {"row": "c 20"}
    ),
)
