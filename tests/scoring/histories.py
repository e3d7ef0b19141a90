"""How tests of infractions build a pair's records, and strategies that draw possible ones."""

from hypothesis import strategies as st

from scoring.bids import Bid
from scoring.breaches import CATALOGUE
from scoring.infractions import Acceptances, Moment, Proposal, Record, Severity, propose
from scoring.regulation import Regulation
from tests.scoring.hands import DEFAULT

ALL = Acceptances(articles_7_8_9=True, article_11=True)
NONE = Acceptances()
OUTRIGHT = tuple(row.code for row in CATALOGUE.values() if not row.by_escalation)
MINOR = Record("16.1.3.5", Severity.MINOR)
SERIOUS = Record("16.1.2.2", Severity.SERIOUS)
RAISED_MINOR = Record("16.1.2.1", Severity.SERIOUS, "16.1.3.5")


def proposed(
    code: str,
    *history: Record,
    moment: Moment = Moment.IN_HAND,
    bid: str | None = "",
    regulation: Regulation = DEFAULT,
    acceptances: Acceptances = ALL,
    **more: str,
) -> Proposal:
    """A breach in a hand of plain trump, where everything is accepted, unless the test says otherwise."""
    read = None if bid is None else Bid(bid)
    return propose(code, history, acceptances, regulation=regulation, moment=moment, bid=read, **more)


def committed(*codes: str) -> list[Proposal]:
    """The proposals for breaches of one pair in one game, each recorded as proposed."""
    proposals: list[Proposal] = []
    for code in codes:
        proposals.append(proposed(code, *(earlier.record for earlier in proposals)))
    return proposals


def records() -> st.SearchStrategy[Record]:
    """Any record: raised or not, of this game or another, withdrawn or not."""
    return st.builds(
        Record,
        st.sampled_from(OUTRIGHT),
        st.sampled_from(Severity),
        st.none() | st.sampled_from(OUTRIGHT),
        is_same_game=st.booleans(),
        withdrawn=st.booleans(),
    )


def proposals() -> st.SearchStrategy[Proposal]:
    """What is proposed for any breach at any moment under any contract, after any history."""
    return st.builds(
        lambda code, history, moment, bid: proposed(code, *history, moment=moment, bid=bid, reason="E 17.2"),
        st.sampled_from(tuple(CATALOGUE)),
        st.lists(records(), max_size=12),
        st.sampled_from(Moment),
        st.sampled_from([bid.value for bid in Bid]),
    )
