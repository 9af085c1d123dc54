// Plates of pages that are made side by side.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "rip/plate_files.h"

namespace platerip::rip {

/// The plates that pages of a run have or will have, whichever thread makes them, as if the pages were made one after
/// the other: of two with the same plates the first one has them, or the second where the first one fails. Any thread.
class Claims {
 public:
  /// Waits until all pages before `page`, counted from 0, have claimed or ended, and those that claimed one of these
  /// files have ended. Errors: another page has made one of them.
  Status claim(std::size_t page, const std::vector<std::string>& files);

  /// Every page ends, whether it claimed or not; it may claim once more, where it did not make its plates.
  void end(std::size_t page, bool made);

 private:
  [[nodiscard]] std::size_t first_unclaimed() const;
  [[nodiscard]] bool is_in_work(const std::set<std::filesystem::path>& places) const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, std::set<std::filesystem::path>> claims_;  // of all pages so far; empty: it has ended
  std::set<std::filesystem::path> made_;
};

/// Plate files of one page, whose names no page that is made beside may take, nor a later one where they are kept.
class DealtFiles : public PlateFiles {
 public:
  /// `page`: its number in the run. `job` and `claims` outlive this.
  DealtFiles(const Job& job, Claims& claims, std::size_t page) : PlateFiles(job), claims_(claims), page_(page) {}
  DealtFiles(const DealtFiles&) = delete;
  DealtFiles& operator=(const DealtFiles&) = delete;
  ~DealtFiles() override { claims_.end(page_, made_); }

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;

  /// The page is whole, its plates have their names: no other page of the run may have them.
  void keep() { made_ = true; }

 private:
  Claims& claims_;
  std::size_t page_;
  bool made_ = false;
};

}  // namespace platerip::rip
