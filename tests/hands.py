"""Hand H1 of the Czech rules page (12.2) as records, for the tests of the outer rooms."""

from __future__ import annotations

#: The complete hand; its recorded score is the one that the rules page computes.
H1 = """\
[Event "Example"]
[Site "?"]
[Date "2026.11.14"]
[Round "2"]
[Table "4"]
[Board "7"]
[South "Novák, Jan"]
[East "?"]
[North "?"]
[West "?"]
[Game "taroky"]
[Rules "devatenactka-1"]
[Dealer "W"]
[Deal "S:13,12,9,7,6,3.T..Q4.KN9 E:21,8,5.QNJ9.N3.K.T7 N:F,20,10,2.K.J24.N123. W:19,17,16,15,1.7.Q1.J.QJ8"]
[Talon "S8 T4 T14 HK T18 T11"]
[Contract "povinnost"]
[Declarer "S"]
[Partner "W"]
[Points "32 38"]
[Score "S -8; E 8; N 8; W -8"]
[Auction]
S povinnost  E pass  N pass  W pass  S call:T19
[Exchange]
S takes:1-4  E takes:5  N takes:6  S lays:DQ,C9,D4,S8  E lays:H3  N lays:DN
[Announcements]
S tarocky  E pass  N pass  W pass
[Play]
S ST SQ SK S7
N H4 H1 HK HN
S CK CT T20 CQ {the XX goes early}
N D2 DJ T14 DK
S T4 T8 T10 T17
W CJ CN C7 T11
N D3 T19 T9 T5
W HQ T12 T21 HJ
E SJ T2 T15 T3
W C8 T6 T18 F
N H2 T16 T13 SN
W T1 T7 S9 D1
"""

#: The same hand in a file of its own.
FILE = "% TPBN 1.0\n\n" + H1
#: The same with two cards of East exchanged: he plays T5 to the fourth trick although he holds the DK.
REVOKE = FILE.replace("N D2 DJ T14 DK", "N D2 DJ T14 T5").replace("N D3 T19 T9 T5", "N D3 T19 T9 DK")
#: The same with the score of the wrong sign.
WRONG_SCORE = FILE.replace('[Score "S -8; E 8; N 8; W -8"]', '[Score "S 8; E -8; N -8; W 8"]')
