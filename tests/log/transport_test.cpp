// Anybody who has a public key can make a file for it: import must accept recordings and must leave nothing of other
// files.
#include <doctest/doctest.h>

#include <dirent.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "commands.h"
#include "keys.h"
#include "support/folder.h"

using namespace nodecpp::logtool;

namespace {

struct Folder {
  Folder() {
    initSodium();
    REQUIRE(keygenCommand(Arguments({path + "/k"})) == 0);
  }

  // Makes an exported file with these messages, as an attacker could.
  void make(const std::vector<std::string>& messages,
            unsigned char lastTag = crypto_secretstream_xchacha20poly1305_TAG_FINAL) {
    std::string out("NodeCLogExport\0\1", 16);
    unsigned char key[crypto_secretstream_xchacha20poly1305_KEYBYTES], sealed[sizeof key + crypto_box_SEALBYTES],
        header[crypto_secretstream_xchacha20poly1305_HEADERBYTES];
    crypto_secretstream_xchacha20poly1305_keygen(key);
    crypto_box_seal(sealed, key, sizeof key, readPublicKey(path + "/k.pub").data());
    out.append(reinterpret_cast<char*>(sealed), sizeof sealed);
    std::string first = out;
    crypto_secretstream_xchacha20poly1305_state state;
    crypto_secretstream_xchacha20poly1305_init_push(&state, header, key);
    out.append(reinterpret_cast<char*>(header), sizeof header);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      std::string box(messages[i].size() + crypto_secretstream_xchacha20poly1305_ABYTES, '\0');
      crypto_secretstream_xchacha20poly1305_push(
          &state, reinterpret_cast<unsigned char*>(box.data()), nullptr,
          reinterpret_cast<const unsigned char*>(messages[i].data()), messages[i].size(),
          reinterpret_cast<const unsigned char*>(first.data()), i == 0 ? first.size() : 0,
          i + 1 == messages.size() ? lastTag : static_cast<unsigned char>(0));
      auto size = std::uint32_t(box.size());
      out.append(reinterpret_cast<char*>(&size), 4);
      out += box;
    }
    std::FILE* file = std::fopen((path + "/file").c_str(), "wb");
    REQUIRE(file);
    REQUIRE(std::fwrite(out.data(), 1, out.size(), file) == out.size());
    std::fclose(file);
  }
  // Returns what is wrong, or an empty string.
  std::string import() {
    try {
      importCommand(Arguments({"--key", path + "/k.key", path + "/file", path + "/to"}));
      return {};
    } catch (const std::exception& error) {
      return error.what();
    }
  }
  std::size_t entries(const std::string& of = "") {
    std::size_t count = 0;
    DIR* listing = ::opendir((path + of).c_str());
    REQUIRE(listing);
    while (dirent* entry = ::readdir(listing)) count += entry->d_name[0] != '.';
    ::closedir(listing);
    return count;
  }

  tests::Folder own;
  std::string path = own.path();
};

}  // namespace

TEST_CASE("import takes a file made by its format") {
  Folder folder;
  folder.make({"Fmain.0000.log", "Dsome", "D bytes", "Fmain.0001.log", "Fworker-1.0000.log", "D\n", ""});
  CHECK(folder.import() == "");
  CHECK(folder.entries("/to") == 3);
  std::FILE* file = std::fopen((folder.path + "/to/main.0000.log").c_str(), "rb");
  REQUIRE(file);
  char text[32] = {};
  CHECK(std::fread(text, 1, sizeof text, file) == 10);
  CHECK(std::string(text) == "some bytes");
  std::fclose(file);
}

TEST_CASE("import writes no file that is not a log's, and nothing outside its folder") {
  Folder folder;
  for (const std::string& name :
       {std::string("../main.0000.log"), std::string("/tmp/main.0000.log"), std::string("a/main.0000.log"),
        std::string(".0000.log"), std::string("..0000.log"), std::string("main.log"), std::string("main.00.log"),
        std::string("main.0000.logs"), std::string("main.0000.0000.log"), std::string("main.0000.log\0", 14),
        std::string("ma\nin.0000.log"), std::string("main.0000.log/"), std::string("-.\xc3\xa4.0000.log"),
        std::string(), std::string(300, 'a') + ".0000.log", std::string("main.-001.log"),
        std::string("main.0000000000.log")}) {
    CAPTURE(name);
    folder.make({"Fmain.0007.log", "Dgood so far", "F" + name, "Dbytes", ""});
    CHECK(folder.import().find("is no part of a recording") != std::string::npos);
    CHECK(folder.entries() == 3);  // the keys and the file
  }
}

TEST_CASE("import takes no file twice, no bytes without a file, no end that is not one") {
  Folder folder;
  for (const std::vector<std::string>& messages : {std::vector<std::string>{"Fmain.0000.log", "Fmain.0000.log", ""},
                                                   {"Dbytes", ""},
                                                   {"Xmain.0000.log", ""},
                                                   {""},
                                                   {"Fmain.0000.log", "", ""},
                                                   {"Fmain.0000.log", "Dthe last one is not empty"},
                                                   {"Fmain.0000.log", std::string(100000, 'D'), ""}}) {
    folder.make(messages);
    CHECK(folder.import() != "");
    CHECK(folder.entries() == 3);
  }
  folder.make({"Fmain.0000.log", "Dbytes"}, 0);
  CHECK(folder.import().find("is cut off") != std::string::npos);
  CHECK(folder.entries() == 3);
}
