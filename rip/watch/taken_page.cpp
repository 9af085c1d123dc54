#include "rip/watch/taken_page.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/text_file.h"
#include "rip/pages/page_stem.h"
#include "rip/plates/output_folder.h"
#include "rip/watch/moves.h"
#include "rip/watch/page_stamp.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using Step = TakenPage::Step;

constexpr int most_names_of_plates = 100'000;

constexpr std::array<std::pair<Step, const char*>, 3> steps = {
    {{Step::to_make, "to-make"}, {Step::made, "made"}, {Step::failed, "failed"}}};

std::string folder_of(const std::string& folder, Step step) {
  for (const auto& [each, name] : steps) {
    if (each == step) return path_in(folder, name);
  }
  return folder;
}

std::string attempts_in(const std::string& folder) {
  return folder + "/attempts";
}

void remove_tree(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

// Whether files can be renamed from one folder to the other. A disk may be mounted in several places, as services of
// systemd see it.
bool is_on_one_disk(const std::string& one, const std::string& other) {
  constexpr unsigned wanted = STATX_MNT_ID;
  struct statx first {};
  struct statx second {};
  if (::statx(AT_FDCWD, one.c_str(), 0, wanted, &first) != 0) return true;
  if (::statx(AT_FDCWD, other.c_str(), 0, wanted, &second) != 0) return true;
  return first.stx_dev_major == second.stx_dev_major && first.stx_dev_minor == second.stx_dev_minor &&
         first.stx_mnt_id == second.stx_mnt_id;
}

// The hidden folder of a page's plates on another disk, the same whichever service goes on with the page.
std::string name_of_copy(const std::string& page) {
  const auto stamp = page_stamp(page).value_or(PageStamp());
  return "." + std::to_string(stamp.inode) + "-" + std::to_string(stamp.modified) + ".part";
}

Status copy_plates(const std::string& plates, const std::string& copy) {
  remove_tree(copy);
  std::error_code error;
  fs::copy(plates, copy, fs::copy_options::recursive, error);
  if (error) return file_trouble(copy, "cannot be written", error.value());
  return sync_files_in(copy);
}

Error not_taken(const std::string& in, const std::string& name, int error) {
  Error trouble = file_trouble(path_in(in, name), "cannot be taken", error);
  if (error == EXDEV) trouble.message += "; the folders in/ and work/ must be on one disk";
  const bool is_of_page = (error == EACCES || error == EPERM || error == EBUSY) && ::access(in.c_str(), W_OK) == 0;
  if (!is_of_page) return trouble;
  trouble.message += "; whoever has put it there must allow the service to move it";
  return trouble.of_page(name);
}

}  // namespace

Result<std::optional<TakenPage>> TakenPage::take(const std::string& in, const std::string& name,
                                                 const std::string& folder) {
  TakenPage page(folder, name, Step::to_make);
  const std::string to = folder_of(folder, Step::to_make);
  if (::mkdir(folder.c_str(), 0777) != 0 || ::mkdir(to.c_str(), 0777) != 0) {
    const Error error = file_trouble(folder, "cannot be made", errno);
    page.remove();
    return error;
  }
  const bool is_renamed = ::rename(path_in(in, name).c_str(), page.path().c_str()) == 0;
  const int error = errno;
  if (is_renamed || page.is_there()) return std::optional(std::move(page));  // a file server may lose its answer
  page.remove();
  if (error == ENOENT) return std::optional<TakenPage>();
  return not_taken(in, name, error);
}

std::optional<TakenPage> TakenPage::find(const std::string& folder) {
  for (const auto& [step, ignored] : steps) {
    const auto names = names_in(folder_of(folder, step));
    if (!names.empty()) return TakenPage(folder, names.front(), step);
  }
  TakenPage(folder, "", Step::to_make).remove();
  return std::nullopt;
}

std::string TakenPage::path() const {
  return path_in(folder_of(folder_, step_), name_);
}

// The file has a byte for each attempt that has not ended.
int TakenPage::deaths() const {
  struct stat status {};
  return ::lstat(attempts_in(folder_).c_str(), &status) == 0 ? static_cast<int>(status.st_size) : 0;
}

void TakenPage::begin_attempt() const {
  constexpr int flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor file(::open(attempts_in(folder_).c_str(), flags, 0666));
  if (file >= 0) static_cast<void>(::write(file, ".", 1) == 1);  // on a full disk, it is not counted
}

void TakenPage::end_attempt() const {
  ::unlink(attempts_in(folder_).c_str());
}

bool TakenPage::is_there() const {
  return stands(path());
}

void TakenPage::remove_plates() const {
  remove_tree(plates());
}

Status TakenPage::set(Step step) {
  const std::string from = folder_of(folder_, step_);
  if (::rename(from.c_str(), folder_of(folder_, step).c_str()) != 0)
    return file_trouble(from, "cannot be renamed", errno);
  step_ = step;
  return {};
}

Status TakenPage::set_made() {
  if (const Status status = sync_files_in(plates()); !status.ok()) return status;
  return set(Step::made);
}

Status TakenPage::set_failed(const std::string& text) {
  remove_plates();
  if (const Status status = write_whole_file(folder_ + "/why.txt", text); !status.ok()) return status;
  return set(Step::failed);
}

// The copy stays where it was begun, also if the settings now name another folder.
Result<Delivery> TakenPage::deliver(const std::string& out, bool flat) const {
  const std::string stem = page_stem(name_);
  const std::string copied = folder_ + "/copied";
  const std::string copy_at = folder_ + "/copy-at";
  if (stands(plates())) {
    if (const Status status = make_folder(out); !status.ok()) return status.error();
    if (is_on_one_disk(folder_, out)) return deliver_plates(plates(), out, stem, flat);
    const std::string copy = path_in(out, name_of_copy(path()));
    if (const Status status = copy_plates(plates(), copy); !status.ok()) return status.error();
    if (const Status status = write_whole_file(copy_at, copy); !status.ok()) return status.error();
    if (::rename(plates().c_str(), copied.c_str()) != 0) return file_trouble(plates(), "cannot be renamed", errno);
  }
  if (!stands(copied)) return Delivery{Delivery::Kind::before, ""};
  const auto copy = read_text_file(copy_at, 1, "the path of a copy");
  if (!copy.ok()) return copy.error();
  const std::string to = fs::path(*copy).parent_path().string();
  if (!stands(to)) return file_trouble(to, "cannot be found", ENOENT);
  if (!stands(*copy)) return Delivery{Delivery::Kind::before, ""};
  return deliver_plates(*copy, to, stem, flat);
}

// After a kill between the two steps, the plates of the old name are still to be delivered.
Status TakenPage::rename(const std::string& stem) {
  const std::string name = stem + name_.substr(page_stem(name_).size());
  const std::string to = path_in(folder_of(folder_, step_), name);
  if (const int error = rename_to_free(path(), to); error != 0)
    return file_trouble(to, "cannot be given its name", error);
  name_ = name;
  if (const Status status = set(Step::to_make); !status.ok()) return status;
  remove_plates();
  remove_tree(folder_ + "/copied");
  return {};
}

Status TakenPage::move_to(const std::string& folder) {
  const auto moved = move_into(path(), folder, name_);
  if (!moved.ok()) return moved.error();
  remove();
  return {};
}

Status TakenPage::finish(const std::string& done) {
  return move_to(done);
}

Status TakenPage::put_back(const std::string& in) {
  remove_plates();
  return move_to(in);
}

// The text goes first, so that the page is never there without it. Its name decides that of the page: after a kill, it
// is the first that stands alone.
Status TakenPage::file(const std::string& failed) {
  const std::string why = folder_ + "/why.txt";
  const bool has_text = stands(why);
  for (int number = 1; number < most_names_of_plates; ++number) {
    const std::string name = path_in(failed, numbered_name(name_, number));
    const std::string text = path_in(failed, text_name(name_, number));
    if (stands(name) || stands(text) == has_text) continue;
    int error = has_text ? rename_to_free(why, text) : 0;
    if (error == 0) error = rename_to_free(path(), name);
    if (error != 0) return file_trouble(name, "cannot be given its name", error);
    remove();
    return {};
  }
  return file_trouble(path_in(failed, name_), "cannot be given its name", EEXIST);
}

// Never removes a page: a folder that seems to be empty may only be unreadable at the moment.
void TakenPage::remove() const {
  for (const auto& [step, name] : steps) {
    if (::rmdir(folder_of(folder_, step).c_str()) != 0 && errno != ENOENT) return;
  }
  remove_plates();
  remove_tree(folder_ + "/copied");
  for (const std::string& file : {folder_ + "/why.txt", folder_ + "/copy-at", cancel(), attempts_in(folder_)})
    ::unlink(file.c_str());
  ::rmdir(folder_.c_str());
}

}  // namespace platerip::rip
