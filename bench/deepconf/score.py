# The definitions written plainly: traces of equal length in a file of float32, all four metrics of each.
# Arguments: the file, tokens of a trace, window and tail, and how: `windows`, `running` or `numpy`.
import json
import sys
import time
from array import array

path, length, window, kind = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
values = array("f")
with open(path, "rb") as file:
    values.frombytes(file.read())
traces = len(values) // length


def metrics(conf, groups):
    bottom = sorted(groups)[: max(1, int(len(groups) * 0.1))]
    tail = conf[-window:]
    return sum(conf) / len(conf), sum(bottom) / len(bottom), min(groups), sum(tail) / len(tail)


def windows(conf):
    ends = range(window, len(conf) + 1)
    groups = [sum(conf[end - window : end]) / window for end in ends]
    return metrics(conf, groups or [sum(conf) / len(conf)])


def running(conf):
    total = sum(conf[:window])
    groups = [total / min(window, len(conf))]
    for end in range(window, len(conf)):
        total += conf[end] - conf[end - window]
        groups.append(total / window)
    return metrics(conf, groups)


def vectorised(conf):
    sums = np.cumsum(np.concatenate(([0.0], conf.astype(np.float64))))
    groups = (sums[window:] - sums[:-window]) / window if len(conf) >= window else np.array([conf.mean()])
    count = max(1, int(len(groups) * 0.1))
    bottom = np.partition(groups, count - 1)[:count]
    return conf.mean(), bottom.mean(), groups.min(), conf[-window:].mean()


if kind == "numpy":
    import numpy as np

    data = np.array(values, dtype=np.float32).reshape(traces, length)
    rows = [data[trace] for trace in range(traces)]
    score = vectorised
else:
    rows = [list(values[trace * length : (trace + 1) * length]) for trace in range(traces)]
    score = windows if kind == "windows" else running
started = time.perf_counter()
check = sum(float(score(row)[1]) for row in rows)
print(json.dumps({"tokens": traces * length, "seconds": time.perf_counter() - started, "check": check}))
