"""Adds a picture to an application of the engine and searches by a photo; the standard library is enough."""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

ENGINE = os.environ.get("LOUPE_URL", "http://localhost:4000") + "/api/v3/engine/applications/current"
KEY = os.environ["APPLICATION_KEY"]


def post(path, **parts):
    """Sends parts of a form: texts, and pictures as bytes. Returns the answer."""
    boundary = uuid.uuid4().hex
    body = b""
    for name, value in parts.items():
        is_file = isinstance(value, bytes)
        place = f'form-data; name="{name}"' + (f'; filename="{name}"' if is_file else "")
        head = f"--{boundary}\r\nContent-Disposition: {place}\r\n\r\n"
        body += head.encode() + (value if is_file else str(value).encode()) + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    headers = {"Application-Key": KEY, "Content-Type": f"multipart/form-data; boundary={boundary}"}
    request = urllib.request.Request(f"{ENGINE}/{path}", body, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        sys.exit(f"{problem['code']}: {problem['title']}")


def read(path):
    with open(path, "rb") as file:
        return file.read()


reference, photo = sys.argv[1:3]
added = post("references", imageId="leaflet", image=read(reference), keywords="example")
print(f"added {added['id']}, grade {added['grade']}")
for hit in post("search", image=read(photo), limit=3)["hits"]:
    print(f"found {hit['id']} at distance {hit['distance']:.3f}: {hit['match']['decision']}")
