// The same module as ours.cpp, written by hand with node-addon-api in the style of its examples: arguments are checked,
// and a wrong one throws.
#include <napi.h>

#include <string>

namespace {

Napi::Value wrong(Napi::Env env, const char* words) {
  Napi::TypeError::New(env, words).ThrowAsJavaScriptException();
  return env.Undefined();
}

void nothing(const Napi::CallbackInfo&) {}

Napi::Value number(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsNumber()) return wrong(info.Env(), "a number is expected");
  return Napi::Number::New(info.Env(), info[0].As<Napi::Number>().DoubleValue() + 1);
}

Napi::Value stringIn(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsString()) return wrong(info.Env(), "a string is expected");
  std::string text = info[0].As<Napi::String>();
  return Napi::Number::New(info.Env(), double(text.size()));
}

Napi::Value string(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsString()) return wrong(info.Env(), "a string is expected");
  std::string text = info[0].As<Napi::String>();
  return Napi::String::New(info.Env(), text);
}

Napi::Value bytes(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsBuffer()) return wrong(info.Env(), "a Buffer is expected");
  auto bytes = info[0].As<Napi::Buffer<std::uint8_t>>();
  return Napi::Number::New(info.Env(), bytes.Data()[0] + double(bytes.Length()));
}

Napi::Value structure(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsObject()) return wrong(info.Env(), "an object is expected");
  auto point = info[0].As<Napi::Object>();
  Napi::Value x = point.Get("x"), y = point.Get("y"), z = point.Get("z");
  if (!x.IsNumber() || !y.IsNumber() || !z.IsNumber()) return wrong(info.Env(), "numbers are expected");
  auto out = Napi::Object::New(info.Env());
  out.Set("x", y.As<Napi::Number>().DoubleValue());
  out.Set("y", z.As<Napi::Number>().DoubleValue());
  out.Set("z", x.As<Napi::Number>().DoubleValue());
  return out;
}

Napi::Value array(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsArray()) return wrong(info.Env(), "an array is expected");
  auto list = info[0].As<Napi::Array>();
  double sum = 0;
  for (std::uint32_t i = 0; i < list.Length(); ++i) {
    Napi::HandleScope scope(info.Env());
    Napi::Value each = list[i];
    if (!each.IsNumber()) return wrong(info.Env(), "numbers are expected");
    sum += each.As<Napi::Number>().DoubleValue();
  }
  return Napi::Number::New(info.Env(), sum);
}

class Worker : public Napi::AsyncWorker {
 public:
  Worker(Napi::Env env, double n) : AsyncWorker(env), deferred_(Napi::Promise::Deferred::New(env)), n_(n) {}
  Napi::Promise promise() { return deferred_.Promise(); }
  void Execute() override { n_ += 1; }
  void OnOK() override { deferred_.Resolve(Napi::Number::New(Env(), n_)); }

 private:
  Napi::Promise::Deferred deferred_;
  double n_;
};

Napi::Value promise(const Napi::CallbackInfo& info) {
  if (info.Length() < 1 || !info[0].IsNumber()) return wrong(info.Env(), "a number is expected");
  auto* worker = new Worker(info.Env(), info[0].As<Napi::Number>());
  worker->Queue();
  return worker->promise();
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("nothing", Napi::Function::New(env, nothing, "nothing"));
  exports.Set("number", Napi::Function::New(env, number, "number"));
  exports.Set("stringIn", Napi::Function::New(env, stringIn, "stringIn"));
  exports.Set("string", Napi::Function::New(env, string, "string"));
  exports.Set("bytes", Napi::Function::New(env, bytes, "bytes"));
  exports.Set("buffer", Napi::Function::New(env, bytes, "buffer"));
  exports.Set("struct", Napi::Function::New(env, structure, "struct"));
  exports.Set("array", Napi::Function::New(env, array, "array"));
  exports.Set("promise", Napi::Function::New(env, promise, "promise"));
  return exports;
}

}  // namespace

NODE_API_MODULE(addon, init)
