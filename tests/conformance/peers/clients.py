"""Asks a server (../server.js) with requests and httpx.

    python3 clients.py https://localhost:8443 CA.pem

Each line of its output is a check: "PASS name" or "FAIL name: why".
"""
import ssl
import sys

import httpx
import requests

base, authority = sys.argv[1:3]
big = b"x" * (1 << 20)


def check(name, body):
    try:
        body()
        print("PASS " + name, flush=True)
    except Exception as error:  # Any error of a library is what the check is to show.
        print("FAIL %s: %r" % (name, error), flush=True)


def equal(what, wanted):
    if what != wanted:
        raise AssertionError("%.80r instead of %.80r" % (what, wanted))


def refused(ask, kinds):
    try:
        ask()
    except kinds as error:
        if "CERTIFICATE_VERIFY_FAILED" in str(error):
            return
        raise
    raise AssertionError("was accepted")


def pieces():
    for _ in range(10):
        yield b"x" * 1000


def suite(name, client, untrusting, kinds, chunks):
    def a_get():
        answer = client.get(base + "/?bytes=5")
        equal((answer.status_code, answer.text), (200, "xxxxx"))

    def a_head():
        answer = client.head(base + "/?bytes=77")
        equal((answer.status_code, answer.headers["content-length"], answer.text), (200, "77", ""))

    def kept():
        equal(len({client.get(base + "/?bytes=1").headers["x-port"] for _ in range(10)}), 1)

    check(name + ": a GET", a_get)
    check(name + ": a body of 1 MiB there and back", lambda: equal(client.post(base, **{chunks: big}).content, big))
    check(name + ": a body in chunks", lambda: equal(len(client.post(base, **{chunks: pieces()}).content), 10000))
    check(name + ": a HEAD", a_head)
    check(name + ": a connection that is kept", kept)
    check(name + ": no trust without the authority", lambda: refused(untrusting, kinds))


session = requests.Session()
session.trust_env = False  # or REQUESTS_CA_BUNDLE would take the place of the authority
session.verify = authority
suite("requests", session, lambda: requests.get(base), requests.exceptions.SSLError, "data")

with httpx.Client(verify=ssl.create_default_context(cafile=authority)) as client:
    suite("httpx", client, lambda: httpx.get(base), httpx.ConnectError, "content")
