"""Reads what LateBench writes, and scores critics as `latebench score` does.

One file, Python 3.9 or later, nothing but the standard library: copy it, or add its folder to PYTHONPATH. Parquet
files and pools need pyarrow; `inspect_scorer` needs inspect_ai. Both are imported when they are first used.

Steps are numbered from 0; -1 means "no error". An undefined number (a class that is missing, 0/0) is None.
docs/metrics.md of LateBench has the formulas, docs/python.md has examples.
"""

import gzip
import hashlib
import io
import json
import math
import os
import re
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

__all__ = [
    "read_records",
    "write_records",
    "read_results",
    "read_pool",
    "gold_steps",
    "label_of",
    "prediction_of",
    "parse_first_error",
    "score_records",
    "first_error_metrics",
    "inspect_scorer",
    "lm_eval_process_results",
    "lm_eval_error_acc",
    "lm_eval_correct_acc",
    "lm_eval_f1",
]

# Files


def read_records(path):
    """Yields the records of a file, one at a time.

    JSONL, a JSON array (`.json`), either gzipped (told by the first bytes, whatever the name), and Parquet (`.parquet`,
    needs pyarrow). Raises ValueError with file and line where a line is not a JSON object or an object has a name twice,
    and for other formats.
    """
    path = Path(path)
    if path.name.endswith((".arrow", ".csv", ".csv.gz")):
        raise ValueError(f"{path}: read as JSONL, JSON or Parquet; `latebench filter {path} -o records.jsonl` converts it")
    if path.suffix == ".parquet":
        yield from _parquet_rows(path)
        return
    with _open_bytes(path) as file:
        if path.name.endswith((".json", ".json.gz")):
            text = _text_of(file.read(), "utf-8-sig", path)
            if text.lstrip().startswith("["):
                for number, record in enumerate(_value_of(text, path), 1):
                    if not isinstance(record, dict):
                        raise ValueError(f"{path}: element {number}: a record is a JSON object")
                    yield record
                return
            file = io.BytesIO(text.encode())
        # Bytes are split at \n only: text may hold U+2028 and other characters at which Python would split.
        for number, line in enumerate(file, 1):
            line = _text_of(line, "utf-8-sig" if number == 1 else "utf-8", f"{path}:{number}").strip(" \t\r\n")
            if line == "":
                continue
            record = _value_of(line, f"{path}:{number}")
            if not isinstance(record, dict):
                raise ValueError(f"{path}:{number}: a record is a JSON object")
            yield record


def write_records(path, records):
    """Writes records as JSONL, gzipped where the name ends in `.gz`, and returns how many there were.

    The file appears under its name when it is whole. For other formats, let LateBench convert it:
    `latebench filter records.jsonl -o records.parquet`.
    """
    path = Path(path)
    if not path.name.endswith((".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")):
        raise ValueError(f"{path}: records are written as .jsonl or .jsonl.gz; `latebench filter` converts them")
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    count = 0
    try:
        with os.fdopen(handle, "wb") as raw:
            # Without name and time: the same records give the same bytes.
            zipped = gzip.GzipFile("", "wb", 9, raw, mtime=0) if path.suffix == ".gz" else None
            for record in records:
                (zipped or raw).write(_json_line(record))
                count += 1
            if zipped is not None:
                zipped.close()
            raw.flush()
            os.fsync(raw.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
    return count


def read_results(folder):
    """The numbers of a run folder: a dict with `summary` (summary.json) and `results` (results.json).

    What the run did not write is None. Raises FileNotFoundError where it wrote neither.
    """
    folder = Path(folder)
    paths = {name: folder / f"{name}.json" for name in ("summary", "results")}
    if not any(path.exists() for path in paths.values()):
        raise FileNotFoundError(f"{folder}: neither summary.json nor results.json; name the folder of a finished run")
    return {
        name: json.loads(path.read_text("utf-8")) if path.exists() else None for name, path in paths.items()
    }


def read_pool(folder, part="core"):
    """Yields the rows of a pool of traces as dicts; needs pyarrow.

    `part`: `problems`, `core` (one row a trace) or `top` (its alternatives). Rows have their `problem_id`.
    """
    parquet = _pyarrow_parquet()
    folder = Path(folder)
    if part not in ("problems", "core", "top"):
        raise ValueError(f"{part}: a part of a pool is problems, core or top")

    def rows_of(path):
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches():
                yield from batch.to_pylist()

    if part == "problems":
        yield from rows_of(folder / "problems.parquet")
        return
    # Folders are named after the encoded id, or a hash of it where that would be too long.
    ids = [row["problem_id"] for row in rows_of(folder / "problems.parquet")]
    hashed = {hashlib.sha256(one.encode()).hexdigest()[:32]: one for one in ids}
    for path in sorted((folder / part).rglob("*.parquet")):
        inside = path.relative_to(folder).parts
        if any(name.startswith(".") for name in inside):
            continue  # Unfinished.
        named = [name.split("=", 1)[1] for name in inside if name.startswith("problem_id=")]
        problem = {"problem_id": hashed.get(named[0]) or unquote(named[0])} if named else {}
        for row in rows_of(path):
            yield {**problem, **row}


def _open_bytes(path):
    with open(path, "rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if zipped else open(path, "rb")


def _text_of(data, encoding, where):
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: not UTF-8: {error}") from None


def _value_of(text, where):
    """As LateBench reads JSON: nobody knows which value of a name was meant, and JSON has no NaN and no Infinity."""
    try:
        return json.loads(text, object_pairs_hook=_object_of, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON: {error}") from None


def _object_of(pairs):
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"an object has {json.dumps(twice, ensure_ascii=False)} twice: keep one of the values")
    return values


def _no_number(name):
    raise ValueError(f"JSON has no {name}: write null")


def _json_line(record):
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return f"{text}\n".encode()
    except UnicodeEncodeError:  # Half a surrogate pair has no UTF-8 form: it is written as an escape.
        text = json.dumps(record, allow_nan=False, separators=(",", ":"))
        return f"{text}\n".encode()


def _pyarrow_parquet():
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise ImportError("Parquet files and pools need pyarrow: pip install pyarrow") from None
    return parquet


# In a Parquet file of records, null and absent are one; these are null when they are read back (docs/formats.md).
_KEPT_NULLS = frozenset(
    "dataset subset original_id generator subject difficulty task answer final_answer final_answer_correct "
    "error_steps error_source".split()
)
_COPIES = frozenset("label first_error error_type part split family licence source".split())


def _parquet_rows(path):
    with _pyarrow_parquet().ParquetFile(path) as file:
        # Of the file: pyarrow leaves our key out of the metadata of the schema.
        is_ours = b"latebench" in (file.metadata.metadata or {})
        for batch in file.iter_batches(batch_size=1024):
            for row in batch.to_pylist():
                yield _from_columns(row) if is_ours else row


def _from_columns(row):
    record = {
        name: _without_nulls(value)
        for name, value in row.items()
        if name not in _COPIES and (value is not None or name in _KEPT_NULLS)
    }
    if isinstance(record.get("difficulty"), str):
        try:
            record["difficulty"] = json.loads(record["difficulty"])
        except ValueError:
            pass
    injection = record.get("injection") or {}
    if "gate" in injection:
        injection["gate"] = {one.pop("check"): one for one in injection["gate"]}
    for critique in record.get("critiques") or []:
        for verdict in [critique, critique.get("probe") or {}]:
            if verdict and "explanations" in verdict:
                verdict["explanations"] = {one["step"]: one.get("text") for one in verdict["explanations"]}
            for judged in [verdict, *(verdict.get("votes") or [])] if verdict else []:
                judged.setdefault("first_error", None)
                judged.setdefault("error_steps", None)
    if isinstance(record.get("meta"), str):
        _restore_rest(record, json.loads(record.pop("meta")))
    return record


def _without_nulls(value):
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return value


def _restore_rest(record, meta):
    rest = meta.pop("latebench_rest", None) if isinstance(meta, dict) else None
    if rest is None or meta:
        record["meta"] = meta
    for misplaced in rest or []:
        place = record
        try:
            for key in misplaced["at"][:-1]:
                place = place[key]
            place[misplaced["at"][-1]] = misplaced["value"]
        except (KeyError, IndexError, TypeError):
            pass  # Its place was not read.


# Labels and predictions


def gold_steps(record):
    """The wrong steps of a record, ascending: [] = correct, None = not scored.

    A record is not scored when its label is unknown, and when its injection was rejected or failed: it carries its
    original steps then, about which the injection proved nothing.
    """
    if (record.get("injection") or {}).get("status") in ("rejected", "failed"):
        return None
    steps = record.get("error_steps")
    return None if steps is None else sorted(set(steps))


def label_of(record):
    """ProcessBench's label: the first wrong step, -1 = correct, None = not scored."""
    steps = gold_steps(record)
    return None if steps is None else steps[0] if steps else -1


def _is_abstention(critique, parse):
    if critique["status"] != "ok":
        return False
    if parse == "robust":
        return critique.get("abstained") is True
    votes = critique.get("votes") or []
    return critique.get("tie_rule") == "abstain" and any(
        vote.get("first_error_strict") is not None for vote in votes
    )


def prediction_of(critique, parse="robust"):
    """What a critique says: (status, first error, list of wrong steps); both are None unless the status is `ok`.

    The status is `ok`, `unparsed`, `failed`, or `abstained`: a tie of votes without a verdict (`--tie abstain`).

    `parse`: `robust` takes the reading of the critique, `strict` the literal one (`first_error_strict`).
    """
    if parse not in ("robust", "strict"):
        raise ValueError(f"{parse}: a reading is robust or strict")
    status = critique["status"]
    if status == "failed":
        return "failed", None, None
    if critique["protocol"] == "all_errors":
        flags = critique.get("error_steps") if status == "ok" else None
        return ("unparsed", None, None) if flags is None else ("ok", min(flags, default=-1), flags)
    if parse == "strict":
        first = critique.get("first_error_strict")
    else:
        first = critique.get("first_error") if status == "ok" else None
    if first is None:
        return ("abstained" if _is_abstention(critique, parse) else "unparsed"), None, None
    return "ok", first, [] if first == -1 else [first]


# JavaScript's white space, so that replies are read as LateBench reads them.
_BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def parse_first_error(reply, steps=None):
    """The first error that a reply names in ProcessBench's form, or None.

    Reads the last `\\boxed{index}` as a whole number, -1 = no error: the strict reading of `latebench critic`. An index
    below -1, or beyond the number of `steps` where that is given, is None. The robust reading (words, JSON, other
    spellings) is that of the command alone.
    """
    boxes = re.findall(r"\\boxed\{([^}]*)\}", reply)
    last = boxes[-1].strip(_BLANKS) if boxes else ""
    # More digits are beyond any solution, and Python refuses to convert thousands of them.
    number = re.fullmatch(r"([+-]?)0*([0-9]{1,15})", last)
    if number is None:
        return None
    value = int(number[1] + number[2])
    return value if -1 <= value and (steps is None or value < steps) else None


# Metrics


def _ratio(part, whole):
    return None if whole == 0 else part / whole


def _f1(error_acc, correct_acc):
    if error_acc is None or correct_acc is None:
        return None
    total = error_acc + correct_acc
    return 0 if total == 0 else 2 * error_acc * correct_acc / total


def _precision_recall_f1(tp, fp, fn):
    return {
        "precision": _ratio(tp, tp + fp),
        "recall": _ratio(tp, tp + fn),
        "f1": _ratio(2 * tp, 2 * tp + fp + fn),
    }


def first_error_metrics(pairs):
    """ProcessBench's metrics of (label, prediction) pairs: steps from 0, -1 = none, a prediction of None = unreadable.

    Returns the dict that `latebench score --format json` has under `processbench`, without subsets and their means.
    """
    outcomes = dict.fromkeys(("exact", "early", "late", "missed", "none"), 0)
    passed = flagged = unread = near = distance = 0
    for label, prediction in pairs:
        if label == -1:
            unread += prediction is None
            passed += prediction == -1
            flagged += prediction is not None and prediction != -1
        elif prediction is None:
            outcomes["none"] += 1
        elif prediction == -1:
            outcomes["missed"] += 1
        else:
            outcomes["exact" if prediction == label else "early" if prediction < label else "late"] += 1
            distance += abs(prediction - label)
            near += abs(prediction - label) <= 1
    n_error, n_clean = sum(outcomes.values()), passed + flagged + unread
    n, exact = n_error + n_clean, outcomes["exact"]
    named = exact + outcomes["early"] + outcomes["late"]
    error_acc, correct_acc = _ratio(exact, n_error), _ratio(passed, n_clean)
    detection = {"tp": exact, "fp": named - exact + flagged, "fn": n_error - exact, "tn": passed}
    binary = {"tp": named, "fp": flagged, "fn": n_error - named, "tn": passed}
    undefined = error_acc is None or correct_acc is None
    return {
        "error_acc": error_acc,
        "correct_acc": correct_acc,
        "f1": _f1(error_acc, correct_acc),
        "exact": _ratio(exact + passed, n),
        "balanced_acc": None if undefined else (error_acc + correct_acc) / 2,
        "false_positive_rate": _ratio(flagged, n_clean),
        "detection": {
            **detection,
            **_precision_recall_f1(exact, detection["fp"], detection["fn"]),
            "accuracy": _ratio(exact + passed, n),
        },
        "binary": {
            **binary,
            "n_none_correct": unread,
            "accuracy": _ratio(named + passed, n),
            "precision": _ratio(named, named + flagged),
            "recall": _ratio(named, n_error),
        },
        "outcomes": outcomes,
        "mean_abs_distance": _ratio(distance, named),
        "within_1": _ratio(near, n_error),
    }


def _step_metrics(judged):
    """DeltaBench's metrics up to the first wrong step, of (number of steps, gold steps, named steps or None)."""
    error, clean, shares = Counter(), Counter(), []
    for steps, gold, flags in judged:
        region = gold[0] + 1 if gold else steps
        inside = {flag for flag in flags or [] if 0 <= flag < region}
        tp = len(inside & set(gold))
        known = min(len(gold), 1)
        counts = {"tp": tp, "fp": len(inside) - tp, "fn": known - tp, "tn": region - known - len(inside) + tp}
        (error if gold else clean).update(counts)
        if gold:
            shares.append(_precision_recall_f1(tp, counts["fp"], counts["fn"]))

    def cell(counts):
        tp, fp, fn, tn = (counts[name] for name in ("tp", "fp", "fn", "tn"))
        rates = {"step_fpr": _ratio(fp, fp + tn), "step_accuracy": _ratio(tp + tn, tp + fp + fn + tn)}
        return {"tp": tp, "fp": fp, "fn": fn, "tn": tn, **_precision_recall_f1(tp, fp, fn), **rates}

    return {
        "cut": "first",
        "micro": cell(error + clean),
        "micro_error_only": cell(error),
        "macro": {
            name: _ratio(math.fsum(share[name] or 0 for share in shares), len(shares))
            for name in ("precision", "recall", "f1")
        },
    }


def _code_units(text):
    return text.encode("utf-16-be", "surrogatepass")


_MAX_SUBSETS, _OTHER = 200, "(other)"


def _subset_scores(judged):
    """By subset, names ascending; beyond 200 names the rest is one subset, as in LateBench."""
    groups = {}
    for subset, label, prediction in judged:
        groups.setdefault(subset, []).append((label, prediction))
    names = sorted((name for name in groups if name != _OTHER), key=_code_units)
    pooled = names[_MAX_SUBSETS:] + [name for name in groups if name == _OTHER]
    kept = [(name, groups[name]) for name in names[:_MAX_SUBSETS]]
    if pooled:
        kept.append((_OTHER, [pair for name in pooled for pair in groups[name]]))
    subsets = {}
    for name, pairs in kept:
        whole = first_error_metrics(pairs)
        f1 = whole["f1"]
        subsets[name] = {
            "error_acc": whole["error_acc"],
            "correct_acc": whole["correct_acc"],
            "f1": f1,
            "simple_f1_score": f1,
            "n": len(pairs),
        }
    weighted = _mean([(one["f1"], one["n"]) for one in subsets.values()])
    return {
        "subsets": subsets,
        "mean_of_subsets_f1": _mean([(one["f1"], 1) for one in subsets.values()]),
        "weighted_f1": weighted,
        "simple_f1_score": weighted,
    }


def _mean(weighted):
    if any(value is None for value, _ in weighted):
        return None
    return _ratio(sum(value * weight for value, weight in weighted), sum(weight for _, weight in weighted))


def score_records(records, parse="robust"):
    """Scores every critic of the records: the numbers of `latebench score --format json --parse PARSE`.

    Returns `records`, `skipped`, `parse` and `critics`, a list by name; each has the counts, `processbench`, and
    `deltabench` with `cut`, `micro`, `micro_error_only` and `macro`. Intervals, baselines and breakdowns are the
    command's alone. Of two critiques of one critic on a record the later counts. Calls that all failed are scored as
    wrong answers, as with `--allow-failed`. Memory: a few numbers a critique.
    """
    skipped = {"rejected": 0, "failed": 0, "unlabelled": 0}
    judged = {}
    total = 0
    for record in records:
        total += 1
        gold = gold_steps(record)
        if gold is None:
            status = (record.get("injection") or {}).get("status")
            skipped[status if status in ("rejected", "failed") else "unlabelled"] += 1
            continue
        subset = record.get("subset") or record.get("dataset") or "(none)"
        for critique in {one["critic"]: one for one in record.get("critiques") or []}.values():
            row = (subset, len(record["steps"]), gold, *prediction_of(critique, parse))
            judged.setdefault(critique["critic"], []).append(row)
    critics = []
    for name in sorted(judged, key=_code_units):
        rows = judged[name]
        answers = [(subset, gold[0] if gold else -1, first) for subset, _, gold, _, first, _ in rows]
        statuses = Counter(row[3] for row in rows)
        n_error = sum(label != -1 for _, label, _ in answers)
        critics.append(
            {
                "critic": name,
                "n": len(rows),
                "n_error": n_error,
                "n_correct": len(rows) - n_error,
                **({"n_abstained": statuses["abstained"]} if statuses["abstained"] else {}),
                "n_unparsed": statuses["unparsed"],
                "n_failed": statuses["failed"],
                "processbench": {
                    **first_error_metrics((label, first) for _, label, first in answers),
                    **_subset_scores(answers),
                },
                "deltabench": _step_metrics((steps, gold, flags) for _, steps, gold, _, _, flags in rows),
            }
        )
    return {"records": total, "skipped": skipped, "parse": parse, "critics": critics}


# Evaluation frameworks


def inspect_scorer():
    """A scorer for inspect_ai with the metrics `error_acc`, `correct_acc` and `f1`; needs inspect_ai.

    The target of a sample is its label as text (`str(label_of(record))`), and its metadata have `steps`, the number of
    steps. The reply is read by `parse_first_error`. An undefined metric is NaN, as inspect_ai has no other form of it.
    """
    try:
        from inspect_ai.scorer import Score, metric, scorer
    except ImportError:
        raise ImportError("inspect_scorer needs inspect_ai: pip install inspect_ai") from None

    def metric_called(name):
        @metric(name=name)
        def create():
            def compute(scores):
                pairs = [getattr(one, "score", one).metadata["first_error"] for one in scores]
                value = first_error_metrics(pairs)[name]
                return math.nan if value is None else float(value)

            return compute

        return create()

    @scorer(metrics=[metric_called(name) for name in ("error_acc", "correct_acc", "f1")], name="first_error")
    def create_scorer():
        async def judge(state, target):
            label = int(target.text)
            reply = state.output.completion
            prediction = parse_first_error(reply, (state.metadata or {}).get("steps"))
            return Score(
                value=1 if prediction == label else 0,
                answer=None if prediction is None else str(prediction),
                explanation=reply,
                metadata={"first_error": [label, prediction]},
            )

        return judge

    return create_scorer()


def lm_eval_process_results(doc, results):
    """`process_results` of a task of lm-evaluation-harness over records; `results` is the list with the reply.

    Each metric gets the pair (label, prediction); `lm_eval_error_acc`, `lm_eval_correct_acc` and `lm_eval_f1` are the
    aggregations. Raises ValueError for a record without a label: leave those out.
    """
    label = label_of(doc)
    if label is None:
        raise ValueError(f"{doc.get('id')}: a record without a label is not scored")
    pair = (label, parse_first_error(results[0], len(doc["steps"])))
    return {"error_acc": pair, "correct_acc": pair, "f1": pair}


def lm_eval_error_acc(pairs):
    """Share of erroneous solutions whose first error is named exactly; None without any."""
    return first_error_metrics(pairs)["error_acc"]


def lm_eval_correct_acc(pairs):
    """Share of correct solutions answered "no error"; None without any."""
    return first_error_metrics(pairs)["correct_acc"]


def lm_eval_f1(pairs):
    """2ec/(e+c) of the two; None without erroneous or without correct solutions."""
    return first_error_metrics(pairs)["f1"]
