// os: the computer that a program runs on. https://nodejs.org/docs/latest-v24.x/api/os.html
//
// The functions ask the system at each call. In a recording they are recorded, and a simulated program runs on a
// simulated computer.
#pragma once

#include <nodecpp/fields.h>
#include <nodecpp/lookup.h>
#include <nodecpp/map.h>
#include <nodecpp/process/process_object.h>

namespace nodecpp::util {
class Inspector;
}

namespace nodecpp::os {

inline const String EOL = "\n";
inline const String devNull = "/dev/null";

// The processor's architecture for which the program is compiled ("x64"), the system ("linux"), the order of bytes in
// numbers ("LE" or "BE").
inline String arch() { return process::arch; }
inline String platform() { return process::platform; }
inline String endianness() { return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "LE" : "BE"; }

// The names that uname(3) gives: "Linux"; "6.1.0-13-amd64"; the system's version as a text; "x86_64".
String type();
String release();
String version();
String machine();
String hostname();

// How much time, in milliseconds, a processor has spent since the computer was started.
struct CpuTimes {
  double user, nice, sys, idle, irq;
};
NODECPP_FIELDS(CpuTimes, user, nice, sys, idle, irq)
// A logical processor. The speed is in MHz, 0 where the system does not tell it.
struct CpuInfo {
  String model;
  double speed;
  CpuTimes times;
};
NODECPP_FIELDS(CpuInfo, model, speed, times)
Array<CpuInfo> cpus();
// Returns how many threads a program should use, which is at least 1.
int availableParallelism();

// Bytes of memory.
double freemem();
double totalmem();

// Returns the system's load of the last minute, five and fifteen minutes.
Array<double> loadavg();
// Returns the seconds since the computer was started.
double uptime();

// An address of a network interface. `cidr` is null when the mask is not valid; `scopeid` is undefined for IPv4.
struct NetworkInterfaceInfo {
  String address;
  String netmask;
  String family;  // "IPv4" or "IPv6"
  String mac;
  bool internal;  // a loop-back interface, not reachable from outside
  String cidr;
  Lookup scopeid;
  void inspectTo(util::Inspector& out) const;
};
// Returns the addresses of all interfaces that are up, by the name of the interface. Throws ERR_SYSTEM_ERROR when the
// system fails.
Map<String, Array<NetworkInterfaceInfo>> networkInterfaces();

// The account of the user in whose name the process acts.
struct UserInfo {
  double uid;
  double gid;
  String username;
  String homedir;
  String shell;
  void inspectTo(util::Inspector& out) const;
};
NODECPP_FIELDS(UserInfo, uid, gid, username, homedir, shell)
// Throws ERR_SYSTEM_ERROR when the user has no account.
UserInfo userInfo();
// Returns the variable HOME of the environment, or else the directory of the user's account. Throws as userInfo() does.
String homedir();
// Returns the first of the variables TMPDIR, TMP and TEMP that is not empty, or else "/tmp", without a slash at its
// end.
String tmpdir();

// The scheduling priority of a process, from -20, the most favourable, to 19. 0 is the calling process. Both throw
// ERR_OUT_OF_RANGE for a number that is no integer or too large, and ERR_SYSTEM_ERROR when there is no such process or
// when the system does not permit the change.
int getPriority(double pid = 0);
void setPriority(double priority);
void setPriority(double pid, double priority);

// Numbers by name, in Node's order: constants::signals["SIGTERM"]. An unknown name is undefined.
class Constants {
 public:
  struct Entry {
    const char* name;
    int number;
  };
  template <std::size_t N>
  explicit constexpr Constants(const Entry (&entries)[N]) noexcept : entries_(entries), count_(N) {}

  Lookup operator[](StringArg name) const;
  Array<String> keys() const;                     // Object.keys
  Array<std::pair<String, int>> entries() const;  // Object.entries
  void inspectTo(util::Inspector& out) const;

 private:
  const Entry* entries_;
  std::size_t count_;
};

// The names of signals, errors and of dlopen's flags are macros of C, so those constants are found by texts. `errno` is
// a macro itself, hence the underscore.
namespace constants {

extern const Constants signals;
extern const Constants errno_;
extern const Constants dlopen;
inline constexpr int UV_UDP_REUSEADDR = 4;
struct Priorities {
  int PRIORITY_LOW = 19;
  int PRIORITY_BELOW_NORMAL = 10;
  int PRIORITY_NORMAL = 0;
  int PRIORITY_ABOVE_NORMAL = -7;
  int PRIORITY_HIGH = -14;
  int PRIORITY_HIGHEST = -20;
};
NODECPP_FIELDS(Priorities, PRIORITY_LOW, PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL, PRIORITY_ABOVE_NORMAL, PRIORITY_HIGH,
               PRIORITY_HIGHEST)
inline constexpr Priorities priority{};

}  // namespace constants
}  // namespace nodecpp::os
