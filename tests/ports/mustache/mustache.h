// mustache 4.2.0 (https://www.npmjs.com/package/mustache), ported line by line: docs/ports.md says what had to change.
//
// The MIT License
//
// Copyright (c) 2009 Chris Wanstrath (Ruby)
// Copyright (c) 2010-2014 Jan Lehnardt (JavaScript)
// Copyright (c) 2010-2015 The mustache.js community
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
// files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
// modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
// is furnished to do so, subject to the following conditions: the above copyright notice and this permission notice shall be
// included in all copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
// HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
#pragma once

#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/regexp.h>
#include <nodecpp/safety.h>
#include <nodecpp/var.h>

namespace mustache {

using namespace nodecpp;

inline bool isArray(var object) {
  return object.isArray();
}

inline bool isFunction(var object) {
  return object.typeOf() == "function";
}

// More correct typeof string handling array
// which normally returns typeof 'object'
inline String typeStr(var obj) {
  return isArray(obj) ? "array" : str(obj.typeOf());
}

inline String escapeRegExp(String string) {
  return string.replace(re(R"([\-\[\]{}()*+?.,\\\^$|#\s])", "g"), "\\$&");
}

// Null safe way of checking whether or not an object,
// including its prototype, has a given property
inline bool hasProperty(var obj, String propName) {
  return obj != nullptr && obj.typeOf() == "object" && obj.has(propName);
}

// Safe way of detecting whether or not the given thing is a primitive and
// whether it has the given property
inline bool primitiveHasOwnProperty(var primitive, String propName) {
  return (
    primitive != nullptr
    && primitive.typeOf() != "object"
    && primitive.hasOwn(propName)
  );
}

inline perThread<RegExp> nonSpaceRe = [] { return re(R"(\S)"); };
inline bool isWhitespace(String string) {
  return !nonSpaceRe->test(string);
}

inline perThread<Map<String, String>> entityMap = [] {
  return Map<String, String>{
    {"&", "&amp;"},
    {"<", "&lt;"},
    {">", "&gt;"},
    {"\"", "&quot;"},
    {"'", "&#39;"},
    {"/", "&#x2F;"},
    {"`", "&#x60;"},
    {"=", "&#x3D;"}
  };
};

inline String escapeHtml(var string) {
  return String(string).replace(re("[&<>\"'`=\\/]", "g"), [](String s) {
    return entityMap->get(s);
  });
}

inline perThread<RegExp> whiteRe = [] { return re(R"(\s*)"); };
inline perThread<RegExp> spaceRe = [] { return re(R"(\s+)"); };
inline perThread<RegExp> equalsRe = [] { return re(R"(\s*=)"); };
inline perThread<RegExp> curlyRe = [] { return re(R"(\s*\})"); };
inline perThread<RegExp> tagRe = [] { return re(R"(#|\^|\/|>|\{|&|=|!)"); };

inline var squashTokens(var tokens);
inline var nestTokens(var tokens);

// All high-level mustache.* functions use these.
inline perThread<var> tags = [] { return var::array({"{{", "}}"}); };
inline perThread<var> escape = [] { return var(escapeHtml); };

// A simple string scanner that is used by the template parser to find
// tokens in template strings.
class ScannerObject : public Object {
 public:
  String string;
  String tail;
  int pos = 0;

  explicit ScannerObject(String string) {
    this->string = string;
    this->tail = string;
    this->pos = 0;
  }

  // Returns `true` if the tail is empty (end of string).
  bool eos() {
    return this->tail == "";
  }

  // Tries to match the given regular expression at the current position.
  // Returns the matched text if it can match, the empty string otherwise.
  String scan(RegExp re) {
    auto match = this->tail.match(re);

    if (!match || match.index != 0)
      return "";

    String string = match[0];

    this->tail = this->tail.substring(string.length());
    this->pos += string.length();

    return string;
  }

  // Skips all text until the given regular expression can be matched. Returns
  // the skipped string, which is the entire tail if no match can be made.
  String scanUntil(RegExp re) {
    const auto index = this->tail.search(re);
    String match;

    switch (index) {
      case -1:
        match = this->tail;
        this->tail = "";
        break;
      case 0:
        match = "";
        break;
      default:
        match = this->tail.substring(0, index);
        this->tail = this->tail.substring(index);
    }

    this->pos += match.length();

    return match;
  }
};
using Scanner = Handle<ScannerObject>;

// Breaks up the given `template` string into a tree of tokens. If the `tags`
// argument is given here it must be an array with two string values: the
// opening and closing tags used in the template (e.g. [ "<%", "%>" ]). Of
// course, the default is to use mustaches (i.e. mustache.tags).
//
// A token is an array with at least 4 elements. The first element is the
// mustache symbol that was used inside the tag, e.g. "#" or "&". If the tag
// did not contain a symbol (i.e. {{myValue}}) this element is "name". For
// all text that appears outside a symbol this element is "text".
//
// The second element of a token is its "value". For mustache tags this is
// whatever else was inside the tag besides the opening symbol. For text tokens
// this is the text itself.
//
// The third and fourth elements of the token are the start and end indices,
// respectively, of the token in the original template.
//
// Tokens that are the root node of a subtree contain two more elements: 1) an
// array of tokens in the subtree and 2) the index in the original template at
// which the closing tag for that section begins.
//
// Tokens for partials also contain two more elements: 1) a string value of
// indendation prior to that tag and 2) the index of that tag on that line -
// eg a value of 2 indicates the partial is the third tag on this line.
inline var parseTemplate(String template_, var tags) {
  if (!template_)
    return var::array();
  bool lineHasNonSpace = false;
  var sections = var::array();     // Stack to hold section tokens
  var tokens = var::array();       // Buffer to hold the tokens
  var spaces = var::array();       // Indices of whitespace tokens on the current line
  bool hasTag = false;             // Is there a {{tag}} on the current line?
  bool nonSpace = false;           // Is there a non-space char on the current line?
  String indentation = "";         // Tracks indentation for tags that use it
  int tagIndex = 0;                // Stores a count of number of tags encountered on a line

  // Strips all whitespace tokens array for the current line
  // if there was a {{#tag}} on it and otherwise only space.
  auto stripSpace = [&] {
    if (hasTag && !nonSpace) {
      while (spaces.length())
        tokens.remove(spaces.pop());
    } else {
      spaces = var::array();
    }

    hasTag = false;
    nonSpace = false;
  };

  RegExp openingTagRe, closingTagRe, closingCurlyRe;
  auto compileTags = [&](var tagsToCompile) {
    if (tagsToCompile.typeOf() == "string")
      tagsToCompile = tagsToCompile.split(spaceRe.value(), 2);

    if (!isArray(tagsToCompile) || tagsToCompile.length() != 2)
      throw Error("Invalid tags: " + tagsToCompile);

    openingTagRe = RegExp(escapeRegExp(tagsToCompile[0]) + "\\s*");
    closingTagRe = RegExp("\\s*" + escapeRegExp(tagsToCompile[1]));
    closingCurlyRe = RegExp("\\s*" + escapeRegExp("}" + tagsToCompile[1]));
  };

  compileTags(tags || mustache::tags.value());

  auto scanner = make<Scanner>(template_);

  int start = 0;
  String type, value, chr;
  var token(undefined), openSection(undefined);
  while (!scanner->eos()) {
    start = scanner->pos;

    // Match any text between tags.
    value = scanner->scanUntil(openingTagRe);

    if (value) {
      for (int i = 0, valueLength = value.length(); i < valueLength; ++i) {
        chr = value.charAt(i);

        if (isWhitespace(chr)) {
          spaces.push(tokens.length());
          indentation += chr;
        } else {
          nonSpace = true;
          lineHasNonSpace = true;
          indentation += " ";
        }

        tokens.push(var::array({"text", chr, start, start + 1}));
        start += 1;

        // Check for whitespace on the current line.
        if (chr == "\n") {
          stripSpace();
          indentation = "";
          tagIndex = 0;
          lineHasNonSpace = false;
        }
      }
    }

    // Match the opening tag.
    if (!scanner->scan(openingTagRe))
      break;

    hasTag = true;

    // Get the tag type.
    type = scanner->scan(tagRe.value()) || "name";
    scanner->scan(whiteRe.value());

    // Get the tag value.
    if (type == "=") {
      value = scanner->scanUntil(equalsRe.value());
      scanner->scan(equalsRe.value());
      scanner->scanUntil(closingTagRe);
    } else if (type == "{") {
      value = scanner->scanUntil(closingCurlyRe);
      scanner->scan(curlyRe.value());
      scanner->scanUntil(closingTagRe);
      type = "&";
    } else {
      value = scanner->scanUntil(closingTagRe);
    }

    // Match the closing tag.
    if (!scanner->scan(closingTagRe))
      throw Error(str("Unclosed tag at ") + scanner->pos);

    if (type == ">") {
      token = var::array({type, value, start, scanner->pos, indentation, tagIndex, lineHasNonSpace});
    } else {
      token = var::array({type, value, start, scanner->pos});
    }
    tagIndex++;
    tokens.push(token);

    if (type == "#" || type == "^") {
      sections.push(token);
    } else if (type == "/") {
      // Check section nesting.
      openSection = sections.pop();

      if (!openSection)
        throw Error("Unopened section \"" + value + "\" at " + start);

      if (openSection[1] != value)
        throw Error("Unclosed section \"" + openSection[1] + "\" at " + start);
    } else if (type == "name" || type == "{" || type == "&") {
      nonSpace = true;
    } else if (type == "=") {
      // Set the tags for the next time around.
      compileTags(value);
    }
  }

  stripSpace();

  // Make sure there are no open sections when we're done.
  openSection = sections.pop();

  if (openSection)
    throw Error("Unclosed section \"" + openSection[1] + "\" at " + scanner->pos);

  return nestTokens(squashTokens(tokens));
}

// Combines the values of consecutive text tokens in the given `tokens` array
// to a single token.
inline var squashTokens(var tokens) {
  var squashedTokens = var::array();

  var token(undefined), lastToken(undefined);
  for (int i = 0, numTokens = tokens.length(); i < numTokens; ++i) {
    token = tokens[i];

    if (token) {
      if (token[0] == "text" && lastToken && lastToken[0] == "text") {
        lastToken[1] += token[1];
        lastToken[3] = token[3];
      } else {
        squashedTokens.push(token);
        lastToken = token;
      }
    }
  }

  return squashedTokens;
}

// Forms the given array of `tokens` into a nested tree structure where
// tokens that represent a section have two additional items: 1) an array of
// all tokens that appear in that section and 2) the index in the original
// template that represents the end of that section.
inline var nestTokens(var tokens) {
  var nestedTokens = var::array();
  var collector = nestedTokens;
  var sections = var::array();

  var token(undefined), section(undefined);
  for (int i = 0, numTokens = tokens.length(); i < numTokens; ++i) {
    token = tokens[i];

    if (token[0] == "#" ||
        token[0] == "^") {
      collector.push(token);
      sections.push(token);
      collector = token[4] = var::array();
    } else if (token[0] == "/") {
      section = sections.pop();
      section[5] = token[2];
      collector = sections.length() > 0 ? sections[sections.length() - 1][4] : nestedTokens;
    } else {
      collector.push(token);
    }
  }

  return nestedTokens;
}

// Represents a rendering context by wrapping a view object and
// maintaining a reference to the parent context.
class ContextObject : public Object {
 public:
  var view;
  var cache;
  Handle<ContextObject> parent;
  NODECPP_TRACE(view, cache, parent)

  explicit ContextObject(var view, Handle<ContextObject> parentContext = undefined) {
    this->view = view;
    this->cache = var::object({{".", this->view}});
    this->parent = parentContext;
  }

  // Creates a new context using the given view with this context
  // as the parent.
  Handle<ContextObject> push(var view) {
    return make<Handle<ContextObject>>(view, Handle(this));
  }

  // Returns the value of the given name in this context, traversing
  // up the context hierarchy if the value is absent in this context's view.
  var lookup(String name) {
    auto cache = this->cache;

    var value(undefined);
    if (cache.hasOwn(name)) {
      value = cache[name];
    } else {
      auto context = Handle(this);
      var intermediateValue(undefined);
      Array<String> names;
      int index = 0;
      bool lookupHit = false;

      while (context) {
        if (name.indexOf(".") > 0) {
          intermediateValue = context->view;
          names = name.split(".");
          index = 0;

          // Using the dot notion path in `name`, we descend through the
          // nested objects.
          //
          // To be certain that the lookup has been successful, we have to
          // check if the last object in the path actually has the property
          // we are looking for. We store the result in `lookupHit`.
          //
          // This is specially necessary for when the value has been set to
          // `undefined` and we want to avoid looking up parent contexts.
          //
          // In the case where dot notation is used, we consider the lookup
          // to be successful even if the last "object" in the path is
          // not actually an object but a primitive (e.g., a string, or an
          // integer), because it is sometimes useful to access a property
          // of an autoboxed primitive, such as the length of a string.
          while (intermediateValue != nullptr && index < names.length()) {
            if (index == names.length() - 1)
              lookupHit = (
                hasProperty(intermediateValue, names[index])
                || primitiveHasOwnProperty(intermediateValue, names[index])
              );

            intermediateValue = intermediateValue[names[index++]];
          }
        } else {
          intermediateValue = context->view[name];

          // Only checking against `hasProperty`, which always returns `false` if
          // `context.view` is not an object. Deliberately omitting the check
          // against `primitiveHasOwnProperty` if dot notation is not used.
          //
          // Consider this example:
          // ```
          // Mustache.render("The length of a football field is {{#length}}{{length}}{{/length}}.", {length: "100 yards"})
          // ```
          //
          // If we were to check also against `primitiveHasOwnProperty`, as we do
          // in the dot notation case, then render call would return:
          //
          // "The length of a football field is 9."
          //
          // rather than the expected:
          //
          // "The length of a football field is 100 yards."
          lookupHit = hasProperty(context->view, name);
        }

        if (lookupHit) {
          value = intermediateValue;
          break;
        }

        context = context->parent;
      }

      cache[name] = value;
    }

    if (isFunction(value))
      value = value.call(this->view);

    return value;
  }
};
using Context = Handle<ContextObject>;

// What keeps the tokens of templates: of the module's own, or of the program's.
class TemplateCacheObject : public Object {
  Map<String, var> _cache;

 public:
  NODECPP_TRACE(_cache)
  virtual void set(String key, var value) {
    this->_cache.set(key, value);
  }
  virtual var get(String key) {
    return this->_cache.get(key);
  }
  virtual void clear() {
    this->_cache = Map<String, var>();
  }
};
using TemplateCache = Handle<TemplateCacheObject>;

// A Writer knows how to take a stream of tokens and render them to a
// string, given a context. It also maintains a cache of templates to
// avoid the need to parse the same template twice.
class WriterObject : public Object {
 public:
  TemplateCache templateCache;
  NODECPP_TRACE(templateCache)

  WriterObject() {
    this->templateCache = make<TemplateCache>();
  }

  // Clears all cached templates in this writer.
  void clearCache() {
    if (this->templateCache != undefined) {
      this->templateCache->clear();
    }
  }

  // Parses and caches the given `template` according to the given `tags` or
  // `mustache.tags` if `tags` is omitted,  and returns the array of tokens
  // that is generated from the parse.
  var parse(String template_, var tags = undefined) {
    auto cache = this->templateCache;
    auto cacheKey = template_ + ":" + (tags || mustache::tags.value()).join(":");
    const bool isCacheEnabled = cache != undefined;
    var tokens = isCacheEnabled ? cache->get(cacheKey) : undefined;

    if (tokens == nullptr) {
      tokens = parseTemplate(template_, tags);
      if (isCacheEnabled) cache->set(cacheKey, tokens);
    }
    return tokens;
  }

  // High-level method that is used to render the given `template` with
  // the given `view`.
  //
  // The optional `partials` argument may be an object that contains the
  // names and templates of partials that are used in the template. It may
  // also be a function that is used to load partial templates on the fly
  // that takes a single argument: the name of the partial.
  //
  // If the optional `config` argument is given here, then it should be an
  // object with a `tags` attribute or an `escape` attribute or both.
  // If an array is passed, then it will be interpreted the same way as
  // a `tags` attribute on a `config` object.
  //
  // The `tags` attribute of a `config` object must be an array with two
  // string values: the opening and closing tags used in the template (e.g.
  // [ "<%", "%>" ]). The default is to mustache.tags.
  //
  // The `escape` attribute of a `config` object must be a function which
  // accepts a string as input and outputs a safely escaped string.
  // If an `escape` function is not provided, then an HTML-safe string
  // escaping function is used as the default.
  String render(String template_, var view, var partials = undefined, var config = undefined) {
    auto tags = this->getConfigTags(config);
    auto tokens = this->parse(template_, tags);
    auto context = view.handle<Context>() ? view.handle<Context>() : make<Context>(view, undefined);
    return this->renderTokens(tokens, context, partials, template_, config);
  }

  // Low-level method that renders the given array of `tokens` using
  // the given `context` and `partials`.
  //
  // Note: The `originalTemplate` is only ever used to extract the portion
  // of the original template that was contained in a higher-order section.
  // If the template doesn't use higher-order sections, this argument may
  // be omitted.
  String renderTokens(var tokens, Context context, var partials, String originalTemplate = undefined, var config = undefined) {
    checkStack();
    String buffer = "";

    var token(undefined), symbol(undefined), value(undefined);
    for (int i = 0, numTokens = tokens.length(); i < numTokens; ++i) {
      value = undefined;
      token = tokens[i];
      symbol = token[0];

      if (symbol == "#") value = this->renderSection(token, context, partials, originalTemplate, config);
      else if (symbol == "^") value = this->renderInverted(token, context, partials, originalTemplate, config);
      else if (symbol == ">") value = this->renderPartial(token, context, partials, config);
      else if (symbol == "&") value = this->unescapedValue(token, context);
      else if (symbol == "name") value = this->escapedValue(token, context, config);
      else if (symbol == "text") value = this->rawValue(token);

      if (value != undefined)
        buffer += value;
    }

    return buffer;
  }

  String renderSection(var token, Context context, var partials, String originalTemplate, var config) {
    auto self = Handle(this);
    String buffer = "";
    auto value = context->lookup(token[1]);

    // This function is used to render an arbitrary template
    // in the current context by higher-order sections.
    auto subRender = [=](String template_) {
      return self->render(template_, context, partials, config);
    };

    if (!value) return undefined;

    if (isArray(value)) {
      for (int j = 0, valueLength = value.length(); j < valueLength; ++j) {
        buffer += this->renderTokens(token[4], context->push(value[j]), partials, originalTemplate, config);
      }
    } else if (value.typeOf() == "object" || value.typeOf() == "string" || value.typeOf() == "number") {
      buffer += this->renderTokens(token[4], context->push(value), partials, originalTemplate, config);
    } else if (isFunction(value)) {
      if (originalTemplate == undefined)
        throw Error("Cannot use higher-order sections without the original template");

      // Extract the portion of the original template that the section contains.
      value = value.call(context->view, originalTemplate.slice(token[3], token[5]), subRender);

      if (value != nullptr)
        buffer += value;
    } else {
      buffer += this->renderTokens(token[4], context, partials, originalTemplate, config);
    }
    return buffer;
  }

  String renderInverted(var token, Context context, var partials, String originalTemplate, var config) {
    auto value = context->lookup(token[1]);

    // Use JavaScript's definition of falsy. Include empty arrays.
    // See https://github.com/janl/mustache.js/issues/186
    if (!value || (isArray(value) && value.length() == 0))
      return this->renderTokens(token[4], context, partials, originalTemplate, config);
    return undefined;
  }

  String indentPartial(String partial, String indentation, bool lineHasNonSpace) {
    auto filteredIndentation = indentation.replace(re(R"([^ \t])", "g"), "");
    auto partialByNl = partial.split("\n");
    for (int i = 0; i < partialByNl.length(); i++) {
      if (partialByNl[i].length() && (i > 0 || !lineHasNonSpace)) {
        partialByNl[i] = filteredIndentation + partialByNl[i];
      }
    }
    return partialByNl.join("\n");
  }

  String renderPartial(var token, Context context, var partials, var config) {
    if (!partials) return undefined;
    auto tags = this->getConfigTags(config);

    var value = isFunction(partials) ? partials(token[1]) : partials[token[1]];
    if (value != nullptr) {
      const bool lineHasNonSpace(token[6]);
      const int tagIndex = token[5];
      String indentation = token[4];
      String indentedValue = value;
      if (tagIndex == 0 && indentation) {
        indentedValue = this->indentPartial(value, indentation, lineHasNonSpace);
      }
      auto tokens = this->parse(indentedValue, tags);
      return this->renderTokens(tokens, context, partials, indentedValue, config);
    }
    return undefined;
  }

  var unescapedValue(var token, Context context) {
    auto value = context->lookup(token[1]);
    if (value != nullptr)
      return value;
    return undefined;
  }

  var escapedValue(var token, Context context, var config) {
    auto escape = this->getConfigEscape(config) || mustache::escape.value();
    auto value = context->lookup(token[1]);
    if (value != nullptr)
      return (value.typeOf() == "number" && escape == mustache::escape.value()) ? var(String(value)) : escape(value);
    return undefined;
  }

  var rawValue(var token) {
    return token[1];
  }

  var getConfigTags(var config) {
    if (isArray(config)) {
      return config;
    }
    else if (config && config.typeOf() == "object") {
      return config["tags"];
    }
    else {
      return undefined;
    }
  }

  var getConfigEscape(var config) {
    if (config && config.typeOf() == "object" && !isArray(config)) {
      return config["escape"];
    }
    else {
      return undefined;
    }
  }
};
using Writer = Handle<WriterObject>;

constexpr const char* name = "mustache.js";
constexpr const char* version = "4.2.0";

// All high-level mustache.* functions use this writer.
inline perThread<Writer> defaultWriter = [] { return make<Writer>(); };

// Allows a user to override the default caching strategy, by providing an
// object with set, get and clear methods. This can also be used to disable
// the cache by setting it to the literal `undefined`.
inline void setTemplateCache(TemplateCache cache) {
  defaultWriter.value()->templateCache = cache;
}
// Gets the default or overridden caching object from the default writer.
inline TemplateCache templateCache() {
  return defaultWriter.value()->templateCache;
}

// Clears all cached templates in the default writer.
inline void clearCache() {
  return defaultWriter.value()->clearCache();
}

// Parses and caches the given template in the default writer and returns the
// array of tokens it contains. Doing this ahead of time avoids the need to
// parse templates on the fly as they are rendered.
inline var parse(String template_, var tags = undefined) {
  return defaultWriter.value()->parse(template_, tags);
}

// Renders the `template` with the given `view`, `partials`, and `config`
// using the default writer.
inline String render(var template_, var view, var partials = undefined, var config = undefined) {
  if (template_.typeOf() != "string") {
    throw TypeError("Invalid template! Template should be a \"string\" "
                    "but \"" + typeStr(template_) + "\" was given as the first "
                    "argument for mustache#render(template, view, partials)");
  }

  return defaultWriter.value()->render(template_, view, partials, config);
}

}  // namespace mustache
