"""Options that say nothing where they were given: an empty one, and one that is for another one only.

What is ignored in silence looks as if it had been done; so they are refused, with a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import click
from click.core import ParameterSource

__all__ = ["given", "refuse_empty", "refuse_idle"]


def given(ctx: click.Context, names: Collection[str]) -> list[str]:
    """The options of these arguments that stand on the command line, as they are called."""
    return [
        _called(option) for option in _options(ctx)
        if option.name in names and ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    ]  # fmt: skip


def refuse_idle(ctx: click.Context, names: Collection[str], wanted: str) -> None:
    """Raise UsageError where one of these arguments is given. wanted: the option without which it does nothing."""
    for option in given(ctx, names):
        raise click.UsageError(f"{option} is for {wanted}")


def refuse_empty(ctx: click.Context) -> None:
    """Raise UsageError for an option that is given as nothing or as blanks, or a file without a name."""
    for parameter in ctx.command.params:
        if ctx.get_parameter_source(str(parameter.name)) is not ParameterSource.COMMANDLINE:
            continue
        value = ctx.params.get(str(parameter.name))
        texts = [text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
        if isinstance(parameter, click.Option):
            if not all(text.strip() for text in texts):
                otherwise = "" if parameter.required else ", or leave it out"
                raise click.UsageError(f"{_called(parameter)} is empty; give {parameter.metavar}{otherwise}")
        elif not all(texts):
            raise click.UsageError(f"a file without a name cannot be read; write {parameter.metavar}")


def _options(ctx: click.Context) -> Iterable[click.Option]:
    return (parameter for parameter in ctx.command.params if isinstance(parameter, click.Option))


def _called(option: click.Option) -> str:
    return max(option.opts, key=len)
