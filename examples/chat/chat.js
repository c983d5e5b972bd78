const fs = require('fs');
const http = require('http');
const {WebSocket, WebSocketServer} = require('ws');

// A chat with rooms. GET / answers with the page whose file is the argument. A WebSocket at /ROOM?name=NAME is a place in
// that room: each text that it sends goes to all that are there. Texts of more than 1,000 bytes close it.

const page = fs.readFileSync(process.argv[2]);
const rooms = new Map();

function say(room, text) {
  for (const socket of rooms.get(room) || []) {
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
  }
}

function leave(room, socket) {
  const members = rooms.get(room);
  members.delete(socket);
  if (members.size === 0) rooms.delete(room);
}

const server = http.createServer((request, response) => {
  if (request.url === '/') {
    response.writeHead(200, {'Content-Type': 'text/html; charset=utf-8'});
    response.end(page);
  } else if (request.url === '/rooms') {
    response.end([...rooms.entries()].map(([room, members]) => room + ' ' + members.size + '\n').join(''));
  } else {
    response.writeHead(404);
    response.end('There is no such page.\n');
  }
});

const wss = new WebSocketServer({maxPayload: 1000, server: server});
wss.on('connection', (socket, request) => {
  const url = new URL(request.url, 'http://chat');
  const room = url.pathname;
  const name = url.searchParams.get('name') || 'somebody';
  if (!rooms.has(room)) rooms.set(room, new Set());
  rooms.get(room).add(socket);
  say(room, name + ' has come');
  socket.on('message', (data) => {
    say(room, name + ': ' + data);
  });
  socket.on('error', (error) => {
    console.error(name, error.message);
  });
  socket.on('close', () => {
    leave(room, socket);
    say(room, name + ' has gone');
  });
});

server.listen(process.env.PORT || 0, '127.0.0.1', () => {
  console.log(server.address().port);
});
