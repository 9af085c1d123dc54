// Moves files and folders by renaming them, and replaces nothing; and brings them safely to disk.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// The path of `name` in `folder`.
std::string path_in(const std::string& folder, const std::string& name);

/// Renames `from` to `to`. Returns 0, or the errno of what prevents it: EEXIST, or ENOTEMPTY for a folder, if something
/// has that name. On file systems that cannot rename without replacing, such as NFS, a file that gets the name at the
/// same moment may be replaced.
int rename_to_free(const std::string& from, const std::string& to);

/// Whether something has this path, also a link that leads nowhere.
bool stands(const std::string& path);

/// The names in a folder; none if it cannot be read.
std::vector<std::string> names_in(const std::string& folder);

/// `name` with a number before its extension, and with `end`: page.tif, page-2.tif, page-3.tif, … If file systems do
/// not allow that many bytes, the stem is cut, between characters.
std::string numbered_name(const std::string& name, int number, const std::string& end = "");

/// The name of the text that says why the page `name` has failed.
inline std::string text_name(const std::string& name, int number = 1) {
  return numbered_name(name, number, ".txt");
}

/// Moves the file or folder `from` into `folder`, and calls it `name`. If that is taken, it gets a number. Returns its
/// new name. Errors: the disk is full or fails, or `folder` is missing or cannot be written.
Result<std::string> move_into(const std::string& from, const std::string& folder, const std::string& name);

/// Waits until the files in a folder, and their names, are safely on disk. Errors: the disk is full or fails.
Status sync_files_in(const std::string& folder);
/// The same for the names only.
Status sync_folder(const std::string& folder);

/// The error that `what` could not be done to `path`, by errno.
Error file_trouble(const std::string& path, const std::string& what, int error);

/// Writes a file that appears when it is complete, and replaces one of that name. Errors: the disk is full or fails.
Status write_whole_file(const std::string& path, const std::string& text);

}  // namespace platerip::rip
