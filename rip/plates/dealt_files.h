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

#include "rip/plates/kept_files.h"
#include "rip/plates/plate_files.h"

namespace platerip::rip {

/// The plates that pages of a run will have, whichever thread makes them, as if the pages were made one after the
/// other: of two with the same plates the first one has them, or the second where the first one fails. Any thread.
class Claims {
 public:
  /// `kept` outlives this. Who makes plates adds them there before its page ends.
  explicit Claims(const KeptFiles& kept) : kept_(kept) {}

  /// Waits until all pages before `page`, counted from 0, have claimed or ended, and those that claimed one of these
  /// files have ended. Errors: one of them is kept.
  Status claim(std::size_t page, const std::vector<std::string>& files);

  /// Every page ends, whether it claimed or not; it may claim once more, where it did not make its plates.
  void end(std::size_t page);

 private:
  void set_claimed(std::size_t page);
  [[nodiscard]] bool is_in_work(const std::vector<std::filesystem::path>& places) const;

  const KeptFiles& kept_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, std::vector<std::filesystem::path>> in_work_;  // of pages that have not ended
  std::size_t first_unclaimed_ = 0;                                    // page
  std::set<std::size_t> claimed_;                                      // pages behind that one; ended ones too
};

/// Plate files of one page, whose names no page that is made beside may take.
class DealtFiles : public PlateFiles {
 public:
  /// `page`: its number in the run. `claims` outlives this.
  DealtFiles(const PlateSettings& settings, Claims& claims, std::size_t page)
      : PlateFiles(settings), claims_(claims), page_(page) {}
  DealtFiles(const DealtFiles&) = delete;
  DealtFiles& operator=(const DealtFiles&) = delete;
  ~DealtFiles() override { claims_.end(page_); }

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;

 private:
  Claims& claims_;
  std::size_t page_;
};

}  // namespace platerip::rip
