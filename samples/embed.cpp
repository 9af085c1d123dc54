// Makes plates in memory from rows in memory, without files. Start your driver from this: supply rows in read(), send
// bits in write().
#include <platerip/platerip.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

using namespace platerip;

// An RGB page that fades from black to white. rip_page() reads it from top to bottom, a strip at a time.
class Gradient : public rip::PageRows {
 public:
  const tiffio::PageInfo& info() const override { return info_; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (std::int64_t row = 0; row < rows; ++row, out += stride) {
      for (std::int64_t x = 0; x < info_.width; ++x)
        std::fill_n(out + 3 * x, 3, static_cast<std::byte>(255 * x / (info_.width - 1)));
    }
    return {};
  }

 private:
  tiffio::PageInfo info_{.width = 1024, .height = 256, .resolution = {600, 600, 2}};  // 2: pixels per inch
};

// Keeps the rows of each ink. A pixel takes one bit, 1 is ink; with 3 or 4 levels it takes two bits, with 16 four.
class PlatesInMemory : public rip::PlateSink {
 public:
  // The second parameter is for sinks that write files.
  Status begin(const rip::PlatesInfo& plates, std::vector<rip::OutputFile>&) override {
    page_ = plates;
    return {};
  }

  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override {
    const std::int64_t bytes = halftone::plate_row_bytes(page_.width, page_.levels);
    for (std::size_t ink = 0; ink < plates.size(); ++ink) {
      std::vector<std::byte>& kept = bits[page_.inks[ink]];
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::byte* const from = plates[ink].pixels + row * plates[ink].stride;
        kept.insert(kept.end(), from, from + bytes);
      }
    }
    return {};
  }

  Status finish() override { return {}; }

  std::map<std::string, std::vector<std::byte>> bits;

 private:
  rip::PlatesInfo page_;
};

int fail(const Error& error) {
  // A driver spells settings as its users know them; here they keep their names.
  const auto spelled = [](const std::string& setting) { return std::optional(setting); };
  std::fprintf(stderr, "%s\n", rip::one_line(error, spelled).c_str());
  return 1;
}

int main() {
  rip::Job job;  // has the command's defaults; you can also set fields directly
  if (const Status status = rip::set_option(job, "halftone", "fan"); !status.ok()) return fail(status.error());
  if (const Status status = rip::check_job(job); !status.ok()) return fail(status.error());

  Gradient page;
  PlatesInMemory plates;
  const auto report = rip::rip_page(job, {"a gradient"}, page, plates);  // the name is for messages
  if (!report.ok()) return fail(report.error());
  for (const rip::PlateReport& plate : report->plates) {
    std::printf("%s: %zu bytes, %.1f %% ink\n", plate.ink.c_str(), plates.bits[plate.ink].size(),
                plate.coverage_percent);
  }
}
