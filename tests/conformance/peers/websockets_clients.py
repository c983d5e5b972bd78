"""Asks a server (../ends/server.js) with Python's websockets.

    python3 websockets_clients.py http://localhost:8000 CA.pem

Each line of its output is a check: "PASS name" or "FAIL name: why".
"""
import asyncio
import json
import ssl
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect as connect_sync

base = sys.argv[1].replace("http", "ws", 1)
secure = {"ssl": ssl.create_default_context(cafile=sys.argv[2])} if base.startswith("wss") else {}


def equal(what, wanted):
    if what != wanted:
        raise AssertionError("%.80r instead of %.80r" % (what, wanted))


async def check(name, body):
    try:
        await asyncio.wait_for(body, 20)
        print("PASS websockets: " + name, flush=True)
    except Exception as error:  # Any error of the library is what the check is to show.
        print("FAIL websockets: %s: %r" % (name, error), flush=True)


def client(path, **options):
    return connect(base + path, proxy=None, max_size=1 << 24, **secure, **options)


texts = ["", "a", "ü€\U0001f600\0"] + ["x" * length for length in (125, 126, 127, 65535, 65536, 1 << 20)]
datas = [bytes(i % 251 for i in range(length)) for length in (0, 1, 125, 126, 1023, 1024, 65535, 65536, 1 << 20)]


async def echoes(how, options):
    async with client("/socket/echo?how=" + how, **options) as socket:
        for one in texts + datas + texts:
            await socket.send(one)
            equal(await socket.recv(), one)
        for one in texts + datas:
            await socket.send(one)
        for one in texts + datas:
            equal(await socket.recv(), one)


async def fragments_up():
    async with client("/socket/echo") as socket:
        await socket.send("part %d;" % i for i in range(100))
        equal(await socket.recv(), "".join("part %d;" % i for i in range(100)))
        await socket.send([b"a", b"", b"b"])
        equal(await socket.recv(), b"ab")


async def fragments_down():
    async with client("/socket/fragments") as socket:
        equal([part async for part in socket.recv_streaming()], ["frag", "", "ments"])
        equal(await socket.recv(), b"\1\2\3")


async def pings():
    async with client("/socket/ping") as socket:
        equal(await socket.recv(), "pong beat")
        await (await socket.ping("mine"))
        equal(await socket.recv(), "ping mine")


async def closed_by(code, reason):
    async with client("/socket/close?code=%d&reason=%s" % (code, reason)) as socket:
        try:
            await socket.recv()
        except ConnectionClosed as error:
            equal((error.rcvd.code, error.rcvd.reason), (code, reason))
            equal(error.sent.code, code)
            return
        raise AssertionError("was not closed")


async def closes(code, reason):
    async with client("/socket/closed") as socket:
        await socket.close(code, reason)
        equal((socket.close_code, socket.close_reason), (code, reason))


async def many():
    async with client("/socket/many?count=2000&bytes=500") as socket:
        messages = [message async for message in socket]
        equal([type(message) for message in messages], [bytes, str] * 1000)
        equal((socket.close_code, socket.close_reason), (1000, "done"))


async def terminated():
    async with client("/socket/terminate") as socket:
        await socket.send("now")
        try:
            await socket.recv()
        except ConnectionClosed as error:
            equal(error.rcvd, None)
            return
        raise AssertionError("was not closed")


async def paused():
    async with client("/socket/paused", compression=None) as socket:
        for _ in range(64):
            await socket.send(bytes(1 << 16))
        equal(await socket.recv(), "read all")


async def request():
    options = {"subprotocols": ["first", "second"], "origin": "http://here", "additional_headers": {"X-Own": "mine"}}
    async with client("/socket/request", **options) as socket:
        told = json.loads(await socket.recv())
        equal((told["own"], told["origin"], told["protocol"]), ("mine", "http://here", "second"))
        equal(socket.subprotocol, "second")


async def refused():
    try:
        async with client("/socket/refused"):
            pass
    except InvalidStatus as error:
        equal((error.response.status_code, error.response.headers["X-Why"], error.response.body), (403, "refused", b"not you"))
        return
    raise AssertionError("was accepted")


async def too_large():
    # No `async with`, whose end fails inside of websockets when its write was cut, whoever the server is.
    socket = await client("/socket/echo", compression=None)
    await socket.send(bytes((1 << 23) + 1))
    try:
        await socket.recv()
    except ConnectionClosed as error:
        equal(error.rcvd.code, 1009)
        return
    raise AssertionError("was not closed")


async def at_once():
    async def one(i):
        async with client("/socket/echo") as socket:
            await socket.send("number %d" % i)
            equal(await socket.recv(), "number %d" % i)
    await asyncio.gather(*(one(i) for i in range(100)))


def synchronous():
    with connect_sync(base + "/socket/echo", proxy=None, max_size=1 << 24, **secure) as socket:
        for one in texts + datas:
            socket.send(one)
            equal(socket.recv(), one)


async def main():
    settings = {
        "no deflate": {"compression": None},
        "deflate": {},
        "no contexts": {"compression": None, "extensions": [ClientPerMessageDeflateFactory(
            server_no_context_takeover=True, client_no_context_takeover=True)]},
        "windows": {"compression": None, "extensions": [ClientPerMessageDeflateFactory(
            server_max_window_bits=11, client_max_window_bits=12)]},
    }
    for how in ("deflate", "none", "contexts", "windows"):
        for name, options in settings.items():
            await check("server %s, client %s" % (how, name), echoes(how, options))
    await check("fragments up", fragments_up())
    await check("fragments down", fragments_down())
    await check("pings both ways", pings())
    for code, reason in ((1000, "done"), (1001, ""), (4999, "x" * 123)):
        await check("the server closes with %d" % code, closed_by(code, reason))
        await check("the client closes with %d" % code, closes(code, reason))
    await check("2000 messages and a close behind them", many())
    await check("the server terminates", terminated())
    await check("a server that pauses", paused())
    await check("the request, a protocol and the origin", request())
    await check("a server that refuses", refused())
    await check("a message that is too large", too_large())
    await check("100 at the same time", at_once())
    await check("its synchronous client", asyncio.to_thread(synchronous))


asyncio.run(main())
