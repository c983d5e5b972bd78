// Functions in front of a response's own. Part of http.
#pragma once

#include <nodecpp/http/server.h>

namespace nodecpp::http {

// Stands in front of the functions of a response, as a Node.js program does by assigning to response.writeHead, write
// and end, and to `on` for the event `drain`. A program derives a class, overrides some of the functions, and gives an
// object of it to response->intercept(…). Within an override, ResponseInterceptorObject::write(response, …) is what
// the replaced function is in JavaScript: it goes on to the interceptor that was given before, and at last to the
// response itself. The response holds its interceptors as long as it lives.
class ResponseInterceptorObject : public Object {
 public:
  ~ResponseInterceptorObject() override;

  // Called once, when the head is about to be made and the headers of writeHead have become headers of setHeader.
  // Headers and statusCode may still be changed. The interceptor that was given last is called first. The default does
  // nothing.
  virtual void beforeHead(const ServerResponse& response);
  // Take the place of response->write and response->end, also when a pipe calls them. `chunk` and `encoding` are valid
  // during the call. write() returns false when the writer is to wait for `drain`.
  virtual bool write(const ServerResponse& response, const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                     stream::Callback callback);
  virtual void end(const ServerResponse& response, const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                   stream::Callback callback);
  // Called in place of the event `drain`, which the default emits.
  virtual void drained(const ServerResponse& response);
  // Called by response->flush(): sends what this interceptor has kept back.
  virtual void flush(const ServerResponse& response);

 private:
  friend class ServerResponseObject;
  Handle<ResponseInterceptorObject> next_;
  bool inUse_ = false;
};
using ResponseInterceptor = Handle<ResponseInterceptorObject>;

}  // namespace nodecpp::http
