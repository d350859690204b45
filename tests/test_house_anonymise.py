"""docs/housekeeping.md: no name is left without a warning, everybody keeps one pseudonym, and the key leads back."""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tarok_pbn.archive.names import person_key
from tarok_pbn.archive.people import People
from tarok_pbn.archive.pseudonyms import Key, KeyFault
from tarok_pbn.notation import format_text, read_bytes, to_bytes
from tests.hands import H1
from tests.running import Outcome, tarok
from tests.test_format_properties import SOUP

NAMED = (
    H1.replace('[East "?"]', '[East "Müller, Eva"]')
    .replace('[North "?"]', '[North "Svobodová, Jana"]')
    .replace('[West "?"]', '[West "Němec, Petr"]')
)


def with_comment(text: str) -> str:
    return NAMED.replace("the XX goes early", text)


def run(text: str | bytes, *arguments: str) -> Outcome:
    return tarok("anonymise", "-", *arguments, stdin=text if isinstance(text, bytes) else to_bytes(text))


# --- finding names -------------------------------------------------------------------------------


def people(*names: str) -> People:
    found = People()
    for name in names:
        found.add(name)
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Novák leads", ["Novák"]), ("NOVÁK leads", ["NOVÁK"]), ("Novak leads", ["Novak"]), ("Jan Novák", ["Jan Novák"]),
        ("Novák, Jan", ["Novák, Jan"]), ("J. Novák", ["J. Novák"]), ("Novák J.", ["Novák J"]),
        ("Nováka, Novákovi, Novákem, Novákové, Nováků, Novákův", ["Nováka", "Novákovi", "Novákem", "Novákové", "Nováků", "Novákův"]),
        ("Novákovou, Novákovým", ["Novákovou", "Novákovým"]), ("Jana, Janem", ["Jana", "Janem"]),
        ("Nova\u0301k", ["Nova\u0301k"]), ("No\u00advák", ["No\u00advák"]), ("x-Novák-y", ["Novák"]),
        ("November, novice, Nov", []), ("pass", []), ("Janda leads", []),
    ],
)  # fmt: skip
def test_what_is_certain(text, found):
    names = people("Novák, Jan")
    assert [text[one.start : one.end] for one in names.search(text) if one.sure] == found


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Svoboda, Karel", "Svobody Svobodovi Svobodu Svobodou Karla Karlem", ["Svobody", "Svobodovi", "Svobodu", "Svobodou Karla", "Karlem"]),
        ("Novotný, Petr", "Novotného, Novotnému, Novotným, Novotné", ["Novotného", "Novotnému", "Novotným", "Novotné"]),
        ("Němec, Petr", "Němce; Němcovi; Petra; Petrem", ["Němce", "Němcovi", "Petra", "Petrem"]),
        ("Müller, Hans", "Müllers Spiel, Hansens", ["Müllers", "Hansens"]),
        ("Sørensen, Inge", "Sørensens Sorensen Inges", ["Sørensens", "Sorensen Inges"]),
        ("Krajnc, Tone", "Krajnca, Krajncu, Krajncem", ["Krajnca", "Krajncu", "Krajncem"]),
        ("von Berg, Ann", "von hier Berg", ["Berg"]), ("Li, Wu", "Li Wu and Wu Li", ["Li Wu", "Wu Li"]),
        ("anna7", "Anna7 won", ["Anna7"]),
    ],
)  # fmt: skip
def test_forms_of_other_names(name, text, found):
    assert [text[one.start : one.end] for one in people(name).search(text) if one.sure] == found


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Novák, Jan", "novák"),
        ("Novák, Jan", "Novákoviny"),
        ("Novák, Jan", "MrNovák"),
        ("Svobodová, Ida", "svoboda"),
        ("山田", "山田が"),
    ],
)
def test_what_is_doubtful(name, word):
    assert [one.sure for one in people(name).search(word)] == [False]


def test_one_person_spelt_alike():
    assert len({person_key(name) for name in ("Novák, Jan", "Jan Novák", "NOVAK, JAN", " novák,  jan")}) == 1
    assert person_key("Novák, Jan") != person_key("Novák, Petr")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('[South "Novák, Jan"', '[South "Player 1"'), ("[South Novák, Jan]", "[South Player 1]"), ('[South "Novák, Jan]', '[South "Player 1]'),
        ('[south "Novák, Jan"]', '[south "Player 1"]'), ('[SOUTH "Novák, Jan"]', '[SOUTH "Player 1"]'), ('[South: "Novák, Jan"]', '[South: "Player 1"]'),
        ('[A "Novák, Jan"', '[A "Player 1"'),
    ],
)  # fmt: skip
def test_a_name_in_a_seat_tag_that_is_written_wrongly_is_found(line, told):
    done = run(f'[Event "a"]\n{line}\n[Game "taroky"]\n{{Novák leads}}\n\n[Event "b"]\n[South "Novák, Jan"]\n')
    assert done.out == f'[Event "a"]\n{told}\n[Game "taroky"]\n{{Player 1 leads}}\n\n[Event "b"]\n[South "Player 1"]\n'


def test_what_could_not_be_read_is_told():
    done = run('[Event "a"]\n[South "Malá, Eva"]\n[Jih Sova]\n')
    assert done.code == 1
    assert (
        done.err
        == "<stdin>:3:1: '[Jih Sova]' could not be read: a name may be left in it\n1 name replaced in 1 record; 1 doubtful place left.\n"
    )


def test_a_tag_that_the_format_does_not_know_is_told_if_words_stay_in_it():
    done = run('[Event "a"]\n[South "Malá, Eva"]\n[Jih "Sova"]\n[Kibitz "Malá"]\n[Number "12"]\n[_Own "Sova"]\n')
    assert done.code == 1
    assert done.out.splitlines()[2:] == ['[Jih "Sova"]', '[Kibitz "Player 1"]', '[Number "12"]', '[_Own "Sova"]']
    assert done.err.splitlines()[:-1] == [
        "<stdin>:3:1: 'Sova' may name a person: Jih is no tag of the format; --fields Jih replaces it"
    ]


def test_an_annotator_that_was_replaced_is_not_told():
    done = run('[Event "a"]\n[South "Malá, Eva"]\n[Annotator "E. Malá"]\n')
    assert (done.code, done.out) == (0, '[Event "a"]\n[South "Player 1"]\n[Annotator "Player 1"]\n')
    done = run('[Event "a"]\n[South "Malá, Eva"]\n[Annotator "Malá and Sova"]\n')
    assert done.code == 1
    assert "'Malá and Sova' Annotator names a person" in done.err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_a_text_in_which_names_cannot_be_found_is_left_out(tmp_path, encoding):
    source, out = tmp_path / "a.tpbn", tmp_path / "out"
    source.write_text(NAMED, encoding)
    done = tarok("anonymise", str(source), "-d", str(out))
    assert done.code == 1
    assert not out.exists()
    assert (
        f"{source} is left out: NUL characters stand between its letters, as in UTF-16; names in it could not be found\n"
        in done.err
    )


def test_a_single_nul_leaves_no_file_out():
    done = run('[Event "a"]\n[South "Malá, Eva"]\n{x\0y}\n')
    assert done.out == '[Event "a"]\n[South "Player 1"]\n{x\0y}\n'
    assert "'{x\\x00y}' could not be read: a name may be left in it" in done.err


def test_a_name_in_another_encoding_is_one_word():
    done = run('[Event "a"]\n[South "Novák, Jan"]\n{Novák, Nováka}\n'.encode("cp1250"))
    assert done.raw == b'[Event "a"]\n[South "Player 1"]\n{Player 1, Player 1}\n'
    assert done.code == 1


def test_an_initial_that_is_also_somebodys_whole_name():
    done = run('[Event "a"]\n[South "Ó Briain, Seán"]\n[East "S"]\n{S. Ó Briain}\n')
    assert done.out == '[Event "a"]\n[South "Player 1"]\n[East "Player 2"]\n{Player 1}\n'


# --- replacing -----------------------------------------------------------------------------------


def test_tags_comments_notes_and_cells():
    text = (
        with_comment("Novákovi to vyšlo")
        .replace('"Example"', '"Memorial of Jan Novák"')
        .replace("call:T19", 'call:T19 =1=\n[Note "1:Müllers call"]')
    )
    done = run(text + '[XTable "Who;N"]\nNěmec 3\n')
    assert done.code == 0
    expected = (
        text.replace("Novákovi", "Player 1").replace("Jan Novák", "Player 1").replace("Müllers", "Player 2")
        .replace("Novák, Jan", "Player 1").replace("Müller, Eva", "Player 2").replace("Svobodová, Jana", "Player 3").replace("Němec, Petr", "Player 4")
    )  # fmt: skip
    assert done.out == expected + '[XTable "Who;N"]\n"Player 4" 3\n'


def test_the_same_pseudonym_in_all_files_and_spellings(tmp_path):
    one, two, out = tmp_path / "1.tpbn", tmp_path / "2.tpbn", tmp_path / "out"
    one.write_text('[Event "a"]\n[South "Malá, Eva"]\n', "utf-8")
    two.write_text('[Event "b"]\n[South "Novák, Jan"]\n[East "eva mala"] {Malé}\n', "utf-8")
    assert tarok("anonymise", str(tmp_path), "-d", str(out)).code == 0
    assert (out / "1.tpbn").read_text("utf-8") == '[Event "a"]\n[South "Player 1"]\n'
    assert (out / "2.tpbn").read_text("utf-8") == '[Event "b"]\n[South "Player 2"]\n[East "Player 1"] {Player 1}\n'


def test_a_shared_surname_is_the_one_at_the_table():
    text = '[Event "a"]\n[South "Novák, Jan"] {Novák}\n\n[Event "b"]\n[South "Novák, Petr"] {Novák}\n\n[Event "c"]\n[South "Novák, Jan"]\n[East "Novák, Petr"] {Novák}\n'
    done = run(text)
    assert done.code == 1
    assert [p.record.tags[-1].marks[0].text for p in read_bytes(done.raw)] == ["Player 1", "Player 2", "Player 1"]
    assert "it could be Player 1 or Player 2" in done.err


@pytest.mark.parametrize(
    ("comment", "word"),
    [
        ("ask novák", "novák"), ("jan@novak.cz", "jan@novak.cz"), ("call +420 777 123 456", "+420 777 123 456"),
        ("see https://x.cz/p", "https://x.cz/p"), ("licence 123456", "licence"), ("CZ-12345 plays", "CZ-12345"), ("the MrNovák", "MrNovák"),
    ],
)  # fmt: skip
def test_what_may_be_left_is_told_with_its_place(comment, word):
    done = run(with_comment(comment))
    assert done.code == 1
    assert "<stdin>:30:16: " in done.err
    assert word in done.err or word == "licence"


def test_cards_and_dates_are_no_traces_and_no_names():
    text = (
        NAMED.replace("Novák, Jan", "T21")
        .replace("Němec, Petr", "Solo, Han")
        .replace('[Declarer "S"]', '[Declarer "S"]\n[Called "T21"]')
    )
    done = run(text)
    assert done.code == 0
    assert '[Called "T21"]' in done.out
    assert "S povinnost" in done.out
    assert '[South "Player 1"]' in done.out


def test_text_that_cannot_be_read_is_searched_too():
    done = run(b'[Event "a"]\n[South "Nov\xc3\xa1k, Jan"]\n[Play]\nS \xff Jan Nov\xc3\xa1k (( {Nov\xc3\xa1k\n')
    assert done.raw == b'[Event "a"]\n[South "Player 1"]\n[Play]\nS \xff Player 1 (( {Player 1\n'
    assert run('[Event "a"]\n[South "##Novák, Jan"]\n\n[Event "b"]\n[South "#"] {Novák}\n').out == (
        '[Event "a"]\n[South "##Player 1"]\n\n[Event "b"]\n[South "#"] {Player 1}\n'
    )  # fmt: skip


def test_further_fields_and_persons_who_do_not_play():
    text = '[Event "Cup"]\n[Site "Brno"]\n[South "Novák, Jan"]\n[Annotator "Malá, Eva"] {Malá at the Cup}\n'
    told = run(text)
    assert (told.code, "--fields Annotator" in told.err) == (1, True)
    done = run(text, "--fields", "event,Annotator")
    assert (done.code, done.out) == (
        0,
        '[Event "Event 1"]\n[Site "Brno"]\n[South "Player 1"]\n[Annotator "Player 2"] {Player 2 at the Event 1}\n',
    )


def test_strip_comments():
    text = (
        with_comment("Novák")
        .replace("call:T19", 'call:T19=1= $3\n[Note "1:x"]')
        .replace("[Auction]", "% mine\n[Auction] ; yours")
    )
    done = run("; head\n" + text, "--strip-comments")
    assert done.code == 0
    assert done.out == run(NAMED.replace(" {the XX goes early}", "").replace("call:T19", "call:T19 $3")).out


def test_trees_drawn_by_seed():
    one = run(NAMED, "--style", "trees", "--seed", "5")
    assert one.out == run(NAMED, "--style", "trees", "--seed", "5").out
    names = [p.record.get("South") for p in read_bytes(one.raw)]
    assert names[0].isalpha()
    assert names != [p.record.get("South") for p in read_bytes(run(NAMED, "--style", "trees", "--seed", "6").raw)]


def test_a_pseudonym_that_stands_there_already_is_not_given():
    done = run('[Event "a"]\n[South "Novák, Jan"] {Player 1 is not Novák}\n')
    assert done.out == '[Event "a"]\n[South "Player 2"] {Player 1 is not Player 2}\n'
    assert run('[Event "a"]\n[South "Player, Gary"]\n').code == 2
    assert run('[Event "a"]\n[South "Player, Gary"]\n', "--prefix", "P}").code == 2


# --- the key -------------------------------------------------------------------------------------


def test_a_key_is_kept_apart_and_read_again(tmp_path):
    key, out = tmp_path / "key.json", tmp_path / "out"
    source = tmp_path / "a.tpbn"
    source.write_text('[Event "a"]\n[South "Novák, Jan"]\n[East "Malá, Eva"]\n', "utf-8")
    assert tarok("anonymise", str(source), "-d", str(out), "--key", str(out / "key.json")).code == 2
    assert not out.exists()
    key.write_text("{}", "utf-8")
    assert tarok("anonymise", str(source), "-d", str(out), "--key", str(key)).code == 2
    key.unlink()
    assert tarok("anonymise", str(source), "-d", str(out), "--key", str(key)).code == 0
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert [entry["spellings"] for entry in json.loads(key.read_text())["names"]] == [["Novák, Jan"], ["Malá, Eva"]]
    later = run('[Event "b"]\n[South "Malá, Eva"]\n[East "New, Nell"]\n', "--key", str(key))
    assert later.out == '[Event "b"]\n[South "Player 2"]\n[East "Player 3"]\n'
    again = tarok("anonymise", str(out / "a.tpbn"), "--key", str(key))
    assert again.raw == (out / "a.tpbn").read_bytes()


def test_the_key_may_not_be_one_of_the_files(tmp_path):
    source = tmp_path / "a.tpbn"
    source.write_text(NAMED, "utf-8")
    assert tarok("anonymise", str(source), "-i", "--key", str(source)).code == 2
    assert tarok("anonymise", str(tmp_path), "-i", "--key", str(tmp_path / "k")).code == 2
    assert source.read_text("utf-8") == NAMED
    assert tarok("anonymise", str(source), "--reverse").code == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"form": "tarok-pbn key 1"}',
        '{"form": "tarok-pbn key 1", "names": [{}], "spelt": {}}',
        '{"form": "tarok-pbn key 1", "names": [], "spelt": []}',
    ],
)
def test_a_file_that_is_no_key_is_refused(tmp_path, text):
    (tmp_path / "k").write_text(text, "utf-8")
    with pytest.raises(KeyFault):
        Key.load(str(tmp_path / "k"), "Player", "numbers", None)


def test_bad_files_leave_the_rest_processed(tmp_path):
    good, bad = tmp_path / "a.tpbn", tmp_path / "b.tpbn"
    good.write_text('[Event "a"]\n[South "Novák, Jan"]\n', "utf-8")
    bad.write_text('% TPBN 9.9\n\n[Event "a"]\n[South "Malá, Eva"]\n', "utf-8")
    done = tarok("anonymise", "-i", str(good), str(bad), str(tmp_path / "gone.tpbn"))
    assert done.code == 2
    assert good.read_text("utf-8") == '[Event "a"]\n[South "Player 1"]\n'
    assert "Malá" in bad.read_text("utf-8")


NAMES = st.lists(
    st.sampled_from(
        ["Novák, Jan", "Malá, Eva", "O'Neil, Pat", "Li, Wu", "von Berg, Ann", "山田", "anna7", "Žižka", "?", "", "X"]
    ),
    min_size=1,
    max_size=4,
    unique=True,
)
WORDS = st.lists(
    st.sampled_from(
        [
            "Novák",
            "Nováka",
            "J. Novák",
            "Eva Malá",
            "Malou",
            "Wu Li",
            "Berg",
            "Žižky",
            "Player 1",
            "novák",
            "and",
            "T21",
            "O'Neil",
            "anna7",
            "\n",
        ]
    ),
    max_size=8,
).map(" ".join)


@settings(max_examples=80)
@example([(["Novák, Jan"], "Novák \n J. Novák", "")], False)
@given(st.lists(st.tuples(NAMES, WORDS, SOUP), min_size=1, max_size=3), st.booleans())
def test_the_key_leads_back_to_the_original(rows, trees):
    import tempfile
    from pathlib import Path

    text = "\n\n".join(
        f'[Event "{number}"]\n' + "".join(f'[{seat} "{name}"]\n' for seat, name in zip(("South", "East", "North", "West"), names, strict=False))
        + f"[Auction] {{{words}}}\n" + soup.replace("TPBN 9.9", "x")
        for number, (names, words, soup) in enumerate(rows)
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        key = str(Path(folder) / "k")
        done = run(text, "--key", key, *(["--style", "trees", "--seed", "1"] if trees else []))
        assert done.code in (0, 1)
        assert "would remain" not in done.err
        for parsed in read_bytes(done.raw):
            for seat in ("South", "East", "North", "West"):
                assert parsed.record.get(seat) in {"?", "", *Key.load(key, "P", "numbers", None).names}
        back = run(done.raw, "--key", key, "--reverse")
        assert back.code == 0
    assert format_text(back.raw)[0] == format_text(to_bytes(text))[0]


def test_a_directory_is_walked_once_and_its_files_keep_their_places(tmp_path, monkeypatch):
    for name in ("club/a.tpbn", "club/first/a.tpbn", "b.tpbn"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(NAMED.replace("Trul", name), "utf-8")
    walked: list[str] = []
    walk = os.walk

    def counted(top: str) -> Iterator[tuple[str, list[str], list[str]]]:
        walked.append(top)
        return walk(top)

    monkeypatch.setattr(os, "walk", counted)
    monkeypatch.chdir(tmp_path)
    tarok("anonymise", "club", "b.tpbn", "b.tpbn", "--output-dir", "new")
    assert sorted(path.relative_to("new").as_posix() for path in Path("new").rglob("*.tpbn")) == [
        "a.tpbn",
        "b.tpbn",
        "first/a.tpbn",
    ]
    assert walked == ["club"]


@pytest.mark.parametrize("text", ["N" * 300_000, "a" * 300_000 + "@", "1 " * 100_000, "Nováková" * 20_000])
def test_gigantic_words_and_names_cost_what_they_are_long(text):
    """Each of them took minutes or hours where every letter was taken for the beginning of something."""
    record = f'[Event "x"]\n[South "{text}"]\n[East "Novák, Jan"]\n[Game "taroky"]\n{{{text} Novák {text.lower()}}}\n'
    begun = time.process_time()
    done = run(record)
    assert time.process_time() - begun < 20
    assert done.code in (0, 1)
    assert "Novák, Jan" not in done.out
    assert f'[South "{text}"]' not in done.out
