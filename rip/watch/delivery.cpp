#include "rip/watch/delivery.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/files.h"
#include "rip/watch/moves.h"

namespace platerip::rip {
namespace {

constexpr int most_pages_of_a_name = 100'000;

// A lock of the folder that plates are delivered to. Where file servers have no locks, there is none.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) : path_(path_in(folder, ".platerip.lock")) {
    do {
      file_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    } while (file_ >= 0 && ::flock(file_, LOCK_EX) == 0 && !still_stands(file_, path_));
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (file_ >= 0) ::unlink(path_.c_str());
  }

 private:
  std::string path_;
  Descriptor file_{-1};
};

// The name of a plate of the `number`th page of its stem.
std::string plate_name(const std::string& name, const std::string& stem, int number) {
  if (number == 1 || !name.starts_with(stem)) return numbered_name(name, number);
  return stem + "-" + std::to_string(number) + name.substr(stem.size());
}

bool all_free(const std::vector<std::string>& names, const std::string& stem, int number, const std::string& out) {
  return std::ranges::none_of(
      names, [&](const std::string& name) { return stands(path_in(out, plate_name(name, stem, number))); });
}

// Programs that wait for a manifest take the plates that it names.
std::vector<std::string> names_in_order(const std::string& folder) {
  std::vector<std::string> names = names_in(folder);
  std::ranges::sort(names, {}, [](const std::string& name) {
    return std::tuple(name.ends_with(".plates.json"), std::string_view(name));
  });
  return names;
}

Result<Delivery> deliver_files(const std::string& plates, const std::string& out, const std::string& stem) {
  const std::vector<std::string> names = names_in_order(plates);
  const FolderLock lock(out);
  int number = 1;
  while (number < most_pages_of_a_name && !all_free(names, stem, number, out)) ++number;
  if (number > 1) return Delivery{Delivery::Kind::taken, plate_name(stem, stem, number)};
  for (const std::string& name : names) {
    const std::string to = path_in(out, name);
    const int error = rename_to_free(path_in(plates, name), to);
    if (error != 0) return file_trouble(to, "cannot be given its name", error);
  }
  if (::rmdir(plates.c_str()) != 0) return file_trouble(plates, "cannot be removed", errno);
  return Delivery{Delivery::Kind::now, out};
}

Result<Delivery> deliver_folder(const std::string& plates, const std::string& out, const std::string& stem) {
  const auto name = move_into(plates, out, stem);
  if (!name.ok()) return name.error();
  return Delivery{Delivery::Kind::now, path_in(out, *name)};
}

}  // namespace

Result<Delivery> deliver_plates(const std::string& plates, const std::string& out, const std::string& stem, bool flat) {
  auto delivery = flat ? deliver_files(plates, out, stem) : deliver_folder(plates, out, stem);
  if (delivery.ok() && delivery->kind == Delivery::Kind::now) {
    if (const Status status = sync_folder(out); !status.ok()) return status.error();
  }
  return delivery;
}

}  // namespace platerip::rip
