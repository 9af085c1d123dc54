// Plates without a file: a page that is made row by row becomes bits in memory. A driver begins here; it gives rows of
// its own in read() and sends the bits to its device in write().
#include <platerip/platerip.h>
#include <algorithm>
#include <cstdio>
#include <map>

using namespace platerip;

// A page of RGB that fades from black to white. rip_page() asks for its rows in order, some at a time.
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
  tiffio::PageInfo info_{.width = 1024, .height = 256, .resolution = {600, 600, 2}};
};

// Plates in memory: of each ink its rows, a bit a pixel, 1 where there is ink.
class Memory : public rip::PlateSink {
 public:
  Status begin(const rip::PlatesInfo& plates, std::vector<rip::OutputFile>&) override {
    page_ = plates;
    return {};
  }

  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override {
    const std::int64_t bytes = halftone::plate_row_bytes(page_.width, page_.levels);
    for (std::size_t ink = 0; ink < plates.size(); ++ink) {
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::byte* const from = plates[ink].pixels + row * plates[ink].stride;
        bits[page_.inks[ink]].insert(bits[page_.inks[ink]].end(), from, from + bytes);
      }
    }
    return {};
  }

  Status finish() override { return {}; }

  std::map<std::string, std::vector<std::byte>> bits;

 private:
  rip::PlatesInfo page_;
};

int main() {
  rip::Job job;  // as `platerip` without options; fields may be set too, without words
  Status status = rip::set_option(job, "halftone", "fan");
  if (status.ok()) status = rip::check_job(job);
  if (status.ok()) {
    Gradient page;
    Memory plates;
    const auto report = rip::rip_page(job, {"a gradient"}, page, plates);
    if (report.ok()) {
      for (const rip::PlateReport& plate : report->plates)
        std::printf("%s: %zu bytes, %.1f %% ink\n", plate.ink.c_str(), plates.bits[plate.ink].size(),
                    plate.coverage_percent);
      return 0;
    }
    status = report.error();
  }
  const auto as_it_is = [](const std::string& setting) { return std::optional(setting); };
  std::fprintf(stderr, "%s\n", rip::one_line(status.error(), as_it_is).c_str());
  return 1;
}
