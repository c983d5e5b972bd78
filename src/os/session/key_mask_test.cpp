#include "os/session/key_mask.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "os/session/key_mask_state.h"

using namespace nodecpp::os;
using namespace nodecpp::os::record;

namespace {

// Returns the body of a key in `lines` lines of 64 characters. No two bodies are the same, and each begins with M, as
// DER in base64 does.
std::string body(int lines, const std::string& end = "\n") {
  static unsigned number = 1;
  std::string text;
  for (int i = 0; i < lines * 64; ++i) {
    number = number * 1103515245 + 12345;
    text += i == 0 ? 'M' : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[number >> 16 & 63];
    if (i % 64 == 63) text += end;
  }
  return text;
}
std::string stars(int lines, const std::string& end = "\n") {
  std::string text;
  for (int i = 0; i < lines; ++i) text += std::string(64, '*') + end;
  return text;
}
std::string pem(const std::string& label, const std::string& inside, const std::string& end = "\n") {
  return "-----BEGIN " + label + "-----" + end + inside + "-----END " + label + "-----" + end;
}

std::string maskOf(std::string_view bytes, KeyMask::From from = KeyMask::From::beginning) {
  KeyMask mask(from);
  std::string room;
  return std::string(mask.of(bytes, room));
}

// Masks `bytes` whole, in two pieces that are cut at each byte, byte by byte, and a second time. The results must be
// the same. Returns the result.
std::string maskedEachWay(const std::string& bytes) {
  std::string whole = maskOf(bytes);
  CHECK(whole.size() == bytes.size());
  CHECK(maskOf(whole) == whole);
  std::size_t different = 0;
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    KeyMask mask;
    std::string room, pieces(mask.of({bytes.data(), cut}, room));
    pieces += mask.of(std::string_view(bytes).substr(cut), room);
    different += pieces != whole;
  }
  CHECK(different == 0);
  KeyMask mask;
  std::string room, single;
  for (char c : bytes) single += mask.of({&c, 1}, room);
  CHECK(single == whole);
  return whole;
}

std::string unhex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) bytes += char(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

}  // namespace

TEST_CASE("the body of a private key becomes a mark, whatever its label") {
  for (const char* label : {"PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY",
                            "OPENSSH PRIVATE KEY", "ANY PRIVATE KEY", "X25519 PRIVATE KEY", "PGP PRIVATE KEY BLOCK"}) {
    CAPTURE(label);
    CHECK(maskedEachWay(pem(label, body(3))) == pem(label, stars(3)));
    CHECK(maskedEachWay("a line before\n" + pem(label, body(3), "\r\n") + "a line behind") ==
          "a line before\n" + pem(label, stars(3), "\r\n") + "a line behind");
  }
}

TEST_CASE("what is no private key stays") {
  for (const char* label : {"CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE REQUEST", "EC PARAMETERS", "X509 CRL"}) {
    std::string text = pem(label, body(3)) + "and more: " + body(1);
    CHECK(maskedEachWay(text) == text);
  }
  for (std::string text : {"-----BEGIN PRIVATE KEY----\n" + body(1), "----BEGIN PRIVATE KEY-----\n" + body(1),
                           "-----BEGIN private KEY-----\n" + body(1), "-----BEGIN \nPRIVATE KEY-----\n" + body(1),
                           "PRIVATE KEY-----\n" + body(1), "-----BEGIN " + std::string(60, 'A') + "PRIVATE KEY-----" + body(1),
                           std::string("-----BEGIN "), std::string("- -- ---- -----")})
    CHECK(maskedEachWay(text) == text);
}

TEST_CASE("several keys, and certificates between them") {
  std::string certificate = pem("CERTIFICATE", body(2));
  CHECK(maskedEachWay(pem("RSA PRIVATE KEY", body(2)) + certificate + pem("PRIVATE KEY", body(1)) + certificate) ==
        pem("RSA PRIVATE KEY", stars(2)) + certificate + pem("PRIVATE KEY", stars(1)) + certificate);
  // A key without its last line, and another one in the same dashes.
  CHECK(maskedEachWay("-----BEGIN PRIVATE KEY-----\n" + body(1) + pem("PRIVATE KEY", body(1))) ==
        "-----BEGIN PRIVATE KEY-----\n" + stars(1) + pem("PRIVATE KEY", stars(1)));
  CHECK(maskedEachWay("-----BEGIN X-----BEGIN PRIVATE KEY-----" + body(1) + "------BEGIN EC PRIVATE KEY-----" + body(1)) ==
        "-----BEGIN X-----BEGIN PRIVATE KEY-----" + stars(1) + "------BEGIN EC PRIVATE KEY-----" + stars(1));
}

TEST_CASE("the headers of an encrypted key stay, and hide nothing") {
  std::string front = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,3E4EC445176F48A999851372064F78A4\n\n";
  CHECK(maskedEachWay(pem("RSA PRIVATE KEY", front + body(2))) == pem("RSA PRIVATE KEY", front + stars(2)));
  // All in one line, as a variable of the environment may have it.
  std::string line = front;
  std::ranges::replace(line, '\n', ' ');
  CHECK(maskedEachWay(pem("RSA PRIVATE KEY", line + body(2, " "), " ")) == pem("RSA PRIVATE KEY", line + stars(2, " "), " "));
  // A header that never ends stays for 56 characters.
  std::string endless = maskedEachWay(pem("RSA PRIVATE KEY", "Proc-Type:" + body(4, "")));
  CHECK(endless.find(std::string(4 * 64 - 56, '*') + "-----END") != endless.npos);
}

TEST_CASE("a key inside of JSON, of an .env file and of source") {
  auto key = [](const std::string& inside, const std::string& end) { return pem("PRIVATE KEY", inside, end); };
  CHECK(maskedEachWay("{\"a\": \"" + key(body(2, "\\n"), "\\n") + "\", \"b\": \"text\"}") ==
        "{\"a\": \"" + key(stars(2, "\\n"), "\\n") + "\", \"b\": \"text\"}");
  CHECK(maskedEachWay("KEY='" + key(body(2, "\\r\\n"), "\\r\\n") + "'\nB=text\n") ==
        "KEY='" + key(stars(2, "\\r\\n"), "\\r\\n") + "'\nB=text\n");
  // A text of JSON inside of a text of JSON, and escapes for '+' and '/'.
  CHECK(maskedEachWay(key("AAAA\\\\nBBBB\\\\n", "\\\\n")) == key("****\\\\n****\\\\n", "\\\\n"));
  CHECK(maskedEachWay(key("AA\\/BB\\u002bCC\\u002BDD\\MM\n", "\n")) == key("**\\/**\\u002b**\\u002B**\\**\n", "\n"));
  CHECK(maskedEachWay("'-----BEGIN PRIVATE KEY-----\\n' +\n  'AAAABBBB\\n' +\n  '-----END") ==
        "'-----BEGIN PRIVATE KEY-----\\n' *\n  '********\\n' *\n  '-----END");
  CHECK(maskedEachWay("# " + pem("EC PRIVATE KEY", "# AAAA=\n# ") + "text") ==
        "# " + pem("EC PRIVATE KEY", "# *****\n# ") + "text");
  CHECK(maskedEachWay(pem("PRIVATE KEY", body(2, ""), "") + body(1)).starts_with("-----BEGIN PRIVATE KEY-----" + stars(2, "") + "-----END"));
}

TEST_CASE("a mask ends where no key can be") {
  CHECK(maskedEachWay("-----BEGIN PRIVATE KEY----- is its first line. The body follows.") ==
        "-----BEGIN PRIVATE KEY----- ** *** ***** ****. The body follows.");
  std::string zero = "-----BEGIN PRIVATE KEY-----" + std::string(1, '\0') + "bytes of a program";
  CHECK(maskedEachWay(zero) == zero);
  std::string markup = "-----BEGIN PRIVATE KEY-----<p>text";
  CHECK(maskedEachWay(markup) == markup);
}

// The first bytes are of files that OpenSSL 3.0 has made.
TEST_CASE("keys and archives in DER are known by their first bytes") {
  struct {
    const char* name;
    const char* first;
    std::size_t size, kept;
  } keys[] = {{"PKCS #1", "308204a20201000282010100b964878ea5468e85fff4806b7bc4dc00", 1190, 11},
              {"PKCS #8", "308204bc020100300d06092a864886f70d0101010500048204a63082", 1216, 10},
              {"Ed25519", "302e020100300506032b657004220420c0bcc96dad72dabe5e8e6a48", 48, 8},
              {"SEC 1", "307702010104209bb00f78cb3b5ea19ae4a85309aec9afb9f40f3bf0", 121, 7},
              {"PKCS #8, PBES2", "3082052d305706092a864886f70d01050d304a302906092a864886f7", 1329, 16},
              {"PKCS #8, by PKCS #12", "308204ea301c060a2a864886f70d010c0103300e04088479bb0efa0d", 1262, 17},
              {"PKCS #12", "308209df0201033082099506092a864886f70d010701a08209860482", 2531, 21},
              {"PKCS #12, without a length", "308002010330800609" "2a864886f70d010701a0802480048203e8308203", 1000, 17}};
  for (const auto& [name, first, size, kept] : keys) {
    CAPTURE(name);
    std::string bytes = unhex(first);
    bytes += body(int(size / 64) + 1, "").substr(0, size - bytes.size());
    std::string wanted = bytes.substr(0, kept) + std::string(size - kept, '*');
    CHECK(maskedEachWay(bytes) == wanted);
    // The key has a length, and what follows the key stays.
    if (bytes[1] != char(0x80)) CHECK(maskedEachWay(bytes + "text behind") == wanted + "text behind");
    CHECK(maskedEachWay("x" + bytes) == "x" + bytes);
    CHECK(maskOf(bytes, KeyMask::From::middle) == bytes);
  }
}

TEST_CASE("other files in DER stay") {
  for (const char* first : {"30820309308201f1a00302010202146bee645cf75a31190f8ad8c7cebdf915fe",    // a certificate
                            "3081a4024100a126bf891b8c707aea14e3a6b5f55d28f88cb5b767e0cdbef59b",    // parameters of DH
                            "30820122300d06092a864886f70d01010105000382010f003082010a02820101",    // a public key
                            "3082025130820139020100300c310a300806035504030c017830820122300d06",    // a request
                            "3082033806092a864886f70d010702a0820329308203250201013100300b0609",    // PKCS #7
                            "302c02010104067075626c6963a01f020472b0", "3003020100", "30", "308500", "0-----BEGIN PRIVATE KEY"}) {
    CAPTURE(first);
    std::string bytes = (first[1] == '-' ? std::string(first) : unhex(first)) + body(4);
    CHECK(maskedEachWay(bytes) == bytes);
  }
  CHECK(maskedEachWay("0" + pem("PRIVATE KEY", body(1))) == "0" + pem("PRIVATE KEY", stars(1)));
}

TEST_CASE("no mask where there is no key, and no copy") {
  std::string text = body(100), room;
  KeyMask mask;
  CHECK(mask.of(text, room).data() == text.data());
  CHECK(room.empty());
  CHECK_FALSE(mask.seen());
  std::string key = pem("PRIVATE KEY", body(1));
  CHECK(mask.of(key, room).data() != key.data());
  CHECK(mask.seen());
}

TEST_CASE("the digests of writes are those of the masks, however much is accepted") {
  std::string text = "text\n" + pem("PRIVATE KEY", body(2)) + "text", marks = "text\n" + pem("PRIVATE KEY", stars(2)) + "text";
  for (std::size_t accepted = 0; accepted <= text.size(); ++accepted) {
    WriteMask ofText(KeyMask::From::beginning), ofMarks(KeyMask::From::beginning);
    // Two slices, of which the first ends in the key.
    std::vector<Slice> first{{text.data(), 50}, {text.data() + 50, text.size() - 50}};
    std::vector<Slice> second{{marks.data(), 50}, {marks.data() + 50, marks.size() - 50}};
    Digest one = ofText.digestOf(first.data(), 2), two = ofMarks.digestOf(second.data(), 2);
    REQUIRE(one.checksum == two.checksum);
    REQUIRE(one.checksum == digestOf(marks).checksum);
    REQUIRE(one.size == text.size());
    ofText.accepted(first.data(), 2, accepted, text.size());
    ofMarks.accepted(second.data(), 2, accepted, marks.size());
    Slice rest{text.data() + accepted, text.size() - accepted};
    REQUIRE(ofText.digestOf(&rest, 1).checksum == digestOf(std::string_view(marks).substr(accepted)).checksum);
  }
}

TEST_CASE("a file that is read in pieces, from several places, and again") {
  std::string text = "text\n" + pem("PRIVATE KEY", body(8)) + "text", marks = "text\n" + pem("PRIVATE KEY", stars(8)) + "text";
  FileMasks files;
  auto read = [&](int fd, std::int64_t offset, std::size_t at, std::size_t size) {
    std::string room;
    bool seen = false;
    return std::string(files.read(fd, offset, std::string_view(text).substr(at, size), room, seen));
  };
  // By the descriptor's position, and by offsets; two files at the same time.
  std::string one, two;
  for (std::size_t at = 0; at < text.size(); at += 7) {
    one += read(5, -1, at, 7);
    two += read(6, std::int64_t(at), at, 7);
  }
  CHECK(one == marks);
  CHECK(two == marks);
  // Back into the key.
  CHECK(read(6, 100, 100, 50) == marks.substr(100, 50));
  CHECK(read(6, 3, 3, 100) == marks.substr(3, 100));
  CHECK(read(6, 5, 5, 300) == marks.substr(5, 300));
  // Another file at the same descriptor: what was in the first one does not count.
  files.forget(6);
  CHECK(read(6, 100, 100, 50) == text.substr(100, 50));

  std::string der = unhex("308204a20201000282010100") + body(1, "");
  std::string room;
  bool seen = false;
  files.read(7, 0, der, room, seen);
  CHECK(seen);
  CHECK(std::string(files.read(7, 30, std::string_view(der).substr(30), room, seen)) == std::string(der.size() - 30, '*'));
}
