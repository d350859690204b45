"""Corpora from a seed: Czech records in canonical form, chess games and bridge deals of the same make."""

from __future__ import annotations

import random

from tarok_pbn.games import get
from tarok_pbn.games.kit.player import play_hand
from tarok_pbn.notation import write_file

__all__ = ["SEED", "bridge", "chess_games", "records"]

SEED = 20261202


def records(count: int, family: str = "taroky", ruleset: str | None = None, seed: int = SEED) -> str:
    """A file of *count* random hands with all outcome tags, score and score table. ruleset: else the default one."""
    game = get(family)
    rules = game.rulesets()[ruleset or game.default]
    rng = random.Random(seed)
    hands = []
    for number in range(count):
        tags = {
            "Event": "Bench",
            "Site": "?",
            "Date": "2026.12.02",
            "Round": "1",
            "Table": "?",
            "Board": str(number + 1),
            "South": "Novák, Jan",
            "East": "Dvořáková, Eva",
            "North": "Svoboda, Petr",
            "West": "Černá, Jana",
            "Rules": rules.name,
        }
        if family == "dansk":
            tags["Pots"] = "pagat 75; king 95"
        record, _ = play_hand(game, rules.options, rng, tags=tags, dealer=rng.choice(game.seats))
        hands.append(record)
    return "".join(write_file(hands))


def chess_games(count: int, seed: int = SEED) -> tuple[str, int]:
    """*count* random chess games of up to 60 plies as PGN, and the number of moves in them."""
    import chess
    import chess.pgn

    rng = random.Random(seed)
    texts, moves = [], 0
    for number in range(count):
        board = chess.Board()
        game = chess.pgn.Game()
        game.headers["Event"] = "Bench"
        game.headers["Round"] = str(number)
        node: chess.pgn.GameNode = game
        for _ in range(60):
            if board.is_game_over():
                break
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
            moves += 1
        texts.append(str(game))
    return "\n\n".join(texts) + "\n", moves


def bridge(count: int, seed: int = SEED) -> str:
    """*count* bridge deals with auction and play as PBN text."""
    rng = random.Random(seed)
    ranks = "AKQJT98765432"
    out = []
    for number in range(count):
        pack = [suit + rank for suit in "SHDC" for rank in ranks]
        rng.shuffle(pack)
        hands = [pack[i * 13 : i * 13 + 13] for i in range(4)]
        text = " ".join(".".join("".join(r for r in ranks if s + r in hand) for s in "SHDC") for hand in hands)
        tricks = "\n".join(" ".join(hands[seat][i] for seat in range(4)) for i in range(13))
        out.append(
            f'[Event "Bench"]\n[Site "?"]\n[Date "2026.12.02"]\n[Board "{number + 1}"]\n'
            '[West "A"]\n[North "B"]\n[East "C"]\n[South "D"]\n'
            f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:{text}"]\n[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n'
            f'[Auction "N"]\nPass Pass Pass 3NT\nPass Pass Pass\n[Play "W"]\n{tricks}\n'
        )
    return "\n".join(out)
