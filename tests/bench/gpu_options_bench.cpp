// From host to host through a GPU, as gpu_page_bench, but of any page and with any options of platerip: the rows of a
// page in pinned memory to plates in pinned memory, with everything between that the program does. Prints milliseconds,
// and those of the upload of the page's bytes alone, medians of several pages; in brackets, how many of the former pass
// before the first strip is read and after the last plate is there.
//   gpu_options_bench HEIGHT --backend cuda [OPTION...] PAGE      repeats the rows of PAGE to a page of so many rows
// Each strip's memory gets rows once, and keeps them: no page can be read into it as fast as it is uploaded. Pages that
// are turned copy their pixels from the page's memory. Proofs of the page before are removed first.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rip/app/options.h"
#include "rip/makers/gpu_kinds.h"
#include "rip/page/rip_page.h"
#include "rip/pages/page_files.h"
#include "rip/proofs/page_proofs.h"
#include "tests/bench/times.h"

namespace {

using namespace platerip;
using namespace platerip::rip;

using Clock = std::chrono::steady_clock;

constexpr int repeats = 9;

double ms_between(Clock::time_point first, Clock::time_point last) {
  return std::chrono::duration<double, std::milli>(last - first).count();
}

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "gpu_options_bench: %s\n", message.c_str());
  std::exit(1);
}

void must(cudaError_t error) {
  if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

template <typename Value>
Value must(Result<Value> result) {
  if (!result.ok()) fail(result.error().message);
  return *std::move(result);
}

/// The rows of a page, again and again, without end.
class RepeatedRows : public PageRows {
 public:
  RepeatedRows(PageRows& page, std::int64_t height) : info_(page.info()), memory_bytes_(page.memory_bytes()) {
    rows_.resize(static_cast<std::size_t>(info_.height * info_.row_bytes()));
    if (const Status status = page.read(info_.height, rows_.data(), info_.row_bytes()); !status.ok())
      fail(status.error().message);
    info_.height = height;
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return memory_bytes_; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    begin();
    if (!filled_.insert(out).second) return {};
    const auto row_bytes = static_cast<std::size_t>(info_.row_bytes());
    for (; rows > 0; --rows, out += stride, at_ = (at_ + row_bytes) % rows_.size())
      std::copy_n(rows_.data() + at_, row_bytes, out);
    return {};
  }

  [[nodiscard]] ReadOrder order() const override { return ReadOrder::any_pixels; }

  /// When the page's first rows were read.
  [[nodiscard]] Clock::time_point begun() const { return begun_; }
  void reset() { has_begun_ = false; }

  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    begin();
    const std::int64_t row_bytes = info_.row_bytes(), pixel_bytes = row_bytes / info_.width;
    const std::int64_t rows = std::ssize(rows_) / row_bytes;
    for (std::int64_t row = part.row; row < part.row + part.rows; ++row, out += stride)
      std::copy_n(rows_.data() + row % rows * row_bytes + part.column * pixel_bytes, part.columns * pixel_bytes, out);
    return {};
  }

 private:
  void begin() {
    if (!has_begun_.exchange(true)) begun_ = Clock::now();
  }

  tiffio::PageInfo info_;
  std::optional<std::size_t> memory_bytes_;
  std::vector<std::byte> rows_;
  std::size_t at_ = 0;
  std::set<std::byte*> filled_;
  std::atomic<bool> has_begun_ = false;
  Clock::time_point begun_;
};

class NoPlates : public PlateSink {
 public:
  Status begin(const PlatesInfo& /*plates*/, std::vector<OutputFile>& /*files*/) override { return {}; }
  Status write(std::span<const halftone::Plate> /*plates*/, std::int64_t /*rows*/) override { return {}; }
  Status finish() override {
    finished_ = Clock::now();
    return {};
  }

  /// When the page's last plate was there.
  [[nodiscard]] Clock::time_point finished() const { return finished_; }

 private:
  Clock::time_point finished_;
};

/// The time for uploading so many bytes in pieces, without any other work.
double upload(std::int64_t bytes) {
  constexpr std::int64_t piece = std::int64_t{16} << 20;
  void *host = nullptr, *device = nullptr;
  must(cudaMallocHost(&host, piece));
  must(cudaMalloc(&device, piece));
  const double time = seconds([&] {
    for (std::int64_t left = bytes; left > 0; left -= piece)
      must(cudaMemcpyAsync(device, host, static_cast<std::size_t>(std::min(left, piece)), cudaMemcpyHostToDevice));
    must(cudaDeviceSynchronize());
  });
  must(cudaFree(device));
  must(cudaFreeHost(host));
  return time;
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc < 3) fail("give a height, options and a page");
  const std::int64_t height = std::atoll(argv[1]);
  argv[1] = argv[0];
  const Options options = must(parse_options(argc - 1, argv + 1));
  const Job& job = options.job;
  PageFiles pages(options.pages, reader_memory(job), job.threads, read_settings(job));
  auto page = pages.next();
  if (!page) fail("there is no page");
  const NextPage opened = must(*std::move(page));
  RepeatedRows rows(*opened.rows, height);
  NoPlates plates;
  const RunResources resources{.press = must(open_press(job)), .gpu = open_gpu(job.device, job.gpu_memory)};
  const auto make = [&] { must(rip_page(job, opened.source, rows, plates, {}, resources)); };
  make();  // starts the GPU, makes tables, and fills the memory of strips
  const std::int64_t bytes = height * rows.info().row_bytes();
  std::vector<double> made, uploaded, before, after;
  for (int i = 0; i < repeats; ++i) {
    uploaded.push_back(upload(bytes));
    for (const std::string& proof : proof_files(job)) std::remove(proof.c_str());
    rows.reset();
    const Clock::time_point start = Clock::now();
    make();
    const Clock::time_point end = Clock::now();
    made.push_back(ms_between(start, end));
    before.push_back(ms_between(start, rows.begun()));
    after.push_back(ms_between(plates.finished(), end));
  }
  std::printf("%.2f ms, upload alone %.2f ms (%.2f before, %.2f after)\n", median(made), 1e3 * median(uploaded),
              median(before), median(after));
}
