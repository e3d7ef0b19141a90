"""How people miswrite numbers, so that the likelier of two explanations comes first."""


def slip_size(written: int, meant: int) -> int:
    """How much must have gone wrong to write one number for the other: 0 nothing, 1 a slip of the pen, more for more.

    One slip is a figure that is another (12 for 22), two figures changed round (21 for 12), a figure too many or
    too few (1 for 11, 100 for 10). Whatever takes more costs a point a figure, and one on top.
    """
    if written == meant:
        return 0
    left, right = str(written), str(meant)
    if len(left) == len(right):
        differing = [place for place, figure in enumerate(left) if figure != right[place]]
        is_turned = len(differing) == 2 and sorted(left) == sorted(right)
        return 1 if len(differing) == 1 or is_turned else 1 + len(differing)
    short, long = sorted((left, right), key=len)
    if any(long[:place] + long[place + 1 :] == short for place in range(len(long))):
        return 1
    return 1 + len(long)
