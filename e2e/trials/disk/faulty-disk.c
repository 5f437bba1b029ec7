/*
 * A disk that fails on demand, for programs started with LD_PRELOAD; see faulty-disk.ts for the environment
 * variables that control it. Only calls on files below one folder can fail; all other calls are passed to the
 * system unchanged.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_uint calls;

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

/* Whether a path is below the folder and, if DISK_FAULT_FILES is set, contains it. */
static int is_affected(const char *path) {
  const char *folder = setting("DISK_FAULT_FOLDER");
  if (!folder || !path || strncmp(path, folder, strlen(folder)) != 0) return 0;
  const char *only = setting("DISK_FAULT_FILES");
  return !only || strstr(path, only) != NULL;
}

static int is_affected_file(int file) {
  char name[64], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_affected(path);
}

static void log_failure(const char *what) {
  const char *log = setting("DISK_FAULT_LOG");
  if (!log) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, what, strlen(what));
  syscall(SYS_write, file, "\n", 1);
  syscall(SYS_close, file);
}

/* Whether this call fails: after DISK_FAULT_FROM calls, selected by the seed and the rate. */
static int must_fail(const char *what) {
  const char *armed = setting("DISK_FAULT_ARMED");
  if (armed && access(armed, F_OK) != 0) return 0;
  const char *wanted = setting("DISK_FAULT_CALLS");
  if (!wanted || !strstr(wanted, what)) return 0;
  unsigned number = atomic_fetch_add(&calls, 1);
  const char *from = setting("DISK_FAULT_FROM"), *rate = setting("DISK_FAULT_RATE"), *seed = setting("DISK_FAULT_SEED");
  if (from && number < (unsigned)atoi(from)) return 0;
  uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15u + (seed ? strtoull(seed, NULL, 10) : 0) * 0xbf58476d1ce4e5b9u;
  mixed ^= mixed >> 31;
  mixed *= 0x94d049bb133111ebu;
  mixed ^= mixed >> 29;
  if (rate && mixed % (uint64_t)atoi(rate) != 0) return 0;
  log_failure(what);
  return 1;
}

static int fails(void) {
  const char *code = setting("DISK_FAULT_ERROR");
  errno = code && strcmp(code, "ENOSPC") == 0 ? ENOSPC : code && strcmp(code, "EROFS") == 0 ? EROFS : EIO;
  return -1;
}
static int is_short(void) {
  const char *code = setting("DISK_FAULT_ERROR");
  return code && strcmp(code, "SHORT") == 0;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define FAULTY_WRITE(name, symbol, arguments, pass, pass_short) \
  ssize_t name arguments { \
    REAL(ssize_t, symbol, PARAMETERS); \
    if (size > 0 && is_affected_file(file) && must_fail("write")) { \
      if (!is_short()) return fails(); \
      if (size > 1) return real pass_short; \
    } \
    return real pass; \
  }

#define PARAMETERS int, const void *, size_t
FAULTY_WRITE(write, "write", (int file, const void *from, size_t size), (file, from, size), (file, from, size / 2))
#undef PARAMETERS
#define PARAMETERS int, const void *, size_t, off_t
FAULTY_WRITE(pwrite, "pwrite", (int file, const void *from, size_t size, off_t at), (file, from, size, at), (file, from, size / 2, at))
#undef PARAMETERS
#define PARAMETERS int, const void *, size_t, off64_t
FAULTY_WRITE(pwrite64, "pwrite64", (int file, const void *from, size_t size, off64_t at), (file, from, size, at), (file, from, size / 2, at))
#undef PARAMETERS
#define PARAMETERS int, const struct iovec *, int
FAULTY_WRITE(writev, "writev", (int file, const struct iovec *from, int size), (file, from, size), (file, from, size / 2))
#undef PARAMETERS

#define FAULTY_FILE(name, what) \
  int name(int file) { \
    REAL(int, #name, int); \
    return is_affected_file(file) && must_fail(what) && !is_short() ? fails() : real(file); \
  }
FAULTY_FILE(fsync, "sync")
FAULTY_FILE(fdatasync, "sync")

int ftruncate(int file, off_t length) {
  REAL(int, "ftruncate", int, off_t);
  return is_affected_file(file) && must_fail("truncate") && !is_short() ? fails() : real(file, length);
}
int ftruncate64(int file, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  return is_affected_file(file) && must_fail("truncate") && !is_short() ? fails() : real(file, length);
}
int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return is_affected(to) && must_fail("rename") && !is_short() ? fails() : real(from, to);
}
