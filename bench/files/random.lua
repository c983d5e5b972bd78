-- Requests files of a folder at random, always among the same ones: the first argument says how many, the second of how
-- many in all. Prints what wrk counted as bench/lib/wrk.lua does.
function init(args)
  local some, all = tonumber(args[1]), tonumber(args[2])
  math.randomseed(1)
  local requests = {}
  for i = 1, some do
    local number = math.random(0, all - 1)
    requests[i] = wrk.format(nil, string.format("/many/%05d.txt", number))
  end
  request = function() return requests[math.random(1, some)] end
end

function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format('\n{"requests": %d, "microseconds": %d, "errors": %d, "p99": %.0f}\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(99)))
end
