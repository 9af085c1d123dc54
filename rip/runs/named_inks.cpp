#include "rip/runs/named_inks.h"

#include "rip/job/color/inks_of_page.h"
#include "rip/job/press.h"
#include "rip/pages/page_files.h"

namespace platerip::rip {

Status check_named_inks(const Job& job, const Press& press, const std::vector<std::string>& files) {
  Status inks = check_ink_names(job, press);
  if (inks.ok() || files.front() == "-") return inks;
  const auto named = [&](const tiffio::PageInfo& page) {
    const PageInks of_page = page_inks(job, press, page);
    return std::vector(of_page.spots().begin(), of_page.spots().end());
  };
  const auto spots = spot_inks(files, reader_memory(job), named, read_settings(job));
  return spots.empty() ? inks : check_ink_names(job, press, spots);
}

}  // namespace platerip::rip
