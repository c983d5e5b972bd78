'use strict';
// Draws the plots of a run with Vega-Lite as SVG files.
const fs = require('fs');
const path = require('path');
const {root} = require('./servers.js');

const modules = path.join(root, 'bench/peers/node_modules');
const own = '#c2410c';
const other = '#64748b';

const missing = () => (fs.existsSync(path.join(modules, 'vega-lite/package.json')) ? null
  : 'Vega-Lite is not there: tools/setup.sh bench could not get it from npm');

const load = name => {
  const at = path.join(modules, name);
  const {exports, module, main} = JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8'));
  const entry = typeof exports?.['.'] === 'string' ? exports['.'] : exports?.['.']?.default || exports?.default || module || main;
  return import(path.join(at, entry));
};

async function draw(spec, file) {
  const [vega, lite] = await Promise.all([load('vega'), load('vega-lite')]);
  const whole = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white', padding: 12,
    config: {font: 'Helvetica, Arial, sans-serif', view: {stroke: null}, axis: {grid: true, gridColor: '#e5e7eb', labelLimit: 260},
      axisY: {grid: false}, title: {anchor: 'start', fontSize: 14, subtitleFontSize: 11, subtitleColor: '#475569'},
      header: {labelFontSize: 12, labelFontWeight: 'bold'}},
    ...spec,
  };
  const view = new vega.View(vega.parse(lite.compile(whole).spec), {renderer: 'none'});
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, await view.toSVG() + '\n');
  view.finalize();
}

const isOwn = {condition: {test: 'indexof(datum.label, "Node.cpp") == 0', value: own}, value: other};

// Returns the points of a load in the order of the servers, each with the label of its server.
function rows(report, id) {
  return report.servers.flatMap(server => report.points.filter(one => one.load === id && one.server === server.id)
    .map(one => ({...one, label: server.label})));
}

const order = report => report.servers.map(server => server.label);
const named = {field: 'label', type: 'nominal', title: null};

// Returns the names of the files that it wrote.
async function drawAll(report, directory) {
  const written = [];
  const plot = async (name, spec) => {
    await draw(spec, path.join(directory, name));
    written.push(name);
  };
  const sort = order(report);

  const cpu = rows(report, 'keepalive64').flatMap(one => [
    {label: one.label, part: 'user', us: one.user, rank: 0}, {label: one.label, part: 'system', us: one.system, rank: 1}]);
  if (cpu.length) {
    await plot('listing1_cpu.svg', {
      title: {text: 'Server CPU a request', subtitle: 'Listing 1, 64 connections kept alive'},
      width: 520, height: {step: 26}, data: {values: cpu}, mark: 'bar',
      encoding: {
        y: {...named, sort},
        x: {field: 'us', type: 'quantitative', title: 'microseconds', stack: true},
        color: {field: 'part', type: 'nominal', title: null, sort: ['user', 'system'],
          scale: {domain: ['user', 'system'], range: [own, '#fdba74']}},
        order: {field: 'rank'},
      },
    });
  }

  const throughput = report.loads.filter(one => !['rate', 'idle', 'growth'].includes(one.id)).flatMap(one =>
    rows(report, one.id).map(point => ({label: point.label, load: one.label, perSecond: point.perSecond})));
  if (throughput.length) {
    await plot('listing1_throughput.svg', {
      title: {text: 'Requests a second', subtitle: 'Listing 1; server and load on a core each'},
      data: {values: throughput},
      facet: {field: 'load', type: 'nominal', title: null, columns: 2, sort: report.loads.map(one => one.label)},
      columns: 2,
      spec: {
        width: 300, height: {step: 20}, mark: 'bar',
        encoding: {y: {...named, sort}, color: isOwn,
          x: {field: 'perSecond', type: 'quantitative', title: null, axis: {format: '~s', tickCount: 5}}},
      },
      resolve: {scale: {x: 'independent'}},
    });
  }

  const latency = rows(report, 'rate').flatMap(one => ['p50', 'p99', 'max'].map(measure =>
    ({label: `${one.label}, ${one.rate.toLocaleString('en-US')}/s`, measure, ms: one[measure]})));
  if (latency.length) {
    await plot('listing1_latency.svg', {
      title: {text: 'Latency at a fixed rate', subtitle: 'Listing 1, 64 connections; the rate is beside the name'},
      width: 520, height: {step: 26}, data: {values: latency}, mark: {type: 'point', filled: true, size: 70},
      encoding: {
        y: {...named, sort: latency.map(one => one.label)},
        x: {field: 'ms', type: 'quantitative', title: 'milliseconds', scale: {type: 'log'}, axis: {tickCount: 6}},
        color: {field: 'measure', type: 'nominal', title: null, sort: ['p50', 'p99', 'max'],
          scale: {domain: ['p50', 'p99', 'max'], range: ['#0f766e', own, '#94a3b8']}},
      },
    });
  }

  const memory = rows(report, 'idle');
  if (memory.length) {
    await plot('listing1_memory.svg', {
      title: {text: 'Memory with 10,000 connections at rest', subtitle: 'resident, kept alive after one answer each'},
      width: 520, height: {step: 26}, data: {values: memory}, mark: 'bar',
      encoding: {y: {...named, sort}, color: isOwn, x: {field: 'resident', type: 'quantitative', title: 'MiB'}},
    });
  }
  return written;
}

// Draws the article's Figure 1: the real response rate against the desired one, with one line for each server.
async function drawFigure1(figure, file) {
  const values = figure.points.map(one => ({...one,
    label: figure.servers.find(server => server.id === one.server).label}));
  await draw({
    title: {text: 'Desired and real response rate', subtitle: 'Listing 1, httperf, 70 calls a connection, one core'},
    width: 620, height: 400, data: {values}, mark: {type: 'line', point: true},
    encoding: {
      x: {field: 'desired', type: 'quantitative', title: 'desired responses/s', axis: {format: ',d'}},
      y: {field: 'real', type: 'quantitative', title: 'real responses/s', axis: {format: ',d', grid: true}},
      color: {field: 'label', type: 'nominal', title: null, sort: figure.servers.map(server => server.label),
        scale: {domain: figure.servers.map(server => server.label),
          range: ['#94a3b8', own, '#15803d', '#1d4ed8', '#7c3aed', '#0f766e', '#a16207', '#be185d', '#000000', '#64748b']}},
    },
  }, file);
}

// Draws the article's figures about records: the seconds for a file against the size of its records, with one line for
// each program.
async function drawRecords(figure, op, file) {
  const sizes = figure.settings.records;
  const label = size => (size < 1024 ? `${size} B` : size < 2 ** 20 ? `${size / 1024} KiB` : `${size / 2 ** 20} MiB`);
  const values = figure.points.filter(one => one.op === op).map(one => ({...one, size: label(one.record),
    how: one.extrapolated ? `stopped after ${figure.settings.seconds} s` : 'whole',
    label: figure.programs.find(program => program.id === one.program).label}));
  const labels = figure.programs.map(one => one.label);
  const gib = (figure.settings.bytes / 2 ** 30).toPrecision(3).replace(/\.?0+$/, '');
  const encoding = {
    x: {field: 'size', type: 'ordinal', sort: sizes.map(label), title: 'record', axis: {labelAngle: 0, grid: false}},
    y: {field: 'seconds', type: 'quantitative', title: 'seconds', scale: {type: 'log'}, axis: {grid: true, format: '~g', tickCount: 8}},
    color: {field: 'label', type: 'nominal', title: null, sort: labels,
      scale: {domain: labels, range: labels.map(one => ({'Node.cpp': own, floor: '#94a3b8', 'Node.js sync': '#1d4ed8'}[one] || '#15803d'))}},
  };
  await draw({
    title: {text: `${op === 'read' ? 'Reading' : 'Writing'} ${gib} GiB record by record`,
      subtitle: `seconds, both axes logarithmic; hollow: stopped after ${figure.settings.seconds} s, reckoned from the bytes until then`},
    width: 620, height: 400, data: {values}, encoding,
    layer: [
      {mark: {type: 'line', strokeWidth: 2}},
      {transform: [{filter: '!datum.extrapolated'}], mark: {type: 'point', filled: true, size: 50, opacity: 1}},
      {transform: [{filter: 'datum.extrapolated'}], mark: {type: 'point', filled: false, fill: 'white', strokeWidth: 2, size: 50, opacity: 1}},
    ],
  }, file);
}

// Draws the article's figure of response times: the sorted times of all requests, with one panel for each server.
async function drawRingo(figure, mode, file) {
  const labels = {node: 'Node.js', nodecpp: 'Node.cpp', floor: 'floor'};
  const values = figure.points.filter(one => one.mode === mode.id).flatMap(one => one.times.map((ms, i) =>
    ({example: one.example, label: labels[one.server], request: Math.round(i * figure.settings.requests / 100), ms})));
  await draw({
    title: {text: `Response times, sorted: ${mode.label}`, subtitle: `ab -n ${figure.settings.requests} -c 50`},
    data: {values}, facet: {field: 'example', type: 'nominal', title: null, sort: [...new Set(values.map(one => one.example))]},
    columns: 2,
    spec: {
      width: 320, height: 220, mark: {type: 'line', strokeWidth: 2},
      encoding: {
        x: {field: 'request', type: 'quantitative', title: 'requests', axis: {format: '~s', tickCount: 6}},
        y: {field: 'ms', type: 'quantitative', title: 'ms', axis: {grid: true}},
        color: {field: 'label', type: 'nominal', title: null, sort: ['Node.js', 'Node.cpp', 'floor'],
          scale: {domain: ['Node.js', 'Node.cpp', 'floor'], range: ['#15803d', own, '#94a3b8']}},
      },
    },
    resolve: {scale: {y: 'independent'}},
  }, file);
}

module.exports = {draw, missing, drawRingo, drawAll, drawFigure1, drawRecords};
