# What the compiler and the C library can do by themselves against a program's own arrays and variables, which no check of the
# library's sees: docs/safety.md has each with its cost. In programs that use the library (exported with the target, and in
# nodecpp.pc), and in the library itself.
#
# NODECPP_HARDENING is ON, OFF, or a list of some of the kinds, as bench/hardening.js has it to measure each.
set(NODECPP_HARDENING ${NODECPP_SAFETY} CACHE STRING
  "Hardening by the compiler: ON, OFF, or a list of zero-init, stack-clash, fortify, array-bounds")
set(nodecpp_hardening_kinds zero-init stack-clash fortify array-bounds)

if(NODECPP_HARDENING STREQUAL "")
  set(nodecpp_hardening "")
elseif(NODECPP_HARDENING MATCHES ";" OR NODECPP_HARDENING IN_LIST nodecpp_hardening_kinds)
  set(nodecpp_hardening ${NODECPP_HARDENING})
  foreach(kind ${nodecpp_hardening})
    if(NOT kind IN_LIST nodecpp_hardening_kinds AND NOT kind STREQUAL "local-bounds")
      message(FATAL_ERROR "NODECPP_HARDENING: there is no ${kind}")
    endif()
  endforeach()
elseif(NODECPP_HARDENING)
  set(nodecpp_hardening ${nodecpp_hardening_kinds})
else()
  set(nodecpp_hardening "")
endif()
# The sanitizers find what these find, and say where: a trap would come before their message, and a zero hides what was forgotten.
if(NODECPP_SANITIZE)
  set(nodecpp_hardening "")
endif()

# Variables that a program forgets to give a value are zero, and so are what was left behind there by others.
set(nodecpp_hardening_zero-init_Clang -ftrivial-auto-var-init=zero)
set(nodecpp_hardening_zero-init_GNU -ftrivial-auto-var-init=zero)
# A frame that is larger than a page cannot step over the end of the stack.
set(nodecpp_hardening_stack-clash_Clang -fstack-clash-protection)
set(nodecpp_hardening_stack-clash_GNU -fstack-clash-protection)
# memcpy, snprintf, read and the like know how large what they write to is. Where the compiler does not optimise it cannot tell
# them, and glibc warns in each file. There, __OPTIMIZE__ is no macro, and this is 0; else it is 3, written without a character
# that a shell would take for something else.
set(nodecpp_hardening_fortify_Clang -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=__OPTIMIZE__+__OPTIMIZE__+__OPTIMIZE__)
set(nodecpp_hardening_fortify_GNU ${nodecpp_hardening_fortify_Clang})
# An index into an array of C++'s own, whose length is known, is checked. It is an instruction that stops the process: nothing of
# a sanitizer's is linked. g++ 14 has the name `bounds` for it.
set(nodecpp_hardening_array-bounds_Clang -fsanitize=array-bounds -fsanitize-trap=array-bounds)
set(nodecpp_hardening_array-bounds_GNU -fsanitize=bounds -fsanitize-trap=bounds)
# Only to be measured: beyond the above, what is reached by a pointer into a local array.
set(nodecpp_hardening_local-bounds_Clang -fsanitize=local-bounds -fsanitize-trap=local-bounds)
set(nodecpp_hardening_local-bounds_GNU "")

foreach(compiler Clang GNU)
  set(nodecpp_hardening_options_${compiler} "")
  foreach(kind ${nodecpp_hardening})
    list(APPEND nodecpp_hardening_options_${compiler} ${nodecpp_hardening_${kind}_${compiler}})
  endforeach()
endforeach()

# Users of another compiler get none.
set(nodecpp_hardening_options
  "$<$<CXX_COMPILER_ID:Clang>:${nodecpp_hardening_options_Clang}>"
  "$<$<CXX_COMPILER_ID:GNU>:${nodecpp_hardening_options_GNU}>")

# Which of the kinds that programs have the library has, too.
set(NODECPP_HARDENING_LIBRARY ${nodecpp_hardening_kinds} CACHE STRING
  "Those of NODECPP_HARDENING that the library itself is compiled with")
set(nodecpp_hardening_own_options "")
foreach(kind ${nodecpp_hardening})
  if(kind IN_LIST NODECPP_HARDENING_LIBRARY)
    list(APPEND nodecpp_hardening_own_options ${nodecpp_hardening_${kind}_${CMAKE_CXX_COMPILER_ID}})
  endif()
endforeach()
