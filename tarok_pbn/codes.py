"""The table of finding codes: the one place where a code is defined.

Letters: F file and syntax, R record and tags, D deal, A auction and call, X exchange,
M melds, announcements and doubling, P play, S score, T tournament and session, I import of foreign formats.
A code is stable: it is never given another meaning and never used again.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["CODES", "Code", "Severity"]

Severity = Literal["error", "warning", "info"]


class Code(NamedTuple):
    """One code: severity, a title of a few words, and a paragraph of explanation."""

    code: str
    severity: Severity
    title: str
    explanation: str


_TABLE: tuple[tuple[str, Severity, str, str], ...] = (
    # --- F: file and syntax -------------------------------------------------------------------
    ("F001", "error", "byte that is not UTF-8",
     "A record file is UTF-8. The byte is kept as it is, but no reader can know which character was meant."),
    ("F002", "warning", "byte order mark", "A file starts with a byte order mark. It is read over and never written."),
    ("F003", "warning", "CRLF line ends", "Lines end with CR LF (or a lone CR). Canonical files end lines with LF."),
    ("F004", "error", "comment without end",
     "A { opens a comment and no } closes it before the record ends. Reading resumes at the next record."),
    ("F005", "error", "malformed tag",
     "A line begins with [ but is not a tag pair [Name \"value\"] nor a section [Name]."),
    ("F006", "error", "string without end", "A quoted string is not closed on its line or before the ]."),
    ("F007", "warning", "text outside any record",
     "Text between records that is neither a tag, a comment nor an escape line, such as the chatter of a tool. "
     "The formatter keeps it as % escape lines."),
    ("F008", "error", "word that cannot be read",
     "The word is not a card, not a seat, not an action word, not a mark."),
    ("F009", "error", "word before the first seat",
     "Every action names its actor: a section begins with a seat, then what that seat did."),
    ("F010", "error", "record too long", "A record exceeds the size limit and was cut; the rest is read as another."),
    ("F011", "error", "not canonical", "The strict reader accepts only the canonical spelling; the first difference is shown."),
    ("F012", "warning", "unknown format version",
     "The % TPBN line names a version that this reader does not know. It is read as the newest known version."),
    ("F013", "warning", "inherited tag value",
     "A value # or ## repeats the value of the record before. It was resolved; it is never written."),
    ("F014", "error", "control character", "A control character (other than tab and line ends) stands in the text."),
    ("F015", "warning", "not in Unicode normal form C",
     "The text is not in NFC, so that equal names may compare unequal. The formatter writes NFC."),
    ("F016", "warning", "unknown escape in a string",
     "In a quoted string only \\\" and \\\\ are escapes; another backslash stands for itself and is written \\\\."),
    ("F017", "error", "incomplete table row", "The last row of a table has fewer cells than the table has columns."),
    ("F018", "info", "unknown section", "The section is not one this version knows. It is kept byte for byte."),
    ("F019", "warning", "missing value of #", "A # inherits from the record before, but there is none with that tag."),
    ("F020", "error", "stray mark", "A mark (a NAG, suffix, note or irregularity) does not follow anything it could belong to."),
    ("F021", "warning", "text after the end of a section", "A section was ended by * or + but goes on."),
    ("F022", "warning", "blank line inside a record", "A blank line stands inside a record. It is read over."),
    ("F023", "info", "too many findings", "A record has so many findings that the rest are not listed."),
    ("F100", "info", "respelled card", "A card is written in a lenient spelling; its canonical token is shown."),
    ("F101", "info", "respelled word", "A seat or word is written in a lenient spelling; the canonical word is shown."),
    # --- R: record and tags -------------------------------------------------------------------
    ("R001", "error", "duplicate tag", "A tag is given twice. Both values are kept; the first one counts."),
    ("R002", "info", "unknown tag", "The tag is not one this version knows. It is kept. Names that begin with _ are private and never reported."),
    ("R003", "error", "unknown game", "The Game tag names no game this version knows; the record is checked as text only."),
    ("R004", "error", "unknown rule set", "The Rules tag names no rule set of the game."),
    ("R005", "error", "unknown option", "The Options tag names an option that the game does not have."),
    ("R006", "error", "bad option value", "The value is not one that the option can take."),
    ("R007", "error", "bad value of a standard tag", "The value does not have the form that the tag asks for."),
    ("R008", "warning", "no game named", "Without a Game tag only the text can be checked."),
    ("R009", "warning", "note without text", "A note is referred to but has no [Note] in its section."),
    ("R010", "info", "note never referred to", "A [Note] is never referred to in its section."),
    ("R011", "error", "note defined twice", "A note number is given twice in one section."),
    ("R012", "error", "duplicate section", "A section is given twice in one record. Only the first one is checked."),
    ("R013", "warning", "section out of order", "Sections stand in time order: Auction, Exchange, Announcements, Play, tables."),
    ("R014", "error", "unknown seat", "The seat is not one of the record's seats."),
    ("R015", "error", "contradicting facts", "Two statements of the record contradict each other."),
    ("R016", "error", "rule set file", "A rule set file cannot be used; the place in it is named."),
    # --- D: deal ------------------------------------------------------------------------------
    ("D001", "error", "hand that cannot be read", "A hand is five groups separated by dots, taroks first: F,21,1.K75.QN..T2"),
    ("D002", "error", "card dealt twice", "The same card stands in two hands, or in a hand and the talon."),
    ("D003", "error", "wrong number of cards", "A hand or the talon does not have the number of cards that the game deals."),
    ("D004", "error", "card of another pack", "The card is not in the pack with which this game is played."),
    ("D005", "error", "card missing from the deal", "All hands and the talon are given, but a card of the pack is in none of them."),
    ("D006", "error", "DealId does not fit the deal", "The DealId tag is not the hash of the deal in the record."),
    ("D007", "error", "unknown dealer", "The Dealer tag names no seat."),
    ("D008", "warning", "redeal due", "Under the rule set the cards had to be dealt again."),
    # --- A: auction and call ------------------------------------------------------------------
    ("A001", "error", "bid out of turn", "It was another seat's turn to speak."),
    ("A002", "error", "bid not allowed", "The bid is not allowed at this point of the auction."),
    ("A003", "error", "call not allowed", "The card called may not be called with this hand."),
    ("A004", "warning", "auction not finished", "The auction stops before it is decided, but the record goes on."),
    ("A005", "error", "auction goes on after its end", "Nothing more could be said."),
    ("A006", "error", "choice missing", "The record lacks a call or choice that the contract asks for."),
    ("A007", "error", "recorded contract differs", "The Contract tag is not what the auction gives."),
    ("A008", "error", "recorded declarer differs", "The Declarer tag is not what the auction gives."),
    ("A009", "error", "recorded partner differs", "The Partner tag is not who held the called card."),
    # --- X: exchange --------------------------------------------------------------------------
    ("X001", "error", "wrong cards taken", "The talon cards taken are not those that the contract gives to the seat."),
    ("X002", "error", "wrong number laid away", "As many cards are laid away as were taken."),
    ("X003", "error", "laid away a card not held", "The card is not in the hand after taking the talon."),
    ("X004", "error", "card may not be laid away", "The rules forbid this card in the discard."),
    ("X005", "error", "other cards had to go first", "The card may go only when nothing else is left to lay away."),
    ("X006", "error", "shown cards wrong", "The cards recorded as shown are not those that the rules make public."),
    ("X007", "warning", "public discard not shown", "A card that is laid away face up is not recorded as shown."),
    ("X008", "error", "exchange action not allowed", "The seat has nothing to do with the talon in this contract, or not this."),
    ("X009", "warning", "exchange not finished", "The exchange stops before it is complete, but the record goes on."),
    # --- M: melds, announcements, doubling ------------------------------------------------------
    ("M001", "error", "meld not held", "The seat does not hold the cards of the meld it declares."),
    ("M002", "error", "meld not declared", "The rule set makes melds compulsory and a held meld was not declared."),
    ("M003", "error", "meld wrongly counted", "The meld is held, but not as it was declared."),
    ("M004", "error", "commitment without the card", "Only the holder of the card may announce this."),
    ("M005", "error", "announced twice", "The same thing was announced before by this side."),
    ("M006", "error", "doubling by the wrong side", "The two sides answer each other: the other side was to double this."),
    ("M007", "error", "doubling ladder", "The step does not follow the one before, or is above the ceiling."),
    ("M008", "error", "nothing to double", "What is doubled was not announced or does not exist in this contract."),
    ("M009", "error", "announcement not allowed", "This announcement does not exist in this contract or at this time."),
    ("M010", "error", "announcement out of turn", "It was another seat's turn to speak."),
    ("M011", "warning", "announcements not finished", "The announcements stop before they are complete, but the record goes on."),
    # --- P: play ------------------------------------------------------------------------------
    ("P001", "error", "card not held", "The seat does not hold the card it plays."),
    ("P002", "error", "suit not followed", "The suit led must be followed while it is held."),
    ("P003", "error", "tarok not played", "Without the suit led a tarok must be played."),
    ("P004", "error", "did not overtake", "A card that beats the trick had to be played."),
    ("P005", "error", "pagat played too early", "The pagat had to be kept back."),
    ("P006", "error", "mond not allowed", "The XXI may not be played here."),
    ("P007", "error", "wrong leader", "The winner of a trick leads to the next one."),
    ("P008", "error", "card missing in a trick", "A trick is complete when every active player has played one card."),
    ("P009", "error", "too many cards in a trick", "A trick has one card from each active player."),
    ("P010", "error", "card played before", "The card has already been played or laid away."),
    ("P011", "error", "play goes on after its end", "No cards are left to play."),
    ("P012", "info", "revoke that stood", "The record marks an irregular card (^R) that was let stand; it is followed as it was played."),
    ("P013", "warning", "mark on a regular card", "A card is marked as irregular but is legal."),
    ("P014", "error", "claim not possible", "The claim does not fit the position."),
    ("P015", "warning", "play not finished", "The play stops without + or *, before the last trick, but the record has a result."),
    ("P016", "error", "action not allowed in the play", "The word is not an action of this game's play, or not here."),
    ("P017", "error", "card of another player", "The card is in another player's hand."),
    ("P018", "error", "fool not allowed", "The fool may not be played here, or had to be played."),
    ("P019", "error", "fool not named", "The led fool must be named as a suit, or the naming is not allowed."),
    ("P020", "error", "card may not be led", "The rules forbid leading this card now."),
    ("P021", "warning", "announced card given up", "An announced card was played before its trick without need."),
    ("P022", "error", "fool may not be demanded", "The demand for the fool is not allowed here, or not for this seat."),
    # --- S: score -----------------------------------------------------------------------------
    ("S001", "error", "recorded score differs", "The Score tag is not what the hand gives; the first item that differs is named."),
    ("S002", "error", "score does not sum to zero", "What one player wins others lose."),
    ("S003", "error", "recorded points differ", "The Points tag is not the count of the piles."),
    ("S004", "error", "score table row does not sum to zero", "Each row moves units between seats (and pots) and sums to zero."),
    ("S005", "error", "score table item differs", "An item of the score table is not what the hand gives."),
    ("S006", "error", "score that cannot be read", "A score is a list such as S -8; E 8; N 8; W -8."),
    ("S007", "error", "score table and score disagree", "The columns of the score table do not add up to the Score tag."),
    ("S008", "error", "recorded result differs", "The Result tag is not what the hand gives."),
    ("S009", "info", "not checkable", "The record lacks what is needed to compute this; it is neither right nor wrong."),
    ("S010", "error", "pots after the hand differ", "The PotsAfter tag is not what the pots hold after the settlement."),
    # --- T: tournament and session ----------------------------------------------------------------
    ("T001", "error", "wrong dealer", "The deal passes to the next seat after each hand."),
    ("T002", "error", "pots do not carry over", "A pot before the hand does not hold what it held after the hand before."),
    ("T003", "error", "running total differs", "A running total is not the sum of the scores so far."),
    ("T004", "warning", "hand missing from the session", "Board numbers of a session are not consecutive."),
    ("T005", "error", "board twice in a session", "Two records of one session carry the same board number."),
    ("T006", "error", "final split differs", "The recorded division of the pots is not what the rules give."),
    ("T007", "error", "players change within a session", "A seat's player differs from the hand before."),
    ("T008", "error", "carried state differs", "What a hand begins with (such as Radl) is not what the hand before left."),
    # --- I: import of foreign formats -----------------------------------------------------------
    ("I001", "info", "rule set assumed",
     "The foreign format does not name its rules. The record names the rule set that its program is known to play by."),
    ("I002", "info", "seats assumed",
     "The foreign format numbers its players or names them otherwise. The message says which seats they were given and why."),
    ("I003", "info", "dealer assumed", "The foreign format does not say who dealt. The dealer follows from who speaks or leads first."),
    ("I004", "info", "order assumed",
     "The foreign format gives cards or words without saying in which order they fell. They are taken in the order in which they stand."),
    ("I005", "info", "worked out", "The foreign format leaves a fact out that follows from others, such as the cards laid away."),
    ("I006", "info", "not known", "The foreign format cannot say this. The record leaves it out or says ?."),
    ("I007", "info", "not taken over", "The foreign file says something for which a record has no place. The message says where it is kept, if it is."),
    ("I008", "info", "reading chosen", "The foreign file can be read in more than one way. The message says which reading was chosen and why."),
    ("I010", "error", "not of this form", "The file, or this part of it, is not what the foreign format asks for. The rest is imported."),
    ("I011", "error", "value that cannot be read", "A value of the foreign file is of the wrong kind or out of range. It is left out of the record."),
    ("I012", "error", "card that cannot be read", "The foreign format has no such card. Hands with such a card are not given in the record."),
    ("I013", "error", "card given twice", "The foreign file has the same card at two places where one pack has it once."),
    ("I014", "error", "wrong number of cards", "A hand, the talon or a trick of the foreign file has too many cards or too few."),
    ("I015", "error", "action that is not possible", "The foreign history does something that its game does not allow. The record stops before it."),
    ("I016", "warning", "foreign file contradicts itself", "Two statements of the foreign file do not fit each other. The record has the one that the message names."),
    ("I017", "warning", "unknown entry", "The foreign file has an entry that the format is not known to have. It is not taken over."),
    ("I018", "warning", "foreign file breaks off", "The foreign file ends in the middle. What stands there is imported."),
    ("I019", "error", "too large", "The foreign file, or a part of it, is larger than any real one and is not read further."),
)

#: code -> its entry
CODES: dict[str, Code] = {row[0]: Code(*row) for row in _TABLE}
