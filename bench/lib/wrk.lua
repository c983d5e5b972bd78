-- Prints what wrk counted, in one line that a program can read. With an argument N, N requests are sent at a time.
function init(args)
  local depth = tonumber(args[1] or "1")
  if depth > 1 then
    local one = wrk.format()
    local all = string.rep(one, depth)
    request = function() return all end
  end
end

function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "microseconds": %d, "errors": %d, "p50": %.0f, "p99": %.0f, "max": %.0f}\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
