// Pixels in knight's order, with a launch for each iteration: on the GPU alone, with handover, or hybrid.
#include <algorithm>

#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/knight_order.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {
namespace {

constexpr int delay = KnightOrder::delay;

struct Iteration {
  int t;
  int width;
  int base[4];  // for t, t − 1, t − 2, t − 3
};

// The memory of the CPU or of the GPU, in knight's order.
struct Memory {
  const std::uint8_t* samples;
  std::uint8_t* levels;
  int* errors;
};

// The CPU does the columns below `column`. The errors on both sides of the border, row by row, are in zero-copy memory.
struct Border {
  int column;
  int* left;
  int* right;
};

template <int tones>
__host__ __device__ void collect(const Iteration& now, const Memory& memory, const Border& border, int row) {
  const auto error = [&](int iterations_ago, int r) { return memory.errors[now.base[iterations_ago] + r]; };
  const int column = now.t - delay * row;
  int sum = 0;
  if (column > 0) sum += 7 * (column == border.column ? border.left[row] : error(1, row));
  if (row > 0) {
    if (column > 0) sum += column == border.column ? border.left[row - 1] : error(3, row - 1);
    sum += 5 * error(2, row - 1);
    if (column + 1 < now.width) sum += 3 * (column + 1 == border.column ? border.right[row - 1] : error(1, row - 1));
  }
  const int here = now.base[0] + row;
  const Pixel pixel = halftone_pixel<tones>(memory.samples[here], sum);
  memory.levels[here] = pixel.level;
  memory.errors[here] = pixel.error;
  if (column + 1 == border.column) border.left[row] = pixel.error;
  if (column == border.column) border.right[row] = pixel.error;
}

template <int tones>
__global__ void collect_on_device(Iteration now, Memory memory, Border border, Step rows) {
  const int row = rows.first + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row <= rows.last) collect<tones>(now, memory, border, row);
}

// The GPU alone, handover and hybrid are the same code: the CPU does `handover` iterations at each end, and `share`
// columns between these. The page is in both memories, in knight's order. At the end, so is the halftone, except for
// the CPU's share.
template <int tones>
class Together final : public Session {
 public:
  Together(const Page& page, const Setting& setting)
      : width_(page.width),
        height_(page.height),
        order_(page.width, page.height),
        block_(setting.block),
        handover_(std::min(setting.handover, order_.iterations() / 2)),
        share_(std::min(setting.share, page.width)),
        samples_(page.pixels()),
        levels_(page.pixels()),
        errors_(page.pixels()),
        border_left_(static_cast<std::size_t>(page.height), In::pinned_host),
        border_right_(static_cast<std::size_t>(page.height), In::pinned_host) {
    must(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream");
    upload(page, levels_.data());
    order_.there(levels_.data(), samples_.data(), nullptr);
    must(cudaDeviceSynchronize(), "knight's order");
    if (handover_ == 0 && share_ == 0) return;
    host_samples_.resize(page.pixels());
    host_levels_.resize(page.pixels());
    host_errors_.resize(page.pixels());
    must(cudaMemcpy(host_samples_.data(), samples_.data(), page.pixels(), cudaMemcpyDeviceToHost), "download");
  }
  ~Together() override { cudaStreamDestroy(stream_); }
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;

  void poison() override {
    levels_.poison();
    errors_.poison();
    border_left_.poison();
    border_right_.poison();
    must(cudaDeviceSynchronize(), "poison");
    spoil(std::span(host_levels_));
    spoil(std::span(host_errors_));
  }

  double run() override {
    const int end = order_.iterations();
    return milliseconds([&] {
      for (int t = 0; t < handover_; ++t) run_on_cpu(t, rows_at(t));
      hand_over();
      for (int t = handover_; t < end - handover_; ++t) run_on_both(t);
      take_back(end - handover_);
      for (int t = end - handover_; t < end; ++t) run_on_cpu(t, rows_at(t));
      bring_levels(end - handover_, end);
      must(cudaStreamSynchronize(stream_), "run");
    });
  }

  void levels(std::span<std::uint8_t> to) override {
    for (int t = handover_; share_ > 0 && t < order_.iterations() - handover_; ++t) {
      const Step mine = rows_of_cpu(t);
      if (mine.count() <= 0) continue;
      const int from = order_.base(t) + mine.first;
      copy(levels_.data() + from, host_levels_.data() + from, mine.count(), cudaMemcpyHostToDevice);
    }
    Buffer<std::uint8_t> page(levels_.bytes());
    order_.back(levels_.data(), page.data(), stream_);
    copy(to.data(), page.data(), to.size(), cudaMemcpyDeviceToHost);
    must(cudaStreamSynchronize(stream_), "download");
  }

 private:
  [[nodiscard]] Step rows_at(int t) const { return step_at(t, delay, width_, height_); }
  [[nodiscard]] Step rows_of_gpu(int t) const {
    const Step all = rows_at(t);
    return {all.first, t < share_ ? all.first - 1 : std::min(all.last, (t - share_) / delay)};
  }
  [[nodiscard]] Step rows_of_cpu(int t) const {
    const Step all = rows_at(t);
    return {std::max(all.first, rows_of_gpu(t).last + 1), all.last};
  }
  [[nodiscard]] Iteration iteration(int t) const {
    return {t, width_, {order_.base(t), order_.base(t - 1), order_.base(t - 2), order_.base(t - 3)}};
  }
  [[nodiscard]] Border border() const { return {share_ > 0 ? share_ : -1, border_left_.data(), border_right_.data()}; }

  void run_on_cpu(int t, const Step& rows) {
    const Iteration now = iteration(t);
    const Memory memory{host_samples_.data(), host_levels_.data(), host_errors_.data()};
    const Border at = border();
    for (int row = rows.first; row <= rows.last; ++row) collect<tones>(now, memory, at, row);
  }

  void run_on_both(int t) {
    const Step rows = rows_of_gpu(t);
    if (rows.count() > 0) {
      collect_on_device<tones><<<(rows.count() + block_ - 1) / block_, block_, 0, stream_>>>(
          iteration(t), {samples_.data(), levels_.data(), errors_.data()}, border(), rows);
    }
    if (share_ == 0) return;
    run_on_cpu(t, rows_of_cpu(t));
    must(cudaStreamSynchronize(stream_), "iteration");
  }

  // Copies to the GPU what the CPU did before: all levels, and the errors of the last three iterations.
  void hand_over() {
    if (handover_ == 0) return;
    bring_levels(0, handover_);
    for (int t = std::max(0, handover_ - 3); t < handover_; ++t) copy_errors(t, rows_at(t), cudaMemcpyHostToDevice);
  }
  // Copies the errors of the GPU's last three iterations to the CPU.
  void take_back(int end) {
    if (handover_ == 0) return;
    for (int t = std::max(0, end - 3); t < end; ++t) copy_errors(t, rows_of_gpu(t), cudaMemcpyDeviceToHost);
    must(cudaStreamSynchronize(stream_), "handover");
  }

  void copy_errors(int t, const Step& rows, cudaMemcpyKind kind) {
    if (rows.count() <= 0) return;
    int* on_device = errors_.data() + order_.base(t) + rows.first;
    int* on_host = host_errors_.data() + order_.base(t) + rows.first;
    const bool up = kind == cudaMemcpyHostToDevice;
    copy(up ? on_device : on_host, up ? on_host : on_device, sizeof(int) * static_cast<std::size_t>(rows.count()),
         kind);
  }

  void bring_levels(int begin, int end) {
    if (begin == end) return;
    const int from = order_.base(begin) + rows_at(begin).first;
    const int to = order_.base(end - 1) + rows_at(end - 1).last + 1;
    copy(levels_.data() + from, host_levels_.data() + from, static_cast<std::size_t>(to - from),
         cudaMemcpyHostToDevice);
  }

  void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    must(cudaMemcpyAsync(to, from, bytes, kind, stream_), "copy");
  }

  int width_;
  int height_;
  KnightOrder order_;
  int block_;  // threads of a thread block
  int handover_;
  int share_;
  cudaStream_t stream_ = nullptr;
  Buffer<std::uint8_t> samples_;
  Buffer<std::uint8_t> levels_;
  Buffer<int> errors_;
  Buffer<int> border_left_;
  Buffer<int> border_right_;
  std::vector<std::uint8_t> host_samples_;
  std::vector<std::uint8_t> host_levels_;
  std::vector<int> host_errors_;
};

}  // namespace

std::unique_ptr<Session> begin_knight(const Page& page, const Setting& setting) {
  return with_levels(setting.levels, [&]<int tones>() -> std::unique_ptr<Session> {
    return std::make_unique<Together<tones>>(page, setting);
  });
}

}  // namespace platerip::literature
