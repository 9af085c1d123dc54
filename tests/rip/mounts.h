// Places where writing fails even for root: small or read-only file systems that only this process sees.
#pragma once

#include <filesystem>
#include <string>

namespace platerip::test {

/// A file system mounted on a folder. It is unmounted when this object is destroyed.
class Mount {
 public:
  /// Mounts a file system in memory. `options` are those of mount(8): "size=64k", "ro".
  Mount(const std::filesystem::path& folder, const std::string& options);
  /// Mounts the folder `from` at `folder`, too.
  static Mount of_folder(const std::filesystem::path& from, const std::filesystem::path& folder);
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;
  ~Mount();

  /// False if this process may not mount; error() says why.
  [[nodiscard]] bool ok() const { return error_.empty(); }
  [[nodiscard]] const std::string& error() const { return error_; }

  /// From now on, nothing can be written there.
  bool make_read_only();

 private:
  Mount(const std::filesystem::path& folder, const char* source, const char* type, unsigned long flags,
        const std::string& options);

  std::string folder_;
  std::string options_;
  std::string error_;
};

}  // namespace platerip::test
