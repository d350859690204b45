"""The full hands of the Czech rules page (12.2), typed from it in its own notation, and made into records."""

from __future__ import annotations

from typing import NamedTuple

from tests.support import deal_text, page_cards, page_tricks, talon_text

__all__ = ["H1", "H3", "H5", "PageHand"]


class PageHand(NamedTuple):
    """A hand as the page gives it; seat 1 is South."""

    deal: tuple[str, str, str, str]
    talon: str
    auction: str
    takes: str
    discards: dict[str, str]
    announcements: str
    tricks: str
    winners: str
    contract: str
    declarer: str
    partner: str
    points: str
    score: str
    table: str

    def text(self, **tags: str) -> str:
        """The hand as a record."""
        every = {
            "Event": "Rules page, 12.2", "Game": "taroky", "Rules": "devatenactka-1", "Dealer": "W",
            "Deal": deal_text(*self.deal), "Talon": talon_text(self.talon), "Contract": self.contract,
            "Declarer": self.declarer, "Partner": self.partner, "Points": self.points, "Score": self.score, **tags,
        }  # fmt: skip
        lays = []
        for seat, cards in self.discards.items():
            tokens = page_cards(cards)
            lays.append(f"{seat} lays:{','.join(tokens)}")
            shown = [token for token in tokens if token[0] == "T"]
            if shown:
                lays.append(f"{seat} shows:{','.join(shown)}")
        lines = [f'[{name} "{value}"]' for name, value in every.items()]
        lines += ["[Auction]", self.auction, "[Exchange]", self.takes, *lays, "[Announcements]", self.announcements]
        lines += ["[Play]", *page_tricks(self.tricks), '[ScoreTable "Item;S;E;N;W"]', self.table]
        return "\n".join(lines) + "\n"


H1 = PageHand(
    deal=(
        "XIII XII IX VII VI III cK cN c9 s10 dQ d4",
        "XXI VIII V c10 c7 sQ sN sJ s9 dK hN h3",
        "SK XX X II sK dN dA d2 d3 hJ h2 h4",
        "XIX XVII XVI XV I cQ cJ c8 s7 dJ hQ hA",
    ),
    talon="s8 IIII XIV hK XVIII XI",
    auction="S povinnost  E pass  N pass  W pass  S call:T19",
    takes="S takes:1-4  E takes:5  N takes:6",
    discards={"S": "dQ c9 d4 s8", "E": "h3", "N": "dN"},
    announcements="S tarocky  E pass  N pass  W pass",
    tricks="""
1: 1:s10 2:sQ 3:sK 4:s7 -> 3
2: 3:h4 4:hA 1:hK 2:hN -> 1
3: 1:cK 2:c10 3:XX 4:cQ -> 3
4: 3:d2 4:dJ 1:XIV 2:dK -> 1
5: 1:IIII 2:VIII 3:X 4:XVII -> 4
6: 4:cJ 1:cN 2:c7 3:XI -> 3
7: 3:d3 4:XIX 1:IX 2:V -> 4
8: 4:hQ 1:XII 2:XXI 3:hJ -> 2
9: 2:sJ 3:II 4:XV 1:III -> 4
10: 4:c8 1:VI 2:XVIII 3:SK -> 3
11: 3:h2 4:XVI 1:XIII 2:sN -> 4
12: 4:I 1:VII 2:s9 3:dA -> 1
""",
    winners="NSNSWNWEWNWS",
    contract="povinnost", declarer="S", partner="W", points="32 38", score="S -8; E 8; N 8; W -8",
    table="game -3 3 3 -3\nmelds 5 -5 -5 5\npagat -10 10 10 -10",
)  # fmt: skip

H3 = PageHand(
    deal=(
        "XXI XX XVIII XII XI V cQ cN s7 dN d2 hQ",
        "SK XVII IIII I cJ c7 sQ sJ dQ dJ h2 h3",
        "VIII II cK c10 sN s8 dA d3 d4 hN hA h4",
        "XVI XV XIV XIII IX VI III c9 c8 s9 dK hJ",
    ),
    talon="s10 X XIX sK VII hK",
    auction="S povinnost  E trojka  N pass  W pass",
    takes="E exposes:1-3  E exposes:4-6  E takes:1-3",
    discards={"E": "sQ dQ cJ"},
    announcements="S pass  E pass  N barvicky  W pass  N flek:hra",
    tricks="""
1: 1:XX 2:I 3:II 4:VI -> 1
2: 1:XI 2:XVII 3:VIII 4:XVI -> 2
3: 2:IIII 3:c10 4:XIV 1:XXI -> 1
4: 1:dN 2:dJ 3:d3 4:dK -> 4
5: 4:IX 1:V 2:X 3:d4 -> 2
6: 2:c7 3:cK 4:c9 1:cN -> 3
7: 3:h4 4:hJ 1:hQ 2:h2 -> 1
8: 1:s7 2:s10 3:sN 4:s9 -> 3
9: 3:hN 4:XIII 1:XVIII 2:h3 -> 1
10: 1:XII 2:XIX 3:dA 4:III -> 2
11: 2:SK 3:hA 4:XV 1:cQ -> 2
12: 2:sJ 3:s8 4:c8 1:d2 -> 2
""",
    winners="SESWENSNSEEE",
    contract="trojka:3", declarer="E", partner="", points="23 47", score="S 77; E -231; N 77; W 77",
    table="game 72 -216 72 72\nmelds 5 -15 5 5",
)  # fmt: skip

H5 = PageHand(
    deal=(
        "SK XXI XX XVIII XVII X IX VIII I cK sK dK",
        "XIV XIII XII VII cN cJ c8 s10 dJ d3 hN h4",
        "VI III c10 c9 sQ s9 s8 dQ dA hQ h2 h3",
        "XVI XV XI V IIII cQ c7 sN sJ dN d2 d4",
    ),
    talon="XIX II s7 hK hJ hA",
    auction="S povinnost  E pass  N pass  W pass  S call:T19",
    takes="S takes:1-4  E takes:5  N takes:6",
    discards={"S": "s7 II X IX", "E": "dJ", "N": "c10"},
    announcements="S tarocky trul kralove pagat  E pass  N barvicky  W pass  W flek:hra  S reflek:hra",
    tricks="""
1: 1:XVIII 2:VII 3:III 4:IIII -> 1
2: 1:SK 2:XIII 3:VI 4:XVI -> 1
3: 1:cK 2:cN 3:c9 4:cQ -> 1
4: 1:VIII 2:XII 3:hQ 4:V -> 2
5: 2:hJ 3:hA 4:XV 1:hK -> 4
6: 4:c7 1:XX 2:c8 3:sQ -> 1
7: 1:XVII 2:XIV 3:dA 4:XI -> 1
8: 1:XXI 2:s10 3:s8 4:dN -> 1
9: 1:sK 2:d3 3:s9 4:sJ -> 1
10: 1:dK 2:h4 3:dQ 4:d4 -> 1
11: 1:XIX 2:hN 3:h3 4:sN -> 1
12: 1:I 2:cJ 3:h2 4:d2 -> 1
""",
    winners="SSSEWSSSSSSS",
    contract="povinnost", declarer="S", partner="", points="58 12", score="S 381; E -127; N -127; W -127",
    table="game 276 -92 -92 -92\nmelds 45 -15 -15 -15\npagat 60 -20 -20 -20",
)  # fmt: skip
