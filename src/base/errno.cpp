// libuv's names and texts of errors, as Node prints them (util.getSystemErrorMap() of Node 24 on Linux).
#include <nodecpp/error.h>

#include <algorithm>

namespace nodecpp::detail {

namespace {

struct SystemError {
  int number;
  const char* name;
  const char* text;
};

constexpr SystemError systemErrors[] = {
    {-1, "EPERM", "operation not permitted"},
    {-2, "ENOENT", "no such file or directory"},
    {-3, "ESRCH", "no such process"},
    {-4, "EINTR", "interrupted system call"},
    {-5, "EIO", "i/o error"},
    {-6, "ENXIO", "no such device or address"},
    {-7, "E2BIG", "argument list too long"},
    {-8, "ENOEXEC", "exec format error"},
    {-9, "EBADF", "bad file descriptor"},
    {-11, "EAGAIN", "resource temporarily unavailable"},
    {-12, "ENOMEM", "not enough memory"},
    {-13, "EACCES", "permission denied"},
    {-14, "EFAULT", "bad address in system call argument"},
    {-16, "EBUSY", "resource busy or locked"},
    {-17, "EEXIST", "file already exists"},
    {-18, "EXDEV", "cross-device link not permitted"},
    {-19, "ENODEV", "no such device"},
    {-20, "ENOTDIR", "not a directory"},
    {-21, "EISDIR", "illegal operation on a directory"},
    {-22, "EINVAL", "invalid argument"},
    {-23, "ENFILE", "file table overflow"},
    {-24, "EMFILE", "too many open files"},
    {-25, "ENOTTY", "inappropriate ioctl for device"},
    {-26, "ETXTBSY", "text file is busy"},
    {-27, "EFBIG", "file too large"},
    {-28, "ENOSPC", "no space left on device"},
    {-29, "ESPIPE", "invalid seek"},
    {-30, "EROFS", "read-only file system"},
    {-31, "EMLINK", "too many links"},
    {-32, "EPIPE", "broken pipe"},
    {-34, "ERANGE", "result too large"},
    {-36, "ENAMETOOLONG", "name too long"},
    {-38, "ENOSYS", "function not implemented"},
    {-39, "ENOTEMPTY", "directory not empty"},
    {-40, "ELOOP", "too many symbolic links encountered"},
    {-49, "EUNATCH", "protocol driver not attached"},
    {-61, "ENODATA", "no data available"},
    {-64, "ENONET", "machine is not on the network"},
    {-71, "EPROTO", "protocol error"},
    {-75, "EOVERFLOW", "value too large for defined data type"},
    {-84, "EILSEQ", "illegal byte sequence"},
    {-88, "ENOTSOCK", "socket operation on non-socket"},
    {-89, "EDESTADDRREQ", "destination address required"},
    {-90, "EMSGSIZE", "message too long"},
    {-91, "EPROTOTYPE", "protocol wrong type for socket"},
    {-92, "ENOPROTOOPT", "protocol not available"},
    {-93, "EPROTONOSUPPORT", "protocol not supported"},
    {-94, "ESOCKTNOSUPPORT", "socket type not supported"},
    {-95, "ENOTSUP", "operation not supported on socket"},
    {-97, "EAFNOSUPPORT", "address family not supported"},
    {-98, "EADDRINUSE", "address already in use"},
    {-99, "EADDRNOTAVAIL", "address not available"},
    {-100, "ENETDOWN", "network is down"},
    {-101, "ENETUNREACH", "network is unreachable"},
    {-103, "ECONNABORTED", "software caused connection abort"},
    {-104, "ECONNRESET", "connection reset by peer"},
    {-105, "ENOBUFS", "no buffer space available"},
    {-106, "EISCONN", "socket is already connected"},
    {-107, "ENOTCONN", "socket is not connected"},
    {-108, "ESHUTDOWN", "cannot send after transport endpoint shutdown"},
    {-110, "ETIMEDOUT", "connection timed out"},
    {-111, "ECONNREFUSED", "connection refused"},
    {-112, "EHOSTDOWN", "host is down"},
    {-113, "EHOSTUNREACH", "host is unreachable"},
    {-114, "EALREADY", "connection already in progress"},
    {-121, "EREMOTEIO", "remote I/O error"},
    {-125, "ECANCELED", "operation canceled"},
    {-3000, "EAI_ADDRFAMILY", "address family not supported"},
    {-3001, "EAI_AGAIN", "temporary failure"},
    {-3002, "EAI_BADFLAGS", "bad ai_flags value"},
    {-3003, "EAI_CANCELED", "request canceled"},
    {-3004, "EAI_FAIL", "permanent failure"},
    {-3005, "EAI_FAMILY", "ai_family not supported"},
    {-3006, "EAI_MEMORY", "out of memory"},
    {-3007, "EAI_NODATA", "no address"},
    {-3008, "EAI_NONAME", "unknown node or service"},
    {-3009, "EAI_OVERFLOW", "argument buffer overflow"},
    {-3010, "EAI_SERVICE", "service not available for socket type"},
    {-3011, "EAI_SOCKTYPE", "socket type not supported"},
    {-3013, "EAI_BADHINTS", "invalid value for hints"},
    {-3014, "EAI_PROTOCOL", "resolved protocol is unknown"},
    {-4028, "EFTYPE", "inappropriate file type or format"},
    {-4080, "ECHARSET", "invalid Unicode character"},
    {-4094, "UNKNOWN", "unknown error"},
    {-4095, "EOF", "end of file"},
};

const SystemError* find(int errnum) {
  int negative = errnum > 0 ? -errnum : errnum;
  auto at = std::ranges::find(systemErrors, negative, &SystemError::number);
  return at == std::end(systemErrors) ? nullptr : at;
}

}  // namespace

String errnoName(int errnum) {
  const SystemError* error = find(errnum);
  return error ? String(error->name) : "Unknown system error " + str(errnum > 0 ? -errnum : errnum);
}

String errnoMessage(int errnum) {
  const SystemError* error = find(errnum);
  return error ? String(error->text) : "Unknown system error " + str(errnum > 0 ? -errnum : errnum);
}

}  // namespace nodecpp::detail
