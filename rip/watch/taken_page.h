// A page that a service has taken from its queue, in a folder of its own below work/.
//
// The name of the folder that the page lies in says how far it is, so that any service can go on with it at any moment,
// also after the first one was killed:
//
//     to-make/PAGE    its plates are to be made; plates/ may have some
//     made/PAGE       plates/ has all of them, or it is gone because they are delivered; if they are delivered to
//                     another disk, copied/ has them when their copy is complete, and the file copy-at says where
//                     that is
//     failed/PAGE     why.txt, if it is still there, says why
//
// Every step is one rename, and may be tried again after an error. A step is safely on disk before the next one begins.
// Errors: the disk is full or fails, a folder is missing or cannot be written, or another service has taken the page
// over (is_there() is false then).
//
// Functions may throw std::bad_alloc, and nothing else. One thread at a time.
#pragma once

#include <optional>
#include <string>

#include "base/status.h"
#include "rip/watch/delivery.h"

namespace platerip::rip {

class TakenPage {
 public:
  enum class Step { to_make, made, failed };

  /// Takes the page `name` from the folder `in`. `folder` is new; its parent exists. Nothing if the page is gone,
  /// mostly because another service was faster. Errors name the page (Error::page) if others can still be taken.
  static Result<std::optional<TakenPage>> take(const std::string& in, const std::string& name,
                                               const std::string& folder);

  /// The page in `folder`, which a service has left. Nothing if there is none; then the folder is removed.
  static std::optional<TakenPage> find(const std::string& folder);

  [[nodiscard]] Step step() const { return step_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// The path of the page.
  [[nodiscard]] std::string path() const;
  /// The folder where its plates are made.
  [[nodiscard]] std::string plates() const { return folder_ + "/plates"; }
  /// A file that somebody makes to have the page cancelled.
  [[nodiscard]] std::string cancel() const { return folder_ + "/cancel"; }

  /// How many attempts to make its plates have ended with the death of their service; 0 if that is not known.
  [[nodiscard]] int deaths() const;
  /// Begins to make its plates.
  void begin_attempt() const;
  /// The attempt, and the service, are still alive.
  void end_attempt() const;

  /// Whether the page is still here.
  [[nodiscard]] bool is_there() const;

  /// Removes the plates.
  void remove_plates() const;
  /// All plates are made.
  Status set_made();
  /// The page cannot be made. `text` says why.
  Status set_failed(const std::string& text);

  /// Puts the plates into `out`, which is made if it is missing: if `flat` into `out` itself, otherwise into a folder
  /// of the page's stem, which gets a number if that is taken. Precondition: made.
  Result<Delivery> deliver(const std::string& out, bool flat) const;
  /// The page gets another stem, and its plates are to be made again. Precondition: made, and not delivered.
  Status rename(const std::string& stem);
  /// Moves the page to the folder `done`, and removes its own. Precondition: made, and its plates are delivered.
  Status finish(const std::string& done);
  /// Moves the page and its text to the folder `failed`: NAME and NAME.txt. Precondition: failed.
  Status file(const std::string& failed);
  /// Moves the page back to the folder `in`, and removes its own. Precondition: to make.
  Status put_back(const std::string& in);

 private:
  TakenPage(std::string folder, std::string name, Step step)
      : folder_(std::move(folder)), name_(std::move(name)), step_(step) {}
  Status set(Step step);
  Status move_to(const std::string& folder);
  void remove() const;

  std::string folder_;
  std::string name_;
  Step step_;
};

}  // namespace platerip::rip
