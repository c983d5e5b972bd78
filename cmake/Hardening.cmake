# Protection that the compiler and the C library can give to a program's own arrays and variables, which the library's
# checks do not see. docs/safety.md lists each kind with its cost. The options are used for the library itself and for
# programs that use it: they are exported with the target and written into nodecpp.pc.
#
# NODECPP_HARDENING is ON, OFF, or a list of some of the kinds. bench/hardening.js gives a list to measure each kind.
set(NODECPP_HARDENING ${NODECPP_SAFETY} CACHE STRING
  "Hardening by the compiler: ON, OFF, or a list of zero-init, stack-clash, fortify, array-bounds")
set(nodecpp_hardening_kinds zero-init stack-clash fortify array-bounds)

if(NODECPP_HARDENING MATCHES "^(|OFF|0|FALSE|NO)$")
  set(nodecpp_hardening "")
elseif(NODECPP_HARDENING MATCHES "^(ON|1|TRUE|YES)$")
  set(nodecpp_hardening ${nodecpp_hardening_kinds})
else()
  set(nodecpp_hardening ${NODECPP_HARDENING})
  foreach(kind ${nodecpp_hardening})
    if(NOT kind IN_LIST nodecpp_hardening_kinds AND NOT kind STREQUAL "local-bounds")
      message(FATAL_ERROR "NODECPP_HARDENING: there is no ${kind}")
    endif()
  endforeach()
endif()
# The sanitizers find the same faults as the hardening and report where they are. Hardening is off under the sanitizers,
# because a trap would stop the program before the report, and zeroed variables would hide a missing initialisation.
if(NODECPP_SANITIZE)
  set(nodecpp_hardening "")
endif()

# zero-init: a variable that the program does not initialise is zero, so it does not show what was on the stack before.
set(nodecpp_hardening_zero-init_Clang -ftrivial-auto-var-init=zero)
set(nodecpp_hardening_zero-init_GNU -ftrivial-auto-var-init=zero)
# stack-clash: a stack frame that is larger than a page cannot jump over the guard page at the end of the stack.
set(nodecpp_hardening_stack-clash_Clang -fstack-clash-protection)
set(nodecpp_hardening_stack-clash_GNU -fstack-clash-protection)
# fortify: memcpy, snprintf, read and similar functions check the size of the memory that they write to. Without
# optimisation the compiler does not know the sizes, and glibc warns in each file. The value is therefore made of
# __OPTIMIZE__: it is 0 without optimisation, where __OPTIMIZE__ is no macro, and 3 with it. It is written with plus
# signs, because a shell would interpret other operators.
set(nodecpp_hardening_fortify_Clang -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=__OPTIMIZE__+__OPTIMIZE__+__OPTIMIZE__)
set(nodecpp_hardening_fortify_GNU ${nodecpp_hardening_fortify_Clang})
# array-bounds: an index into a built-in array of known length is checked, and a wrong one executes a trap instruction
# that stops the process. No sanitizer library is linked. g++ 14 calls this check `bounds`.
set(nodecpp_hardening_array-bounds_Clang -fsanitize=array-bounds -fsanitize-trap=array-bounds)
set(nodecpp_hardening_array-bounds_GNU -fsanitize=bounds -fsanitize-trap=bounds)
# local-bounds is only there to be measured: it also checks accesses through a pointer into a local array.
set(nodecpp_hardening_local-bounds_Clang -fsanitize=local-bounds -fsanitize-trap=local-bounds)
set(nodecpp_hardening_local-bounds_GNU "")

foreach(compiler Clang GNU)
  set(nodecpp_hardening_options_${compiler} "")
  foreach(kind ${nodecpp_hardening})
    list(APPEND nodecpp_hardening_options_${compiler} ${nodecpp_hardening_${kind}_${compiler}})
  endforeach()
endforeach()

# Programs that are compiled with another compiler get no hardening options.
set(nodecpp_hardening_options
  "$<$<CXX_COMPILER_ID:Clang>:${nodecpp_hardening_options_Clang}>"
  "$<$<CXX_COMPILER_ID:GNU>:${nodecpp_hardening_options_GNU}>")

# The hardening kinds that are also used for the library itself.
set(NODECPP_HARDENING_LIBRARY ${nodecpp_hardening_kinds} CACHE STRING
  "Those of NODECPP_HARDENING that the library itself is compiled with")
set(nodecpp_hardening_own_options "")
foreach(kind ${nodecpp_hardening})
  if(kind IN_LIST NODECPP_HARDENING_LIBRARY)
    list(APPEND nodecpp_hardening_own_options ${nodecpp_hardening_${kind}_${CMAKE_CXX_COMPILER_ID}})
  endif()
endforeach()
