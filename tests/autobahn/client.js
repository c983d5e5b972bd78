'use strict';
// The client that asks Autobahn's server for its cases, one after the other; client.cpp is the same on packages/ws.
const WebSocket = require('ws');

function runCase(address, number, count) {
  if (number > count) {
    const done = new WebSocket(address + '/updateReports?agent=client');
    done.on('error', () => {});
    return;
  }
  const socket = new WebSocket(address + '/runCase?case=' + number + '&agent=client', {maxPayload: 0});
  socket.on('message', (data, isBinary) => { socket.send(data, {binary: isBinary}); });
  socket.on('error', () => {});
  socket.on('close', () => { runCase(address, number + 1, count); });
}

const address = process.argv[2];
const socket = new WebSocket(address + '/getCaseCount');
let count = 0;
socket.on('message', (data) => { count = parseInt(data.toString()); });
socket.on('error', (error) => { console.error(error.message); });
socket.on('close', () => { runCase(address, 1, count); });
