"""Texts of the interface in the reader's language: gettext catalogues in ``tarok_pbn/locale``.

The English text is the key. Catalogues are ``locale/<lang>/LC_MESSAGES/tarok_pbn.po`` with the
compiled ``.mo`` beside them, so that nothing but the standard library is needed to read them.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

__all__ = ["DOMAIN", "noted", "texts"]

DOMAIN = "tarok_pbn"
_LOCALE = Path(__file__).resolve().parent.parent / "locale"


@cache
def texts(lang: str) -> gettext.NullTranslations:
    """The catalogue of a language: ``texts("da").gettext("Auction")``, ``.ngettext``, ``.pgettext``.

    English needs none. Raises FileNotFoundError for a language without a catalogue.
    """
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, _LOCALE, [lang])


def noted(text: str) -> str:
    """Marks a text for the catalogue that is translated later; returns it as it is."""
    return text
