"""What the rules refuse: a code, its article and facts. Sentences are made in `tournament.texts`."""


class RuleError(Exception):
    """Something that the rules do not allow, expected and shown to whoever asked for it.

    `code` names the refusal, `article` its source ("E 12.3.1", "D 1"), `facts` what a sentence needs.
    """

    def __init__(self, code: str, article: str = "", **facts: object) -> None:
        super().__init__(code, article, facts)
        self.code = code
        self.article = article
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} ({self.article}) {self.facts}"
