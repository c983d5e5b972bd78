// Recipes of the client program that differ in the options and in the head of a request.
#include <nodecpp/url.h>

#include "recipe.h"


void requestRecipes(Recipes& recipe) {
recipe("get", [](Job job) {
  watch(job, "a", http::get(job->options()));
});
recipe("agentFalse", [](Job job) {
  auto options = job->options();
  options.agent = false;
  watch(job, "a", http::get(options));
});
recipe("plainAgent", [](Job job) {
  job->use(make<http::Agent>());
  watch(job, "a", http::get(job->options()));
});
recipe("globalAgent", [](Job job) {
  auto options = job->options();
  options.agent = {};
  watch(job, "a", http::get(options));
});
recipe("createConnection", [](Job job) {
  auto options = job->options();
  options.agent = {};
  options.createConnection = [=](auto asked) {
    job->say("createConnection " + str(asked.host) + " " + str(asked.port));
    return net::createConnection(job->port, "127.0.0.1");
  };
  watch(job, "a", http::get(options));
});
recipe("createLater", [](Job job) {
  auto options = job->options();
  options.agent = {};
  options.createConnection = [=](auto asked, auto callback) -> net::Socket {
    setImmediate([=] { callback(nullptr, net::createConnection(job->port, "127.0.0.1")); });
    return {};
  };
  watch(job, "a", http::get(options));
});
recipe("createFails", [](Job job) {
  auto options = job->options();
  options.agent = {};
  options.createConnection = [=](auto asked, auto callback) -> net::Socket {
    callback(Error("no connection"), nullptr);
    return {};
  };
  watch(job, "a", http::get(options));
});
recipe("createThrows", [](Job job) {
  auto options = job->options();
  options.agent = {};
  options.createConnection = [=] -> net::Socket {
    throw TypeError("no connection");
  };
  watch(job, "a", http::get(options));
});
recipe("agentCreate", [](Job job) {
  job->agent->createConnection = [=](auto asked, auto callback) -> net::Socket {
    job->say("createConnection " + str(asked.host) + " " + str(asked.port));
    setImmediate([=] { callback(nullptr, net::createConnection(job->port, "127.0.0.1")); });
    return {};
  };
  watch(job, "a", http::get(job->options()));
});
recipe("agentCreateFails", [](Job job) {
  job->agent->createConnection = [=](auto asked, auto callback) -> net::Socket {
    setImmediate([=] { callback(Error("no connection"), nullptr); });
    return {};
  };
  watch(job, "a", http::get(job->options()));
});
recipe("head", [](Job job) {
  auto options = job->options();
  options.method = "HEAD";
  watch(job, "a", http::get(options));
});
recipe("method", [](Job job) {
  auto options = job->options();
  options.method = job->argument;
  auto request = http::request(options);
  job->say("method " + str(request->method) + " chunked " + str(request->useChunkedEncodingByDefault));
  watch(job, "a", request);
  request->end();
});
recipe("path", [](Job job) {
  auto options = job->options();
  options.path = querystring::unescape(job->argument);
  auto request = http::get(options);
  job->say("path " + show(request->path) + " host " + str(request->host) + " protocol " + str(request->protocol));
  watch(job, "a", request);
});
recipe("protocol", [](Job job) {
  auto options = job->options();
  options.protocol = job->argument;
  watch(job, "a", http::get(options));
});
recipe("headers", [](Job job) {
  auto options = job->options();
  options.headers = {{"X-One", "1"}, {"x-two", 2}, {"X-List", {"a", "b"}}, {"Cookie", {"a=1", "b=2"}}, {"Accept", "text/plain"}};
  auto request = http::request(options);
  request->setHeader("x-one", "again");
  request->appendHeader("X-More", "a");
  request->appendHeader("X-More", "b");
  request->removeHeader("Accept");
  job->say("names " + list(request->getHeaderNames()) + " raw " + list(request->getRawHeaderNames()));
  watch(job, "a", request);
  request->end();
});
recipe("uniqueHeaders", [](Job job) {
  auto options = job->options();
  options.headers = {{"X-List", {"a", "b"}}, {"Y-List", {"c", "d"}}};
  options.uniqueHeaders = {"X-list"};
  watch(job, "a", http::get(options));
});
recipe("setHost", [](Job job) {
  auto options = job->options();
  options.setHost = false;
  watch(job, "a", http::get(options));
});
recipe("setDefaultHeaders", [](Job job) {
  auto options = job->options();
  options.setDefaultHeaders = false;
  options.method = job->argument;
  auto request = http::request(options);
  watch(job, "a", request);
  request->end("body");
});
recipe("bareButHost", [](Job job) {
  auto options = job->options();
  options.setDefaultHeaders = false;
  options.setHost = true;
  watch(job, "a", http::get(options));
});
recipe("auth", [](Job job) {
  auto options = job->options();
  options.auth = "user:päss:word";
  watch(job, "a", http::get(options));
});
recipe("authGiven", [](Job job) {
  auto options = job->options();
  options.auth = "user:password";
  options.headers = {{"authorization", "Other x"}};
  watch(job, "a", http::get(options));
});
recipe("hostGiven", [](Job job) {
  auto options = job->options();
  options.headers = {{"hOST", "example.com"}};
  watch(job, "a", http::get(options));
});
recipe("connectionHeader", [](Job job) {
  auto options = job->options();
  options.headers = {{"Connection", job->argument}};
  watch(job, "a", http::get(options));
});
recipe("keepAliveHeader", [](Job job) {
  job->use(make<http::Agent>());
  auto options = job->options();
  options.headers = {{"Connection", "keep-alive"}};
  watch(job, "a", http::get(options));
});
recipe("latin1", [](Job job) {
  auto options = job->options();
  options.path = "/é?ÿ";
  options.headers = {{"X-Latin", "éÿ"}};
  watch(job, "a", http::get(options));
});
recipe("badName", [](Job job) {
  auto options = job->options();
  options.headers = {{"X Bad", "1"}};
  watch(job, "a", http::get(options));
});
recipe("badValue", [](Job job) {
  auto options = job->options();
  options.headers = {{"X-Bad", "a\nb"}};
  watch(job, "a", http::get(options));
});
recipe("badPath", [](Job job) {
  auto request = http::request(job->options());
  watch(job, "a", request);
  try {
    request->path = "/a b";
    request->end();
  } catch (const Error& error) {
    job->say("threw " + str(error->code) + " " + str(error->message));
    request->destroy();
  }
});
recipe("flushHeaders", [](Job job) {
  auto request = http::request(job->options());
  watch(job, "a", request);
  request->flushHeaders();
  job->say("sent " + str(request->headersSent()));
  try {
    request->setHeader("X-Late", "1");
  } catch (const Error& error) {
    job->say("threw " + str(error->code) + " " + str(error->message));
  }
  request->on(event::response, [=] { request->end(); });
});
recipe("ipv6", [](Job job) {
  auto options = job->options();
  options.agent = {};
  options.host = "::1";
  options.createConnection = [=] { return net::createConnection(job->port, "127.0.0.1"); };
  watch(job, "a", http::get(options));
});
recipe("port80", [](Job job) {
  auto options = job->options();
  options.agent = {};
  options.port = {};
  options.host = "example.com";
  options.createConnection = [=](auto asked) {
    job->say("to " + str(asked.host) + " " + str(asked.port));
    return net::createConnection(job->port, "127.0.0.1");
  };
  watch(job, "a", http::get(options));
});
recipe("defaultPort", [](Job job) {
  auto options = job->options();
  options.defaultPort = job->port;
  watch(job, "a", http::get(options));
});
recipe("hostname", [](Job job) {
  auto options = job->options();
  options.host = "not.this.invalid";
  options.hostname = "127.0.0.1";
  watch(job, "a", http::get(options));
});
recipe("lookup", [](Job job) {
  auto options = job->options();
  options.host = "some.where.test";
  options.lookup = [=](auto hostname, auto asked, auto callback) {
    job->say("lookup " + str(hostname) + " all " + str(asked.all));
    if (asked.all) callback(nullptr, {{"127.0.0.1", 4}});
    else callback(nullptr, "127.0.0.1", 4);
  };
  watch(job, "a", http::get(options));
});
recipe("lookupFails", [](Job job) {
  auto options = job->options();
  options.host = "some.where.test";
  options.lookup = [=](auto hostname, auto asked, auto callback) {
    setImmediate([=] { callback(Error("not found")); });
  };
  watch(job, "a", http::get(options));
});
recipe("localAddress", [](Job job) {
  auto options = job->options();
  options.localAddress = "127.0.0.1";
  watch(job, "a", http::get(options));
});
recipe("family", [](Job job) {
  auto options = job->options();
  options.family = 4;
  watch(job, "a", http::get(options));
});
recipe("socketPath", [](Job job) {
  auto options = job->options();
  options.socketPath = job->directory;
  watch(job, "a", http::get(options));
});
recipe("socketPathAlone", [](Job job) {
  auto options = job->options();
  options.agent = false;
  options.socketPath = job->directory;
  options.path = "/over/there";
  watch(job, "a", http::get(options));
});
recipe("refused", [](Job job) {
  auto options = job->options();
  options.port = 1;
  watch(job, "a", http::get(options));
});
recipe("noSocket", [](Job job) {
  auto options = job->options();
  options.socketPath = "/nowhere/at/all.sock";
  watch(job, "a", http::get(options));
});
recipe("url", [](Job job) {
  http::RequestOptions options = {.agent = job->agent};
  watch(job, "a", http::get("http://user:pa%20ss@127.0.0.1:" + str(job->port) + "/path?x=1#hash", options));
});
recipe("urlObject", [](Job job) {
  http::RequestOptions options = {.agent = job->agent};
  watch(job, "a", http::get(make<URL>("http://127.0.0.1:" + str(job->port) + "/%7Ea/../b c?d e"), options));
});
recipe("urlOver", [](Job job) {
  http::RequestOptions options = {.agent = job->agent, .headers = {{"X-A", "b"}}, .method = "DELETE", .path = "/other"};
  watch(job, "a", http::get("http://127.0.0.1:" + str(job->port) + "/path?x=1", options));
});
recipe("urlWrong", [](Job job) {
  http::RequestOptions options = {.agent = job->agent};
  watch(job, "a", http::get(job->argument, options));
});
recipe("maxHeaderSize", [](Job job) {
  auto options = job->options();
  options.maxHeaderSize = toNumber(job->argument);
  watch(job, "a", http::get(options));
});
recipe("maxHeadersCount", [](Job job) {
  auto request = http::request(job->options());
  request->maxHeadersCount = toNumber(job->argument);
  watch(job, "a", request);
  request->end();
});
recipe("join", [](Job job) {
  auto options = job->options();
  options.joinDuplicateHeaders = true;
  watch(job, "a", http::get(options));
});
recipe("callback", [](Job job) {
  let<http::ClientRequest> request;
  request = http::get(job->options(), [=](auto response) {
    job->say("called " + str(response->statusCode) + " " + str(response->req == request.value()) + " " + str(request->res == response));
    response->resume();
  });
  watch(job, "a", request);
});
recipe("nobody", [](Job job) {
  watchRequest(job, "a", http::get(job->options()));
});
recipe("options", [](Job job) {
  auto options = job->options();
  options.method = "OPTIONS";
  options.path = "*";
  watch(job, "a", http::get(options));
});
}
