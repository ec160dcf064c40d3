"""The solver: can this still be won, what should I do, and why is it lost?"""

from pyramid_widget.solver.search import Budget
from pyramid_widget.solver.verdict import Verdict, verdicts, winnable

__all__ = ["Budget", "Verdict", "verdicts", "winnable"]
