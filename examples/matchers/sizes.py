"""A toy matcher: files of nearly the same size are alike. It shows the protocol; the standard library is enough.

Run it: npx loupe bench --quick --matcher-command "python3 examples/matchers/sizes.py"
"""

import json
import os
import sys

references = []


def add(id, file):
    references.append((id, os.path.getsize(file)))


def search(file, limit):
    size = os.path.getsize(file)
    hits = [{"id": id, "score": -abs(size - other)} for id, other in references]
    return sorted(hits, key=lambda hit: -hit["score"])[:limit]


for line in sys.stdin:
    call = json.loads(line)
    name = call.pop("call")
    answer = {}
    if name == "add":
        add(**call)
    elif name == "search":
        answer = {"hits": search(**call)}
    # One line for each call; messages belong to standard error.
    print(json.dumps(answer), flush=True)
    if name == "close":
        break
