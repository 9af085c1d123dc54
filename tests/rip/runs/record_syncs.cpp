// Loaded before a program: records which files it syncs and renames, in order, a line each, in the file
// RECORD_SYNCS_TO. Names are without folders.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string file_at(int descriptor) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(link.c_str(), path, sizeof path);
  return length < 0 ? "?" : name_of({path, static_cast<std::size_t>(length)});
}

// One write() of a file opened to append, so that lines of several threads do not mix.
void record(const std::string& line) {
  const int out = open(std::getenv("RECORD_SYNCS_TO"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const std::string text = line + "\n";
  if (out < 0 || write(out, text.data(), text.size()) < 0) std::abort();
  close(out);
}

template <typename Call>
Call next(const char* name) {
  return reinterpret_cast<Call>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int fdatasync(int descriptor) {
  record("sync " + file_at(descriptor));
  return next<decltype(&fdatasync)>("fdatasync")(descriptor);
}

int fsync(int descriptor) {
  record("sync " + file_at(descriptor));
  return next<decltype(&fsync)>("fsync")(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  record("name " + name_of(to));
  return next<decltype(&rename)>("rename")(from, to);
}
}
