// The core of an inkjet driver: rows of a page come in, and the passes of a print head leave, while the page still
// arrives. Start your own driver from it: take rows from your spooler in PageOnStream::read(), and send your head's
// language in Head::print(). docs/inkjet.md shows how to call it, and what leaves.
#include <platerip/platerip.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace platerip;

// A PPM page at standard input, without comments: what pdftoppm and Ghostscript's ppmraw write.
class PageOnStream : public rip::PageRows {
 public:
  static std::optional<PageOnStream> open() {
    PageOnStream page;
    const int read = std::scanf("P6 %10" SCNd64 " %10" SCNd64 " 255", &page.info_.width, &page.info_.height);
    if (read != 2 || std::getchar() == EOF) return std::nullopt;
    return page;
  }

  const tiffio::PageInfo& info() const override { return info_; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    const auto bytes = static_cast<std::size_t>(info_.row_bytes());
    for (std::int64_t row = 0; row < rows; ++row, out += stride)
      if (std::fread(out, 1, bytes, stdin) != bytes) return Error{"the page ends early"};
    return {};
  }

 private:
  tiffio::PageInfo info_;
};

// A print head: for each ink a column of nozzles, which are some rows apart. The rows between are printed by the passes
// before and after, with other nozzles, so that no fault of a nozzle prints two rows side by side.
struct Head {
  std::vector<std::string> inks;  // in the order of their columns; empty: as the plates come
  std::int64_t nozzles = 180;     // of an ink
  std::int64_t pitch = 1;         // rows from one nozzle to the next, and passes until every row is printed

  // Each pass begins this many rows below the one before. Every row is printed once if this number and the pitch have
  // no common divisor, so some of the last nozzles may rest.
  std::int64_t feed() const {
    std::int64_t rows = nozzles;
    while (std::gcd(rows, pitch) != 1) --rows;
    return rows;
  }

  void begin(const rip::PlatesInfo& page) const {
    std::printf("page %" PRId64 " %" PRId64 " %d %" PRId64 " %" PRId64 "\n", page.width, page.height,
                halftone::plate_bits(page.levels), feed(), pitch);
    for (const std::string& ink : inks) std::printf("%s\n", ink.c_str());
  }

  // One pass. The first nozzle is at row `top` of the page, which may be above the page. `rows` has a row of pixels for
  // each nozzle of the first ink, then of the next.
  void print(std::int64_t top, std::span<const std::span<const std::byte>> rows) const {
    std::printf("pass %" PRId64 "\n", top);
    for (const std::span<const std::byte> row : rows) std::fwrite(row.data(), 1, row.size(), stdout);
    std::fflush(stdout);
  }
};

// Weaves the rows of the plates into passes. A pass is printed as soon as its last row is there; a row is forgotten as
// soon as no further pass has it.
class Passes : public rip::PlateSink {
 public:
  explicit Passes(Head head) : head_(std::move(head)) {}

  Status begin(const rip::PlatesInfo& page, std::vector<rip::OutputFile>&) override {
    if (head_.inks.empty()) head_.inks = page.inks;
    plate_of_.clear();
    for (const std::string& ink : head_.inks) {
      const auto plate = std::ranges::find(page.inks, ink);
      if (plate == page.inks.end()) return Error{"the head has " + ink + ", but the page has no such plate"};
      plate_of_.push_back(static_cast<std::size_t>(plate - page.inks.begin()));
    }
    for (const std::string& ink : page.inks)
      if (std::ranges::find(head_.inks, ink) == head_.inks.end())
        return Error{"the page has a plate of " + ink + ", but the head has no such ink"};
    row_bytes_ = static_cast<std::size_t>(halftone::plate_row_bytes(page.width, page.levels));
    blank_.assign(row_bytes_, std::byte{0});
    height_ = page.height;
    rows_.clear();
    first_row_ = 0;
    top_ = -(head_.pitch - 1) * head_.feed();
    head_.begin(page);
    return {};
  }

  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override {
    for (std::int64_t row = 0; row < rows; ++row) {
      std::vector<std::byte> of_inks;
      for (const std::size_t plate : plate_of_) {
        const std::byte* const from = plates[plate].pixels + row * plates[plate].stride;
        of_inks.insert(of_inks.end(), from, from + row_bytes_);
      }
      rows_.push_back(std::move(of_inks));
    }
    while (top_ + (head_.feed() - 1) * head_.pitch < next_row()) print_pass();
    return std::ferror(stdout) != 0 ? Error{"the head takes no more rows"} : Status();
  }

  Status finish() override {
    while (top_ < height_) print_pass();
    return std::ferror(stdout) != 0 ? Error{"the head takes no more rows"} : Status();
  }

  // When the first pass was printed.
  std::optional<std::chrono::steady_clock::time_point> first_pass;

 private:
  std::int64_t next_row() const { return first_row_ + static_cast<std::int64_t>(rows_.size()); }

  std::span<const std::byte> row_of(std::int64_t row, std::size_t ink) const {
    if (row < 0 || row >= height_) return blank_;
    return std::span(rows_[static_cast<std::size_t>(row - first_row_)]).subspan(ink * row_bytes_, row_bytes_);
  }

  void print_pass() {
    std::vector<std::span<const std::byte>> rows;
    for (std::size_t ink = 0; ink < head_.inks.size(); ++ink)
      for (std::int64_t nozzle = 0; nozzle < head_.feed(); ++nozzle)
        rows.push_back(row_of(top_ + nozzle * head_.pitch, ink));
    head_.print(top_, rows);
    if (!first_pass) first_pass = std::chrono::steady_clock::now();
    top_ += head_.feed();
    for (; first_row_ < top_ && !rows_.empty(); ++first_row_) rows_.pop_front();
  }

  Head head_;
  std::vector<std::size_t> plate_of_;  // of each ink of the head
  std::size_t row_bytes_ = 0;          // of one ink
  std::vector<std::byte> blank_;
  std::int64_t height_ = 0;
  std::deque<std::vector<std::byte>> rows_;  // from first_row_ on: the inks of a row, one after the other
  std::int64_t first_row_ = 0;
  std::int64_t top_ = 0;  // of the next pass
};

int fail(const Error& error) {
  const auto spelled = [](const std::string& setting) { return std::optional("--" + setting); };
  std::fprintf(stderr, "inkjet: %s\n", rip::one_line(error, spelled).c_str());
  return 1;
}

std::int64_t number(const std::string& word, std::int64_t most) {
  return std::clamp<std::int64_t>(std::strtoll(word.c_str(), nullptr, 10), 1, most);
}

// The words of the command line, NAME VALUE: those of the head, and all options of a job.
Status read_options(std::span<char*> words, Head& head, rip::Job& job) {
  for (; !words.empty(); words = words.subspan(2)) {
    const std::string_view name = words[0];
    if (words.size() < 2 || !name.starts_with("--")) return Error{std::string(name) + ": give --OPTION VALUE"};
    const std::string value = words[1];
    if (name == "--nozzles") {
      head.nozzles = number(value, 1'000'000);
    } else if (name == "--passes") {
      head.pitch = number(value, 1000);
    } else if (name == "--head") {
      std::istringstream inks(value);
      for (std::string ink; std::getline(inks, ink, ',');) head.inks.push_back(ink);
    } else if (const Status status = rip::set_option(job, name.substr(2), value); !status.ok()) {
      return status;
    }
  }
  return rip::check_job(job);
}

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  Head head;
  rip::Job job;
  const auto words = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  if (const Status status = read_options(words, head, job); !status.ok()) return fail(status.error());
  // Strips no higher than a pass: the first leaves early, and little waits.
  if (!job.strip_rows) job.strip_rows = head.feed();

  auto page = PageOnStream::open();
  if (!page) return fail(Error{"standard input: is no PPM page"});
  Passes passes(head);
  const auto report = rip::rip_page(job, {"standard input"}, *page, passes);
  if (!report.ok()) return fail(report.error());

  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const std::chrono::duration<double> waited = passes.first_pass.value_or(start) - start;
  std::fprintf(stderr, "first pass after %.3f s, memory %.0f MiB\n", waited.count(),
               static_cast<double>(used.ru_maxrss) / 1024);
}
