"""Published regulations as values. What a source leaves open is our reading, and may be edited."""

from scoring.regulation import Criterion, Mendable, Misdeal, Regulation, TieRule, Variant

_WITHOUT_INFRACTIONS = (Criterion.WINS, Criterion.DIFFERENCE, Criterion.POINTS_FOR, Criterion.NUMBER)
_FREE_THEN_LOST = (Misdeal.REDEAL, Misdeal.UNCOUNTED_TURN_LOST)
_ALWAYS_REDEAL = (Misdeal.REDEAL,)

DEFAULT_PRESET = "vilaplana-2011"

PRESETS: dict[str, Regulation] = {
    DEFAULT_PRESET: Regulation(),
    "vilaplana-2017": Regulation(
        min_minutes=None,
        time_limit_minutes=50,
        winner_cap=121,
        tie_rule=TieRule.HALF_WIN,
        sant_vicenc_on_botifarra=False,
        misdeal_ladder=_FREE_THEN_LOST,
        ranking_order=_WITHOUT_INFRACTIONS,
    ),
    "ponent": Regulation(
        min_minutes=None,
        time_limit_minutes=55,
        winner_cap=121,
        tie_rule=TieRule.HALF_WIN,
        sant_vicenc=False,
        sant_vicenc_on_botifarra=False,
        misdeal_ladder=_FREE_THEN_LOST,
        revoke_mendable_until=Mendable.NEXT_TRICK,
        ranking_order=_WITHOUT_INFRACTIONS,
    ),
    "lloret-2014": Regulation(
        rounds=7,
        min_minutes=None,
        time_limit_minutes=60,
        winner_cap=121,
        tie_rule=TieRule.HALF_WIN,
        variant=Variant.EASTERN,
        ranking_order=_WITHOUT_INFRACTIONS,
    ),
    "girona-2016": Regulation(
        rounds=None,
        target_points=None,
        max_hands=8,
        min_minutes=None,
        winner_cap=None,
        tie_rule=TieRule.EXTRA_HANDS,
        variant=Variant.EASTERN,
        sant_vicenc_on_botifarra=False,
        misdeal_ladder=_ALWAYS_REDEAL,
        ranking_order=(
            Criterion.GROUP_POINTS,
            Criterion.DIFFERENCE,
            Criterion.POINTS_FOR,
            Criterion.NUMBER,
        ),
    ),
    "casual": Regulation(
        rounds=None,
        max_hands=None,
        min_minutes=None,
        winner_cap=None,
        tie_rule=TieRule.NONE,
        variant=Variant.EASTERN,
        sant_vicenc_on_botifarra=False,
        misdeal_ladder=_ALWAYS_REDEAL,
        ranking_order=(),
    ),
}
