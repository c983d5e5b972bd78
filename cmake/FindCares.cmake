# Finds c-ares and makes the target Cares::cares, because Debian's package of c-ares has no CMake files. This file is
# also installed beside NodeCppConfig.cmake.
find_path(CARES_INCLUDE_DIR ares.h)
find_library(CARES_LIBRARY cares)
mark_as_advanced(CARES_INCLUDE_DIR CARES_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cares REQUIRED_VARS CARES_LIBRARY CARES_INCLUDE_DIR)
if(Cares_FOUND AND NOT TARGET Cares::cares)
  add_library(Cares::cares UNKNOWN IMPORTED)
  set_target_properties(Cares::cares PROPERTIES
    IMPORTED_LOCATION ${CARES_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${CARES_INCLUDE_DIR})
endif()
