// Places where writing fails although the user is root: small and read-only file systems of this process alone.
#pragma once

#include <filesystem>
#include <string>

namespace platerip::test {

/// A file system on a folder, gone with this object.
class Mount {
 public:
  /// A file system in memory; `options` as mount(8) takes them ("size=64k", "ro").
  Mount(const std::filesystem::path& folder, const std::string& options);
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;
  ~Mount();

  /// False where this process may not mount; error() says why.
  [[nodiscard]] bool ok() const { return error_.empty(); }
  [[nodiscard]] const std::string& error() const { return error_; }

  /// From now on nothing can be written there.
  bool make_read_only();

 private:
  std::string folder_;
  std::string options_;
  std::string error_;
};

}  // namespace platerip::test
