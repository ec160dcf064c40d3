"""The solver: can this still be won, what should I do, and why is it lost? `docs/solver.md` has the proofs."""

from pyramid_widget.solver.hints import Hint, best_line, hint
from pyramid_widget.solver.reach import Furthest, furthest
from pyramid_widget.solver.search import Budget
from pyramid_widget.solver.verdict import Verdict, reason, verdicts, winnable

__all__ = ["Budget", "Furthest", "Hint", "Verdict", "best_line", "furthest", "hint", "reason", "verdicts", "winnable"]
