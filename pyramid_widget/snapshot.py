"""What the board is told: the table once a deal, a snapshot after every action.

Both are plain JSON, typed in `js/src/contract.ts`. What the rules hide from the player is in neither.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from pyramid_widget import scoring
from pyramid_widget.game import Event, Game
from pyramid_widget.layouts import Layout
from pyramid_widget.rules import preset_name


def table(game: Game) -> dict[str, Any]:
    """What stays the same during a deal: the layout's geometry and the rules."""
    layout = game.deal.layout
    return {
        "layout": layout.number,
        **drawing(layout),
        "preset": preset_name(game.rules),
        "rules": dataclasses.asdict(game.rules),
    }


def drawing(layout: Layout) -> dict[str, Any]:
    """A layout's name and what it is drawn from."""
    return {
        "name": dict(layout.titles),
        "slots": [[slot.x, slot.y, slot.z] for slot in layout.slots],
        "covers": [list(on) for on in layout.covers],
    }


def snapshot(game: Game) -> dict[str, Any]:
    """What the player may see of the game now. The widget adds what it knows itself: revision, options and the like."""
    position, rules = game.position, game.rules
    present = position.present
    tally, seconds = game.tally, game.seconds
    score = scoring.score(tally, int(seconds))
    removed = [card.code for move in game.line for card in move.cards]
    return {
        "slots": [card.code if present >> slot & 1 else None for slot, card in enumerate(game.deal.layout_cards)],
        "playable": [] if game.is_over else [card.code for card in position.playable],
        "selected": game.selected and game.selected.code,
        "stock": None
        if rules.stock_as_rows
        else {
            "count": len(position.stock),
            "top": position.stock[0].code if position.stock and rules.stock_face == "up" else None,
            "draw": position.can_draw,
            "recycle": position.can_recycle,
            "pass": position.pass_number,
        },
        "piles": [
            {"cards": [card.code for card in (pile if rules.stock_as_rows else pile[-1:])], "count": len(pile)}
            for pile in position.piles
        ],
        "discard": {"top": removed[-2:], "count": len(removed)},
        "score": score
        and {
            "kind": score.kind,
            "value": score.value,
            "drops": [list(drop) for drop in scoring.drops(tally, int(seconds))],
        },
        "clock": {"seconds": round(seconds, 2), "running": game.clock_runs},
        "moves": game.moves,
        "undo": game.can_undo,
        "redo": game.can_redo,
        "status": game.status,
        "paused": game.paused,
        "event": event_json(game.event, game),
        "code": game.deal.code if game.is_over and game.deal.has_code else None,
    }


def event_json(event: Event, game: Game) -> dict[str, Any]:
    """An event as the board gets it."""
    if event.kind == "refused" and event.reason is not None:
        return {"kind": "refused", "reason": event.reason.to_json()}
    if event.kind in ("selected", "put_down"):
        return {"kind": event.kind, "card": event.cards[0].code}
    if event.kind == "recycled":
        return {"kind": event.kind, "pass": game.position.pass_number}
    if event.kind in ("removed", "drawn"):
        return {"kind": event.kind, "cards": [card.code for card in event.cards]}
    if event.kind in ("undone", "redone"):
        return {"kind": event.kind, "move": str(event.move), "cards": [card.code for card in event.cards]}
    return {"kind": event.kind}
