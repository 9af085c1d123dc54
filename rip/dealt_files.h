// Plates of pages that are made side by side.
#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "rip/plate_files.h"

namespace platerip::rip {

/// The plates that pages of a run have or will have, whichever thread makes them. Any thread.
class Claims {
 public:
  /// Errors: another page has one of them.
  Status claim(const std::vector<std::string>& files);

 private:
  std::mutex mutex_;
  std::set<std::filesystem::path> claimed_;
};

/// Plate files whose names no page that is made beside may take. One for each thread.
class DealtFiles : public PlateFiles {
 public:
  /// Both outlive this.
  DealtFiles(const Job& job, Claims& claims) : PlateFiles(job), claims_(claims) {}

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;

 private:
  Claims& claims_;
};

}  // namespace platerip::rip
