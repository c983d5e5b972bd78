#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/console.h>
#include <nodecpp/querystring.h>
#include <nodecpp/regexp.h>
#include <nodecpp/uri.h>
#include <nodecpp/url.h>
using namespace nodecpp;
String greet(String name) { return "Hello " + name; }
int main(int argc, char** argv) { return run(argc, argv, [] {
process::env["TEST_LIST"] = "a,b,c";
process::env["TEST_N"] = "12";
auto query = querystring::parse("name=Ann&page=3&tag=x&tag=y&empty=");
console::log((query["cookie"] || "").split(";").length(), (query["name"] || "").split("n"));
console::log(query["name"].startsWith("A"), query["name"].toUpperCase(), query["name"].slice(1), query["name"].length());
console::log(query["name"].indexOf("n"), query["name"].includes("nn"), query["name"].charCodeAt(0), query["name"][0], query["name"].at(-1));
console::log(query["tag"].join("+"), query["tag"].length(), query["tag"][1], query["tag"].includes("y"), query["tag"].indexOf("y"), query["tag"].map([](auto t) { return t + t; }));
try { query["nothing"].startsWith("Bearer "); } catch (const Error& error) { console::log(str(error)); }
try { query["nothing"].length(); } catch (const Error& error) { console::log(str(error)); }
try { query["nothing"][0]; } catch (const Error& error) { console::log(str(error)); }
console::log(Number(query["page"]), Number(query["nothing"]), Number(query["empty"]), parseInt(query["page"] || "1", 10), parseInt(query["nothing"] || "1", 10), parseFloat(query["page"]));
console::log(Number(query["page"] || 1) + 1, Number(query["page"]) + 1, Number(query["page"]) * 2, Number(query["page"]) - 1);
if (!query["x"]) console::log("no x");
if (query["page"] == "3") console::log("is 3"); else console::log("is not 3");
if (query["page"] != "3") console::log("is not 3");
console::log(query["nothing"] == undefined, query["name"] != undefined, query["nothing"] == nullptr, query["name"].typeOf(), query["nothing"].typeOf(), query["tag"].typeOf());
console::log(format("name: {}, {}", query["name"], query["nothing"]), "a" + query["name"] + "b");
auto value = query["name"];
console::log(value, value + "!", greet(query["name"]), greet(query["nothing"]));
console::log(query["nothing"].orElse("default"), query["empty"].orElse("default"), query["empty"] || "default");
console::log(query["nothing"] ? query["nothing"].split(",") : undefined, query["name"] ? query["name"].toUpperCase() : undefined);
console::log(process::env["TEST_LIST"].split(","), process::env["TEST_NONE"], Number(process::env["TEST_N"]) * 2, Number(process::env["TEST_N"]) + 1);
console::log((process::env["TEST_NONE"] || "x,y").split(",").map([](auto s) { return s.trim(); }));
String text = "body: ";
text += query["name"];
text += query["nothing"];
console::log(text, str("Ann is here").includes(query["name"]), str("Ann").startsWith(query["nothing"]), str("xAnn").indexOf(query["name"]), str("Ann").replace(query["name"], "Bob"));
Array<String> list = {"Ann", "Bob"};
console::log(list.includes(query["name"]), list.indexOf(query["name"]), list.includes(query["nothing"]));
list.push(query["name"]);
console::log(list);
Map<String, int> ages{{"Ann", 34}};
console::log(ages.get(query["name"]), ages.has(query["name"]), ages.has(query["nothing"]));
console::log(re("^A").test(query["name"]), query["name"].match(re("n+"))[0], query["name"].replace(re("n", "g"), "m"));
console::log(JSON::stringify(var::object({{"name", query["name"]}, {"none", query["nothing"]}, {"tag", query["tag"]}})));
console::log(encodeURIComponent(query["name"]), Buffer::from(query["name"]).toString("base64"));
console::log(Array<>::isArray(query["tag"]), Array<>::isArray(query["name"]), query["tag"].values(), query["name"] == "Ann" ? "yes" : "no");
auto name = query["name"] || "none", other = query["nothing"] || query["name"];
console::log(name, other, name.length(), other.toLowerCase());
auto u = url::parse("http://a/b?id=7&q=hello%20world", true);
console::log(u.query["id"], u.query["q"].split(" "), parseInt(u.query["id"]), u.pathname.split("/"), u.query["none"] || "none");
for (auto part : (query["nothing"] || "a;b").split(";")) console::log(part.trim());
console::log(isNaN(query["page"]), isNaN(query["name"]), Math::max(query["page"], 2), query["page"] > 2, query["page"] < 10);
console::log(query["name"] < "B", str(query["name"]) + 1, query["page"] == 3);
if (query["name"] == "Ann") console::log("it is Ann");
else console::log("someone");
console::log(Array<String>{query["name"], query["page"]}.join(), query["name"].trim().padEnd(5, ".") + "|");
console::log(query["name"].concat("!", 1), query["name"].substring(1, 2), query["name"].lastIndexOf("n"), query["name"].localeCompare("Ann"));
}); }
