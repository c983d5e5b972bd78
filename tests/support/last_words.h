// Catches what a process writes to standard error when it ends by SIGABRT, for tests of errors that end the process
// with a sentence.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <csignal>
#include <string>

// The threads of ThreadSanitizer do not survive a fork.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NODECPP_TESTS_CANNOT_FORK 1
#endif
#endif
#ifndef NODECPP_TESTS_CANNOT_FORK
#define NODECPP_TESTS_CANNOT_FORK 0
#endif

namespace tests {

// Calls f() in a child process and returns its standard error, or "" when the child does not end by SIGABRT.
template <class F>
std::string lastWords(F f) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t pid = ::fork();
  if (pid == 0) {
    std::signal(SIGABRT, SIG_DFL);
    ::dup2(ends[1], 2);
    f();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string words;
  char bytes[512];
  for (ssize_t size; (size = ::read(ends[0], bytes, sizeof bytes)) > 0;) words.append(bytes, std::size_t(size));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) return words;
  return "";
}

}  // namespace tests
