#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/os.h>
#include <nodecpp/path.h>
#include <nodecpp/process.h>
#include <nodecpp/process/report.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::env["SECRET"] = "hidden";
  var report = process::report.getReport(RangeError("too far"));
  var header = report["header"], resources = report["resourceUsage"], stack = report["javascriptStack"];
  console::log(header["event"], header["trigger"], header["filename"], header["processId"] == int(process::pid), header["cwd"] == process::cwd());
  console::log(var(header["commandLine"]).length() >= 1, header["arch"], header["platform"], header["wordSize"], header["host"] == os::hostname(), var(header["cpus"]).length() == os::cpus().length());
  console::log(header["osName"], header["reportVersion"], re(R"(^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$)").test(String(header["dumpEventTime"])), var(header["networkInterfaces"]).isArray());
  console::log(stack["message"], var(stack["stack"]).length() > 0, stack["errorProperties"]);
  console::log(resources["rss"] > 1e6, resources["userCpuSeconds"] >= 0, resources["pageFaults"]["IONotRequired"] > 0, report["workers"], report["environmentVariables"]["SECRET"]);
  console::log(process::report.getReport()["javascriptStack"]["message"], bool(process::report.compact), bool(process::report.excludeEnv), JSON::stringify(String(process::report.directory)), JSON::stringify(String(process::report.filename)));
  process::report.excludeNetwork = true;
  console::log(process::report.getReport()["header"]["networkInterfaces"]);
  process::report.excludeEnv = true;
  console::log(process::report.getReport()["environmentVariables"], bool(process::report.excludeEnv));
  auto folder = fs::mkdtempSync(os::tmpdir() + "/report-");
  process::report.directory = folder;
  console::log(process::report.writeReport("one.json"));
  auto written = fs::readFileSync(folder + "/one.json", "utf8");
  console::log(JSON::parse(written)["header"]["filename"], JSON::parse(written)["header"]["trigger"], written.startsWith("\n{\n  \"header\"") || written.startsWith("{\n  \"header\""));
  process::report.compact = true;
  auto name = process::report.writeReport(Error("why"));
  console::log(re(R"(^report\.\d{8}\.\d{6}\.\d+\.0\.\d{3}\.json$)").test(name), JSON::parse(fs::readFileSync(path::join(folder, name), "utf8"))["javascriptStack"]["message"]);
  fs::rmSync(folder, {.recursive = true});
}); }
