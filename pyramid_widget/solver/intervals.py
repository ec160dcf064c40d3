"""How sure a counted share is."""

from __future__ import annotations

import math

Z_95 = 1.959963984540054
"""The normal distribution has 95 % within this many standard deviations."""


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share of which `count` out of `total` were seen; (0, 1) without any."""
    if not total:
        return 0.0, 1.0
    share, z2 = count / total, Z_95**2
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = Z_95 * math.sqrt(share * (1 - share) / total + z2 / (4 * total**2)) / (1 + z2 / total)
    return (middle - half if count else 0.0), (middle + half if count < total else 1.0)
