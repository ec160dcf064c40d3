"""The widgets: traits in, traits out."""

from pyramid_widget.widgets.play import PyramidWidget

__all__ = ["PyramidWidget"]
