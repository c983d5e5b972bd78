// Reports what llhttp finds in a case, in the format of story.h. llhttp is not part of this repository:
// tools/fetch-llhttp.sh fetches it.
#pragma once

#include <llhttp.h>

#include <vector>

#include "story.h"

namespace fuzz {

// Wraps llhttp like Node does, with the limits and the trimmed values of node_http_parser.cc.
struct Oracle {
  llhttp_t parser{};
  const Case* c = nullptr;
  std::string out;
  std::string word;
  std::vector<std::pair<std::string, std::string>> fields;
  bool inValue = true;
  bool inBody = false;
  unsigned message = 0;
  std::uint64_t tracked = 0;
  std::uint64_t extension = 0;

  static Oracle& of(llhttp_t* p) { return *static_cast<Oracle*>(p->data); }
  static int track(llhttp_t* p, size_t length) {
    Oracle& o = of(p);
    o.tracked += length;
    std::uint64_t max = o.c->maxHeaderSize == 0 ? Parser::defaultMaxHeaderSize : o.c->maxHeaderSize;
    if (o.tracked < max) return 0;
    llhttp_set_error_reason(p, "HPE_HEADER_OVERFLOW:Header overflow");
    return HPE_USER;
  }
  void endBody() {
    if (inBody) out += "\n";
    inBody = false;
  }
  void appendFields() {
    for (auto& [name, value] : fields) {
      while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.pop_back();
      appendField(out, name, value);
    }
    fields.clear();
    inValue = true;
  }

  static int onBegin(llhttp_t* p) {
    Oracle& o = of(p);
    o.word.clear();
    o.fields.clear();
    o.inValue = true;
    o.extension = 0;
    return 0;
  }
  static int onWord(llhttp_t* p, const char* at, size_t length) {
    if (int rv = track(p, length)) return rv;
    of(p).word.append(at, length);
    return 0;
  }
  static int onName(llhttp_t* p, const char* at, size_t length) {
    if (int rv = track(p, length)) return rv;
    Oracle& o = of(p);
    if (o.inValue) o.fields.emplace_back();
    o.inValue = false;
    o.fields.back().first.append(at, length);
    return 0;
  }
  static int onValue(llhttp_t* p, const char* at, size_t length) {
    if (int rv = track(p, length)) return rv;
    Oracle& o = of(p);
    o.inValue = true;
    o.fields.back().second.append(at, length);
    return 0;
  }
  static int onExtension(llhttp_t* p, const char*, size_t length) {
    Oracle& o = of(p);
    o.extension += length;
    if (o.extension <= 16384) return 0;
    llhttp_set_error_reason(p, "HPE_CHUNK_EXTENSIONS_OVERFLOW:Chunk extensions overflow");
    return HPE_USER;
  }
  static int onHead(llhttp_t* p) {
    Oracle& o = of(p);
    o.tracked = 0;
    bool request = p->type == HTTP_REQUEST;
    appendHead(o.out, request ? "request" : "response", request ? p->method : p->status_code, p->http_major,
               p->http_minor, o.word, llhttp_should_keep_alive(p) != 0, p->upgrade != 0, (p->flags & F_CHUNKED) != 0,
               (p->flags & F_CONTENT_LENGTH) != 0, p->content_length);
    o.appendFields();
    return decide(*o.c, o.message++);
  }
  static int onBody(llhttp_t* p, const char* at, size_t length) {
    if (length == 0) return 0;
    Oracle& o = of(p);
    if (!o.inBody) o.out += "body ";
    o.inBody = true;
    append(o.out, {at, length});
    return 0;
  }
  static int onComplete(llhttp_t* p) {
    Oracle& o = of(p);
    o.endBody();
    o.out += "complete\n";
    o.appendFields();
    return 0;
  }
  static int onChunkHeader(llhttp_t* p) {
    of(p).tracked = 0;
    of(p).extension = 0;
    return 0;
  }
  static int onChunkComplete(llhttp_t* p) {
    of(p).tracked = 0;
    return 0;
  }

  void error(llhttp_errno_t code, long at) {
    endBody();
    std::string_view reason = llhttp_get_error_reason(&parser);
    if (code == HPE_USER) {
      std::size_t colon = reason.find(':');
      appendError(out, reason.substr(0, colon), reason.substr(colon + 1), at);
    } else {
      appendError(out, llhttp_errno_name(code), reason, at);
    }
  }

  std::string run(const Case& given) {
    c = &given;
    llhttp_settings_t settings;
    llhttp_settings_init(&settings);
    settings.on_message_begin = onBegin;
    settings.on_url = onWord;
    settings.on_status = onWord;
    settings.on_header_field = onName;
    settings.on_header_value = onValue;
    settings.on_chunk_extension_name = onExtension;
    settings.on_chunk_extension_value = onExtension;
    settings.on_headers_complete = onHead;
    settings.on_body = onBody;
    settings.on_message_complete = onComplete;
    settings.on_chunk_header = onChunkHeader;
    settings.on_chunk_complete = onChunkComplete;
    llhttp_init(&parser, given.type == Parser::Type::request ? HTTP_REQUEST : HTTP_RESPONSE, &settings);
    parser.data = this;
    for (std::string_view piece : pieces(given)) {
      out += "--\n";
      const char* at = piece.data();
      const char* end = at + piece.size();
      while (true) {
        llhttp_errno_t code = llhttp_execute(&parser, at, static_cast<size_t>(end - at));
        if (code == HPE_OK) break;
        const char* where = llhttp_get_error_pos(&parser);
        if (code != HPE_PAUSED_UPGRADE) {
          error(code, where - piece.data());
          return out;
        }
        endBody();
        out += "upgrade at " + std::to_string(where - piece.data()) + "\n";
        if (!given.goesOn) return out;
        llhttp_resume_after_upgrade(&parser);
        at = where;
      }
      endBody();
    }
    out += "finish\n";
    llhttp_errno_t code = llhttp_finish(&parser);
    if (code != HPE_OK) error(code, 0);
    return out;
  }
};

}  // namespace fuzz
