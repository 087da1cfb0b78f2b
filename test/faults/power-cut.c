/*
 * Loaded before the C library (LD_PRELOAD). Keeps a copy of what a power cut would leave in a folder: the last
 * synchronized content of each file, and the last synchronized names in the folder.
 *
 * POWER_CUT_FOLDER  the watched folder
 * POWER_CUT_KEPT    the folder of the copy: `files/NAME`, `names/NAME`, and `log` with a line for each synchronization
 * POWER_CUT_DELAY   the delay that is added to each synchronization, in microseconds
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep_file(int fd, const char *kept, const char *name) {
  char buffer[65536], part[PATH_MAX], whole[PATH_MAX];
  snprintf(part, sizeof part, "%s/part", kept);
  snprintf(whole, sizeof whole, "%s/files/%s", kept, name);
  int copy = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  off_t at = 0;
  for (ssize_t size; (size = pread(fd, buffer, sizeof buffer, at)) > 0; at += size)
    if (write(copy, buffer, size) != size) abort();
  close(copy);
  rename(part, whole);
}

static void keep_names(const char *folder, const char *kept) {
  char path[PATH_MAX];
  struct dirent *entry;
  snprintf(path, sizeof path, "%s/names", kept);
  DIR *names = opendir(path);
  while ((entry = readdir(names)) != NULL) unlinkat(dirfd(names), entry->d_name, 0);
  DIR *listed = opendir(folder);
  while ((entry = readdir(listed)) != NULL)
    if (entry->d_name[0] != '.') close(openat(dirfd(names), entry->d_name, O_WRONLY | O_CREAT, 0600));
  closedir(listed);
  closedir(names);
}

static int synchronized(int fd, const char *call) {
  int result = ((int (*)(int))dlsym(RTLD_NEXT, call))(fd);
  const char *folder = getenv("POWER_CUT_FOLDER"), *kept = getenv("POWER_CUT_KEPT");
  const char *delay = getenv("POWER_CUT_DELAY");
  char link[64], path[PATH_MAX], file[PATH_MAX];
  if (folder == NULL || kept == NULL || result != 0) return result;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return result;
  path[length] = '\0';
  size_t prefix = strlen(folder);
  if (strncmp(path, folder, prefix) != 0 || (path[prefix] != '\0' && path[prefix] != '/')) return result;
  if (delay != NULL) usleep(atoi(delay));
  snprintf(file, sizeof file, "%s/log", kept);
  int log = open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  /* Several processes may synchronize one file. */
  flock(log, LOCK_EX);
  if (path[prefix] == '\0') keep_names(folder, kept);
  else if (strchr(path + prefix + 1, '/') == NULL) keep_file(fd, kept, path + prefix + 1);
  dprintf(log, "%s\n", path + prefix);
  close(log);
  return result;
}

int fsync(int fd) { return synchronized(fd, "fsync"); }
int fdatasync(int fd) { return synchronized(fd, "fdatasync"); }
