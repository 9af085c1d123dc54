// The plate files of pages that are made in parallel.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rip/plates/kept_files.h"
#include "rip/plates/plate_files.h"

namespace platerip::rip {

/// Decides which page may make which plates when several threads make the pages of a run. The result is as if the pages
/// were made one after the other: if two pages would make the same plates, the first page does, or the second if the
/// first one fails. Thread-safe.
class Claims {
 public:
  /// `kept` outlives this. The plates of a page must be added to it before end() is called for the page.
  explicit Claims(const KeptFiles& kept) : kept_(kept) {}

  /// Claims `files` for page number `page`, from 0. Waits until all pages before it have claimed or ended, and until
  /// all pages that claimed one of these files have ended. Errors: one of the files is kept.
  Status claim(std::size_t page, const std::vector<std::string>& files);

  /// The same without waiting. Nothing if it would have to wait.
  std::optional<Status> try_claim(std::size_t page, const std::vector<std::string>& files);

  /// Must be called for every page, whether it claimed or not. A page that did not make its plates may claim again
  /// later.
  void end(std::size_t page);

 private:
  [[nodiscard]] bool may_claim(std::size_t page, const std::vector<std::filesystem::path>& places) const;
  Status set_in_work(std::size_t page, const std::vector<std::string>& files,
                     std::vector<std::filesystem::path> places);
  void set_claimed(std::size_t page);
  [[nodiscard]] bool is_in_work(const std::vector<std::filesystem::path>& places) const;

  const KeptFiles& kept_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, std::vector<std::filesystem::path>> in_work_;  // files of pages that have claimed and not ended
  std::size_t first_unclaimed_ = 0;                                    // the first page that has not claimed yet
  std::set<std::size_t> claimed_;                                      // later pages that have claimed or ended
};

/// The plate files of one page. Pages that are made in parallel cannot take their names.
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
