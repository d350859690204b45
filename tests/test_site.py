"""A static site of an archive: links, feed, sitemap, what is made again, what is never touched. Issue 5; RFC 4287; sitemaps.org."""

from __future__ import annotations

import gc
import json
import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
import pytest
from lxml import etree

from tarok_pbn.check import check_bytes, check_path
from tarok_pbn.render.look import Look
from tarok_pbn.report import site as room
from tarok_pbn.report.pages import Pages, Unwritable
from tarok_pbn.report.site import build_site
from tarok_pbn.report.sitefiles import JOURNAL, MANIFEST, digest_of
from tarok_pbn.report.siteindex import Slugs, slug
from tests.taroky_pages import H1, H3, H5

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
ATOM = "{http://www.w3.org/2005/Atom}"


def source(name, *texts):
    """A file of these records."""
    return Pages(name, name, iter(list(enumerate(check_bytes("\n".join(texts).encode()), 1))))


def samples():
    for path in sorted(SAMPLES.glob("*/*.tpbn")):
        name = str(path.relative_to(SAMPLES).with_suffix(""))
        yield Pages(str(path), name, ((n, c) for n, c in enumerate(check_path(path), 1) if c.parsed.is_record))


def three():
    """Two files: two records of one evening, one of another."""
    return [
        source("one", H1.text(Event="Friday", Board="1", Date="2026.11.20"), H3.text(Event="Friday", Board="2", Date="2026.11.20")),
        source("two", H5.text(Event="Saturday", Board="1", Date="2026.11.21", South="Novák, Jan")),
    ]


def tree(path):
    return html5lib.parse(path.read_text("utf-8"), namespaceHTMLElements=False)


def files_of(directory):
    return {str(p.relative_to(directory)).replace(os.sep, "/") for p in directory.rglob("*") if p.is_file()}


def stamps(directory):
    return {name: (directory / name).stat().st_mtime_ns for name in files_of(directory)}


def text_of(path):
    return " ".join("".join(tree(path).find("body").itertext()).replace("\ufe0e", "").split())


def said(element, path):
    """The text of an element that must be there."""
    found = element.findtext(path)
    assert found is not None, path
    return found


def address_of(element, path):
    found = element.find(path)
    assert found is not None, path
    return found.get("href")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    report = build_site(samples(), directory, title="Samples", base_url="https://example.org/tarok")
    return directory, report


def test_every_link_of_every_page_leads_somewhere(whole):
    directory, report = whole
    pages = sorted(directory.rglob("*.html"))
    assert report.records == sum(1 for page in pages if page.parent.name == "record")
    trees = {page.resolve(): etree.parse(str(page), etree.HTMLParser(encoding="utf-8")).getroot() for page in pages}
    ids = {page: {e.get("id") for e in root.iter() if e.get("id")} for page, root in trees.items()}
    reached = set()
    for page, root in trees.items():
        for element in root.iter():
            for name in ("href", "src"):
                address = element.get(name)
                if address is None:
                    continue
                parts = urlsplit(address)
                assert not parts.scheme, f"{page}: {address}"
                target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
                assert target.is_file(), f"{page}: {address}"
                reached.add(target)
                if parts.fragment:
                    assert parts.fragment in ids[target], f"{page}: {address}"
    assert {page.resolve() for page in pages} <= reached


def test_pages_are_well_formed_and_ask_nothing_of_the_network(whole):
    directory, _ = whole
    for page in directory.rglob("*.html"):
        text = page.read_text("utf-8")
        if page.parent.name != "record" or "evening" in page.name:  # the parser is slow
            html5lib.HTMLParser(strict=True).parse(text)
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text), page
        assert len(re.findall("<h1[ >]", text)) == 1, page
    css = (directory / "style.css").read_text("utf-8")
    assert "url(" not in css
    assert "@import" not in css


def test_index_has_contract_declarer_result_and_verdict(tmp_path):
    build_site(three(), tmp_path, title="Archive")
    text = text_of(tmp_path / "index.html")
    assert "3 records" in text
    assert "Friday 2026-11-20 Czech taroky" in text
    assert "Board 1 povinnost XIX South + West lost 32 : 38 agrees" in text
    assert "Board 2 trojka ve třetích East lost 23 : 47 agrees" in text


def test_the_shared_style_has_all_that_a_page_of_its_own_would_have(tmp_path):
    from tarok_pbn.render import html_page
    from tarok_pbn.render.links import Links

    build_site(three(), tmp_path)
    (one,) = check_bytes(H1.text().encode())
    alone = re.findall("<style>(.*?)</style>", html_page([one], links=Links()), re.S)
    assert alone == [(tmp_path / "style.css").read_text("utf-8")]
    assert "<style>" not in (tmp_path / "record" / "one-1.html").read_text("utf-8")


def test_players_link_to_their_records_with_their_score(tmp_path):
    build_site(three(), tmp_path)
    assert "Jan Novák 1 record" in text_of(tmp_path / "players.html")
    (page,) = (tmp_path / "player").iterdir()
    assert page.name == "jan-novak.html"
    links = [a.get("href") for a in tree(page).iter("a")]
    assert "../record/two-1.html" in links
    assert "../event/saturday.html" in links
    assert re.search(r"Board 1 .* [+−]\d+ agrees", text_of(page))


def test_records_are_linked_to_their_neighbours_in_the_file_and_to_their_event(tmp_path):
    build_site(three(), tmp_path)
    first, second = tree(tmp_path / "record" / "one-1.html"), tree(tmp_path / "record" / "one-2.html")

    def links(page):
        return {a.get("rel") or a.get("class"): a.get("href") for a in page.find(".//nav[@class='tp-links']").iter("a")}

    assert links(first) == {"tp-up": "../event/friday.html", "next": "one-2.html", "tp-to-legend": "../legend.html"}
    assert links(second) == {"tp-up": "../event/friday.html", "prev": "one-1.html", "tp-to-legend": "../legend.html"}


def test_the_feed_is_atom_with_the_latest_days_first(whole):
    directory, _ = whole
    feed = etree.parse(str(directory / "feed.xml")).getroot()
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", said(element, f"{ATOM}id"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", said(element, f"{ATOM}updated"))
    assert said(feed, f"{ATOM}author/{ATOM}name") == "Samples"
    assert [link.get("href") for link in feed.findall(f"{ATOM}link[@rel='self']")] == ["https://example.org/tarok/feed.xml"]
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 50
    dates = [said(entry, f"{ATOM}updated") for entry in entries]
    assert dates == sorted(dates, reverse=True)
    assert said(feed, f"{ATOM}updated") == dates[0]
    ids = [said(entry, f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)
    for entry in entries:
        address = address_of(entry, f"{ATOM}link[@rel='alternate']")
        assert (directory / address.removeprefix("https://example.org/tarok/")).is_file()


def test_the_feed_has_relative_addresses_without_a_base_and_leaves_out_what_has_no_day(tmp_path):
    texts = [H1.text(Date="2026.11.??"), H1.text(Date="2026.02.30"), H1.text(Date="2026.11.20", Board="7")]
    build_site([source("a", *texts)], tmp_path)
    feed = etree.parse(str(tmp_path / "feed.xml")).getroot()
    assert [address_of(e, f"{ATOM}link") for e in feed.findall(f"{ATOM}entry")] == ["record/a-3.html"]
    assert said(feed, f"{ATOM}entry/{ATOM}title") == "Board 7 · povinnost by South and West, lost 32 : 38"
    assert not (tmp_path / "sitemap.xml").exists()
    build_site([source("a", H1.text())], tmp_path / "b")
    empty = etree.parse(str(tmp_path / "b" / "feed.xml")).getroot()
    assert empty.findall(f"{ATOM}entry") == []
    assert said(empty, f"{ATOM}updated") == "1970-01-01T00:00:00Z"


def test_the_sitemap_names_every_page_by_its_whole_address(whole):
    directory, _ = whole
    root = etree.parse(str(directory / "sitemap.xml")).getroot()
    found = [(loc.text or "").removeprefix("https://example.org/tarok/") for loc in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert sorted(found) == sorted(name for name in files_of(directory) if name.endswith(".html"))


def test_a_sitemap_that_grows_too_large_is_divided():
    from tarok_pbn.report.sitefeed import sitemaps

    made = dict(sitemaps([f"record/a-{n}.html" for n in range(50_001)], "https://example.org/"))
    assert list(made) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]
    assert made["sitemap-1.xml"].count("<loc>") == 50_000
    assert "<loc>https://example.org/sitemap-2.xml</loc>" in made["sitemap.xml"]


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org/", "javascript:alert(1)", "https://", "https://e.org/?a=1", "https://e.org/a b"])
def test_a_base_url_must_be_one(url, tmp_path):
    with pytest.raises(ValueError, match="base URL"):
        build_site([], tmp_path, base_url=url)


def test_a_second_run_touches_nothing(tmp_path):
    first = build_site(three(), tmp_path)
    assert (first.records, first.rendered) == (3, 3)
    before = stamps(tmp_path)
    again = build_site(three(), tmp_path)
    assert (again.records, again.rendered, again.written, again.deleted, again.kept) == (3, 0, 0, 0, ())
    assert stamps(tmp_path) == before
    assert JOURNAL not in files_of(tmp_path)


def test_two_sites_of_an_archive_are_the_same_to_the_byte(tmp_path):
    for name in ("a", "b"):
        build_site(three(), tmp_path / name, base_url="https://example.org")
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    for name in files_of(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def boards(*remarks, last=4):
    return [source("f", *(f"% {remarks[n - 1] if n <= len(remarks) else ''}\n{H1.text(Board=str(n))}" for n in range(1, last + 1)))]


def changed(directory, before):
    now = stamps(directory)
    return {name for name in now if before.get(name) != now[name]}


def test_a_changed_record_alone_is_made_again(tmp_path):
    build_site(boards("a", "b", "c"), tmp_path)
    before = stamps(tmp_path)
    report = build_site(boards("a", "other", "c"), tmp_path)
    assert report.rendered == 1
    assert changed(tmp_path, before) == {"record/f-2.html", MANIFEST}


def test_the_neighbour_of_a_new_record_is_made_again_for_its_link(tmp_path):
    build_site(boards(), tmp_path)
    before = stamps(tmp_path)
    report = build_site(boards(last=5), tmp_path)
    assert report.rendered == 2
    assert {n for n in changed(tmp_path, before) if n.startswith("record/")} == {"record/f-4.html", "record/f-5.html"}


def test_another_look_or_other_templates_make_all_pages_again(tmp_path):
    build_site(three(), tmp_path / "site")
    assert build_site(three(), tmp_path / "site", Look(scheme="four")).rendered == 3
    own = tmp_path / "own"
    own.mkdir()
    (own / "legend.html").write_text("<p>our own</p>")
    assert build_site(three(), tmp_path / "site", Look(templates=str(own))).rendered == 3
    assert "our own" in (tmp_path / "site" / "record" / "one-1.html").read_text("utf-8")


def test_the_pages_of_what_is_gone_are_deleted(tmp_path):
    build_site(three(), tmp_path)
    report = build_site(three()[:1], tmp_path)
    assert report.deleted == 3  # the record, its event and its player
    assert not {"record/two-1.html", "event/saturday.html", "player/jan-novak.html"} & files_of(tmp_path)
    assert not (tmp_path / "player").exists()


def test_what_we_did_not_write_is_kept_and_told(tmp_path):
    (tmp_path / "record").mkdir()
    for name in ("index.html", "record/one-1.html", "notes.txt", "record/mine.html"):
        (tmp_path / name).write_text("mine")
    report = build_site(three(), tmp_path)
    assert report.kept == ("index.html", "record/one-1.html")
    assert build_site(three(), tmp_path).kept == ("index.html", "record/one-1.html")
    build_site([], tmp_path)
    for name in ("index.html", "record/one-1.html", "notes.txt", "record/mine.html"):
        assert (tmp_path / name).read_text() == "mine"


def test_a_page_changed_by_hand_is_neither_overwritten_nor_deleted(tmp_path):
    build_site(boards("a", "b"), tmp_path)
    page = tmp_path / "record" / "f-2.html"
    page.write_text("changed by hand")
    assert build_site(boards("a", "other"), tmp_path).kept == ("record/f-2.html",)
    assert build_site([], tmp_path).kept == ()
    assert page.read_text() == "changed by hand"


def test_every_file_of_a_site_is_renewed_and_deleted_as_ours(tmp_path):
    build_site(three(), tmp_path, base_url="https://example.org")
    listed = json.loads((tmp_path / MANIFEST).read_text())["files"]
    assert set(listed) | {MANIFEST} == files_of(tmp_path)
    old = {}
    for name in listed:  # as an older version of ours might have written them
        (tmp_path / name).write_text("older")
        old[name] = ["", digest_of(b"older")]
    (tmp_path / MANIFEST).write_text(json.dumps({"files": old}))
    report = build_site(three(), tmp_path, base_url="https://example.org")
    assert (report.written, report.kept) == (len(listed), ())


def test_a_page_that_is_missing_is_made_again(tmp_path):
    build_site(three(), tmp_path)
    (tmp_path / "record" / "one-2.html").unlink()
    assert build_site(three(), tmp_path).rendered == 1
    assert (tmp_path / "record" / "one-2.html").is_file()


def test_a_link_in_the_place_of_a_page_is_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("precious")
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").symlink_to(outside)
    assert build_site(three(), site).kept == ("index.html",)
    assert outside.read_text() == "precious"


def test_a_list_of_files_cannot_send_us_elsewhere(tmp_path):
    site = tmp_path / "site"
    build_site(three(), site)
    outside = tmp_path / "outside.html"
    outside.write_text("precious")
    manifest = json.loads((site / MANIFEST).read_text())
    entry = manifest["files"]["index.html"]
    for name in ("../outside.html", str(outside), "record/../../outside.html", "..\\outside.html"):
        manifest["files"][name] = entry
    (site / MANIFEST).write_text(json.dumps(manifest))
    build_site([], site)
    assert outside.read_text() == "precious"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"files": 3}', '{"files": {"index.html": 3}}', '{"files": {"index.html": ["a", 3]}}'])
def test_a_list_of_files_that_is_none_is_told(text, tmp_path):
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(Unwritable, match="no list of files"):
        build_site(three(), tmp_path)
    assert files_of(tmp_path) == {MANIFEST}


def test_a_directory_that_is_a_file_is_told(tmp_path):
    (tmp_path / "site").write_text("")
    with pytest.raises(Unwritable, match="cannot write"):
        build_site(three(), tmp_path / "site")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "record").write_text("")
    with pytest.raises(Unwritable, match="cannot write"):
        build_site(three(), tmp_path / "other")


def test_a_run_that_was_interrupted_is_taken_up_again(tmp_path):
    class Cut(Exception):
        pass

    def cut(records, after):
        for number, checked in records:
            if number > after:
                raise Cut
            yield number, checked

    for after in (3, 2):  # twice in a row
        (whole_source,) = boards("a", "b", "c")
        with pytest.raises(Cut):
            build_site([whole_source._replace(records=cut(whole_source.records, after))], tmp_path)
        assert JOURNAL in files_of(tmp_path)
        assert MANIFEST not in files_of(tmp_path)
    with (tmp_path / JOURNAL).open("a") as journal:
        journal.write('["record/f-3.ht')  # broken off in the middle of a line
    kept = (tmp_path / "record" / "f-1.html").stat().st_mtime_ns
    report = build_site(boards("a", "b", "c"), tmp_path)
    assert report.kept == ()
    assert (report.records, report.rendered) == (4, 2)
    assert (tmp_path / "record" / "f-1.html").stat().st_mtime_ns == kept
    assert JOURNAL not in files_of(tmp_path)
    assert build_site(boards("a", "b", "c"), tmp_path).rendered == 0


def test_an_interrupted_renewal_leaves_no_page_without_an_owner(tmp_path):
    build_site(boards("a"), tmp_path)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    calls = iter([lambda _: None, lambda _: None, stop])
    with pytest.raises(KeyboardInterrupt):
        build_site(boards("other", "new"), tmp_path, progress=lambda n: next(calls)(n))
    assert JOURNAL in files_of(tmp_path)
    report = build_site([], tmp_path)
    assert report.kept == ()
    assert not (tmp_path / "record").exists()
    assert JOURNAL not in files_of(tmp_path)


def test_no_temporary_file_stays(whole):
    directory, _ = whole
    assert {name for name in files_of(directory) if name.startswith(".")} == {MANIFEST}


def test_progress_is_told_of_each_record(tmp_path):
    steps: list[int] = []
    build_site(three(), tmp_path, progress=steps.append)
    assert steps == [1, 1, 1]


def test_no_more_than_two_records_are_alive_at_a_time(tmp_path):
    from tarok_pbn.check import Checked

    most = 0

    def records():
        nonlocal most
        for number in range(1, 41):
            (checked,) = check_bytes(H1.text(Board=str(number)).encode())
            yield number, checked
            del checked
            gc.collect()
            most = max(most, sum(1 for thing in gc.get_objects() if type(thing) is Checked and thing.record.get("Event") == "weighed"))

    def weighed():
        for number, checked in records():
            checked.record.set("Event", "weighed")
            yield number, checked
            del checked

    gc.collect()
    gc.freeze()  # what was there before is no record of these, and need not be looked through 40 times
    try:
        build_site([Pages("f", "f", weighed())], tmp_path)
    finally:
        gc.unfreeze()
    assert 1 <= most <= 2


HOSTILE = ["../../etc/passwd", "CON", "Jan Novák", "JAN NOVAK", "<script>alert(1)</script>", "☠", "", "a" * 300, "x\\y:z*?", "-rf", "\u202eevil", "{{ 7*7 }}", "%(board)s"]


def test_slugs_are_safe_names_and_no_two_are_the_same():
    slugs = Slugs()
    made = [slugs[name] for name in HOSTILE]
    assert all(re.fullmatch("[a-z0-9-]{1,70}", name) for name in made)
    assert len({name.lower() for name in made}) == len(made)
    assert slugs["CON"] == slugs["CON"] != "con"
    assert slugs.fresh("CON") not in made
    assert [slug(name) for name in ("Øst & Æble", "Straße", "Łódź")] == ["ost-aeble", "strasse", "lodz"]


def test_whatever_stands_in_a_record_is_escaped_and_finds_a_file(tmp_path):
    sources = []
    for text in HOSTILE:
        value = text.replace('"', "").replace("\\", "/")
        tags = dict.fromkeys(("Event", "Site", "Round", "Table", "Board", "South", "Contract"), value or "?")
        sources.append(source(text, H1.text(**tags)))
    bad = "</title><script>alert(2)</script>&\"'"
    report = build_site(sources, tmp_path / "site", title=bad)
    assert report.records == len(HOSTILE)
    assert files_of(tmp_path) == {f"site/{name}" for name in files_of(tmp_path / "site")}
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text("utf-8")
        html5lib.HTMLParser(strict=True).parse(text)
        assert "<script>alert" not in text
        assert ">49<" not in text
    feed = build_site([source("f", H1.text(Event="<b>&", Date="2026.11.20"))], tmp_path / "feed", title=bad)
    assert feed.records == 1
    assert etree.parse(str(tmp_path / "feed" / "feed.xml")).getroot().findtext(f"{ATOM}title") == bad


def test_control_characters_and_halves_of_pairs_reach_no_page(tmp_path):
    (one,) = check_bytes(H1.text(Date="2026.11.20").encode())
    one.record.set("Event", "a\x07b\ud800c")
    one.record.set("South", "d\x00e")
    build_site([Pages("f", "f", iter([(1, one)]))], tmp_path, title="t\x0bt")
    assert "a\ufffdb\ufffdc" in (tmp_path / "index.html").read_text("utf-8")
    etree.parse(str(tmp_path / "feed.xml"))


def test_sources_of_one_name_do_not_share_pages(tmp_path):
    report = build_site([source("a/x", H1.text()), source("a-x", H3.text()), source("A/X", H5.text())], tmp_path)
    assert report.rendered == 3
    assert {n for n in files_of(tmp_path) if n.startswith("record/")} == {"record/a-x-1.html", "record/a-x-2-1.html", "record/a-x-3-1.html"}


def test_large_indexes_are_divided_into_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "ROWS", 2)
    build_site([source("f", *(H1.text(Event="E", Board=str(n)) for n in range(1, 6)))], tmp_path)
    assert {n for n in files_of(tmp_path) if "index" in n or n.startswith("event/")} == {
        "index.html", "index_2.html", "index_3.html", "event/e.html", "event/e_2.html", "event/e_3.html",
    }  # fmt: skip
    assert "Board 5" in text_of(tmp_path / "index_3.html")
    assert [a.get("href") for a in tree(tmp_path / "event" / "e_2.html").findall(".//nav[@class='tp-pager']//a")] == ["e.html", "e_2.html", "e_3.html"]
    assert '<a class="tp-up" href="../event/e_3.html">' in (tmp_path / "record" / "f-5.html").read_text("utf-8")


def test_an_archive_without_records_is_a_site_all_the_same(tmp_path):
    assert build_site([], tmp_path).records == 0
    assert "There are no records yet." in text_of(tmp_path / "index.html")


def test_what_a_session_finds_is_on_the_page(tmp_path):
    hands = [H1.text(Event="E", Table="1", Board="1"), H1.text(Event="E", Table="1", Board="2", South="Another, One")]
    hands[0] = H1.text(Event="E", Table="1", Board="1", South="First, One")
    build_site([source("f", *hands)], tmp_path)
    assert "T0" in text_of(tmp_path / "record" / "f-2.html")


@pytest.mark.parametrize("lang", ["en", "cs", "da", "de", "sl"])
def test_the_legend_explains_the_letters_of_the_language(lang, tmp_path):
    from tarok_pbn.render.language import language

    build_site(three(), tmp_path, Look(lang=lang))
    page = tree(tmp_path / "legend.html")
    assert page.get("lang") == lang
    terms = ["".join(dt.itertext()).replace("\ufe0e", "").strip() for dt in page.iter("dt")]
    words = language(lang)
    for sign in ("T", "♥", "♠", "♦", "♣", *(words.letters[r] for r in "KQNJ"), "—", "?", "S+W E+N"):
        assert sign in terms, sign
    text = text_of(tmp_path / "legend.html")
    for rank in "KQNJ":
        assert words.names[rank] in text


def test_the_example_of_the_legend_adds_up(tmp_path):
    # king 5, queen 4, seven 1, tarok 1: 11 less four times two thirds
    build_site([], tmp_path)
    assert "8⅓ 4⅓ 11" in text_of(tmp_path / "legend.html")
