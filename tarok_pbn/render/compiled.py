"""Compiled templates that read fields and call functions as Python does.

Jinja looks every field up by way of its environment, which falls back to the item of a dict and to an undefined
value, asks of every function whether it wants the context, and escapes whatever is put out. A page of a record does
so some hundreds of times, though what its templates name is fields of views, few functions want a context, and
functions that return Markup have escaped already. Templates of a user are compiled as Jinja compiles them, for
there a wrong name must be told with its place.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.idtracking import VAR_LOAD_RESOLVE
from markupsafe import escape

__all__ = ["Direct"]

#: templates that read views and nothing else; the context of others has dicts, whose items are read like fields
_OF_VIEWS = frozenset({"page.html", "fragment.html", "card.html", "said.html", "signs.html"})


class Direct(CodeGenerator):
    """``view.board`` and ``card(face)`` in a template are the same in its code. For templates of ours alone."""

    def enter_frame(self, frame: Frame) -> None:
        """The names that a scope loads; functions of ours are taken from the environment, which no page changes."""
        ours = {
            target: param
            for target, (action, param) in frame.symbols.loads.items()
            if action == VAR_LOAD_RESOLVE and self.name in _OF_VIEWS and param in self.environment.globals
        }
        loads = frame.symbols.loads
        frame.symbols.loads = {target: load for target, load in loads.items() if target not in ours}
        super().enter_frame(frame)
        frame.symbols.loads = loads
        for target, param in ours.items():
            self.writeline(f"{target} = environment.globals[{param!r}]")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """A field of a view; one that does not exist raises AttributeError."""
        if self.name not in _OF_VIEWS:
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja's name
        """A call; one that may need the context goes the usual way."""
        if forward_caller or not self._plain(node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        for keyword in node.kwargs:
            self.write(f"{keyword.key}=")
            self.visit(keyword.value, frame)
            self.write(", ")
        self.write(")")

    def _plain(self, node: nodes.Call) -> bool:
        """Whether a call has plain arguments and its function wants nothing else: a method, or a function of ours."""
        if node.dyn_args is not None or node.dyn_kwargs is not None or any(iskeyword(k.key) for k in node.kwargs):
            return False
        callee = node.node
        if isinstance(callee, nodes.Name):
            function = self.environment.globals.get(callee.name)
            return not hasattr(function, "jinja_pass_arg")
        return isinstance(callee, nodes.Getattr)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if self._escaped(node, frame):
            self.write("(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _escaped(self, node: nodes.Expr, frame: Frame) -> bool:
        """Whether there is nothing to escape: one of two harmless texts, or what a function returns as Markup."""
        if isinstance(node, nodes.CondExpr):
            return self._escaped(node.expr1, frame) and node.expr2 is not None and self._escaped(node.expr2, frame)
        if isinstance(node, nodes.Const):
            return isinstance(node.value, str) and escape(node.value) == node.value
        if isinstance(node, nodes.Filter):
            return _makes_markup(self.environment.filters.get(node.name))
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
            # a local variable of that name may be another function
            is_ours = frame.symbols.find_load(frame.symbols.ref(node.node.name)) == ("resolve", node.node.name)
            return is_ours and _makes_markup(self.environment.globals.get(node.node.name))
        return False


def _makes_markup(function: Any) -> bool:
    """Whether a function says that it returns Markup."""
    return getattr(function, "__annotations__", {}).get("return") in ("Markup", "_Markup")
