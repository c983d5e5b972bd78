"""A server of WebSockets with Python's websockets, for the clients of ../ends. It listens on $PORT, with the paths of
../ends/server.js; with KEY and CERT it speaks TLS.
"""
import asyncio
import json
import os
import ssl
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory


async def echo(socket, query):
    async for message in socket:
        await socket.send(message)


async def close(socket, query):
    await socket.close(int(query.get("code", ["1000"])[0]), query.get("reason", [""])[0])


async def closed(socket, query):
    await socket.wait_closed()


async def terminate(socket, query):
    await socket.recv()
    socket.transport.abort()


async def ping(socket, query):
    await (await socket.ping("beat"))
    await socket.send("pong beat")
    await socket.wait_closed()


async def many(socket, query):
    for i in range(int(query["count"][0])):
        data = "m" * int(query["bytes"][0])
        await socket.send(data if i % 2 else data.encode())
    await socket.close(1000, "done")


async def fragments(socket, query):
    await socket.send(["frag", "", "ments"])
    await socket.send([b"\1\2", b"\3"])
    await socket.wait_closed()


async def paused(socket, query):
    await asyncio.sleep(0.1)
    length = 0
    async for message in socket:
        length += len(message)
        if length == 1 << 22:
            await socket.send("read all")


async def request(socket, query):
    fields = socket.request.headers
    await socket.send(json.dumps({"own": fields.get("X-Own"), "origin": fields.get("Origin"), "protocol": socket.subprotocol}))
    await socket.wait_closed()

paths = {"/socket/" + name: function for name, function in dict(
    echo=echo, close=close, closed=closed, terminate=terminate, ping=ping, many=many, fragments=fragments, paused=paused, request=request).items()}


async def handle(socket):
    url = urlsplit(socket.request.path)
    try:
        await paths[url.path](socket, parse_qs(url.query))
    except ConnectionClosed:
        pass


def refuse(socket, request):
    if request.path.startswith("/socket/refused"):
        return socket.respond(403, "not you")
    return None


def extensions():
    """A setting of the compression for each of ../ends/server.js: `how` in the path cannot be seen at that time."""
    how = os.environ.get("HOW", "deflate")
    if how == "contexts":
        return [ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)]
    if how == "windows":
        return [ServerPerMessageDeflateFactory(server_max_window_bits=10, client_max_window_bits=10)]
    return []


async def main():
    how = os.environ.get("HOW", "deflate")
    options = {"compression": "deflate" if how == "deflate" else None, "extensions": extensions(), "max_size": 1 << 23}
    if os.environ.get("KEY"):
        options["ssl"] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        options["ssl"].load_cert_chain(os.environ["CERT"], os.environ["KEY"])
    def choose(socket, offered):
        return "second" if "second" in offered else None
    async with serve(handle, "127.0.0.1", int(os.environ["PORT"]), select_subprotocol=choose, process_request=refuse, **options) as server:
        await server.serve_forever()


asyncio.run(main())
