// Kouge, Ito, Nakano: the exhaustive searches on a GPU. The page is cut into subimages of 9×9 pixels in four groups.
// Subimages of one group do not affect each other, so a thread block searches each of them. Its threads are the places
// that a window changes. They try pattern after pattern, and add up the errors in shared memory by halves.
#include <algorithm>
#include <cstdio>

#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/kouge.h"

namespace platerip::literature {
namespace {

using namespace kouge;

constexpr int side = 9;                                // of a subimage
constexpr int affected = window + 2 * reach;           // rows and columns of the places that a window changes
constexpr int region = side + window - 1 + 2 * reach;  // and of those of a subimage's windows
static_assert(region == 2 * side);
constexpr int threads = 128;
static_assert(affected * affected <= threads);

// From one pattern of a list to the next: one or two pixels that change.
struct Flips {
  std::uint8_t first;
  std::uint8_t second;  // or `none`
};
constexpr std::uint8_t none = 255;

// The orders of patterns: that of the Gray code, which begins with any pattern, and one for each number of pixels with
// ink, one after the other.
struct Orders {
  const Flips* gray;
  const Flips* with_ink[places + 1];
  Pattern first[places + 1];
  int count[places + 1];
};

struct Image {
  int width;
  int height;
  const std::uint8_t* samples;
  const int* thresholds;
  int* errors;
  std::uint8_t* pixels;
  int* changed;   // the round in which a pixel last changed
  int* searched;  // windows of this round
};

struct Weights {
  int of[2 * reach + 1][2 * reach + 2];
};

__global__ void dither(Image image) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= image.width * image.height) return;
  image.pixels[i] = image.thresholds[i] < image.samples[i] * unit / 255 ? 1 : 0;
  image.changed[i] = 0;
}

__global__ void blur(Image image, const __grid_constant__ Weights weights) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= image.width * image.height) return;
  const int y = i / image.width, x = i % image.width;
  int error = image.samples[i] * unit / 255;
  for (int v = max(y - reach, 0); v <= min(y + reach, image.height - 1); ++v) {
    for (int u = max(x - reach, 0); u <= min(x + reach, image.width - 1); ++u)
      error -= image.pixels[v * image.width + u] * weights.of[v - y + reach][u - x + reach];
  }
  image.errors[i] = error;
}

class SubimageSearch {
 public:
  struct Memory {
    int weights[places][threads];
    int errors[region][region];
    std::uint8_t pixels[side + window - 1][side + window - 1];
    int sums[2][threads];
    int least;
    Pattern best;
  };

  __device__ SubimageSearch(const Image& image, const Orders& orders, int round, int y, int x, Memory& memory)
      : image_(image),
        orders_(orders),
        round_(round),
        y_(y),
        x_(x),
        memory_(memory),
        thread_(static_cast<int>(threadIdx.x)),
        place_y_(thread_ / affected),
        place_x_(thread_ % affected) {}

  __device__ void search(const Weights& weights, bool partial) {
    load(weights);
    for (int y = 0; y < side && y_ + y + window <= image_.height; ++y) {
      for (int x = 0; x < side && x_ + x + window <= image_.width; ++x) {
        if (is_worth_a_search(y_ + y, x_ + x)) search_window(y, x, partial);
      }
    }
    for (int i = thread_; i < region * region; i += threads) {
      const int y = y_ - reach + i / region, x = x_ - reach + i % region;
      if (has(y, x)) image_.errors[y * image_.width + x] = memory_.errors[i / region][i % region];
    }
  }

 private:
  __device__ bool has(int y, int x) const { return y >= 0 && y < image_.height && x >= 0 && x < image_.width; }

  __device__ void load(const Weights& weights) {
    for (int i = thread_; i < region * region; i += threads) {
      const int y = y_ - reach + i / region, x = x_ - reach + i % region;
      memory_.errors[i / region][i % region] = has(y, x) ? image_.errors[y * image_.width + x] : 0;
    }
    constexpr int rows = side + window - 1;
    for (int i = thread_; i < rows * rows; i += threads) {
      const int y = y_ + i / rows, x = x_ + i % rows;
      memory_.pixels[i / rows][i % rows] = has(y, x) ? image_.pixels[y * image_.width + x] : 0;
    }
    for (int i = 0; i < places; ++i) {
      const int v = place_y_ - i / window, u = place_x_ - i % window;
      const bool is_reached = place_y_ < affected && v >= 0 && v <= 2 * reach && u >= 0 && u <= 2 * reach;
      memory_.weights[i][thread_] = is_reached ? weights.of[v][u] : 0;
    }
    __syncthreads();
  }

  // Whether a pixel around the window has changed since the round before.
  __device__ bool is_worth_a_search(int y, int x) const {
    if (round_ == 1) return true;
    constexpr int rows = window + 4 * reach;
    bool any = false;
    for (int i = thread_; i < rows * rows; i += threads) {
      const int v = y - 2 * reach + i / rows, u = x - 2 * reach + i % rows;
      any = any || (has(v, u) && image_.changed[v * image_.width + u] >= round_ - 1);
    }
    return __syncthreads_or(any) != 0;
  }

  __device__ void search_window(int y, int x, bool partial) {
    const bool is_place = place_y_ < affected && has(y_ + y + place_y_ - reach, x_ + x + place_x_ - reach);
    counts_ = is_place ? 1 : 0;
    error_ = is_place ? memory_.errors[y + place_y_][x + place_x_] : 0;
    Pattern before = 0;
    for (int i = 0; i < places; ++i)
      before = static_cast<Pattern>(before | memory_.pixels[y + i / window][x + i % window] << i);
    pattern_ = before;
    const int least = sum();
    if (thread_ == 0) {
      memory_.least = least;
      memory_.best = before;
    }
    __syncthreads();
    partial ? try_similar_ink(__popc(before)) : try_list(orders_.gray, (1 << places) - 1);
    const Pattern best = memory_.best;
    flip(pattern_ ^ best);
    if (is_place) memory_.errors[y + place_y_][x + place_x_] = error_;
    if (thread_ < places && ((before ^ best) >> thread_ & 1) != 0) {
      const int v = y + thread_ / window, u = x + thread_ % window, i = (y_ + v) * image_.width + x_ + u;
      memory_.pixels[v][u] ^= 1;
      image_.pixels[i] ^= 1;
      image_.changed[i] = round_;
    }
    if (thread_ == 0) atomicAdd(image_.searched, 1);
    __syncthreads();
  }

  // Tries patterns with so much ink, then with more and with less as long as that helps.
  __device__ void try_similar_ink(int ink) {
    try_ink(ink);
    for (int more = ink + 1; more <= places && try_ink(more); ++more) continue;
    for (int less = ink - 1; less >= 0 && try_ink(less); --less) continue;
  }
  // Returns whether a pattern with so much ink is better than all before.
  __device__ bool try_ink(int ink) {
    const int before = memory_.least;
    __syncthreads();
    flip(pattern_ ^ orders_.first[ink]);
    compare();
    try_list(orders_.with_ink[ink], orders_.count[ink] - 1);
    return memory_.least < before;
  }

  __device__ void try_list(const Flips* flips, int count) {
    for (int i = 0; i < count; ++i) {
      const Flips next = flips[i];
      flip_place(next.first);
      if (next.second != none) flip_place(next.second);
      compare();
    }
    __syncthreads();
  }

  __device__ void flip(unsigned pixels) {
    for (; pixels != 0; pixels &= pixels - 1) flip_place(__ffs(static_cast<int>(pixels)) - 1);
  }
  __device__ void flip_place(int place) {
    const int weight = memory_.weights[place][thread_] * counts_;
    error_ += (pattern_ >> place & 1) != 0 ? weight : -weight;
    pattern_ ^= static_cast<Pattern>(1 << place);
  }

  __device__ void compare() {
    const int error = sum();
    if (thread_ != 0 || error >= memory_.least) return;
    memory_.least = error;
    memory_.best = pattern_;
  }

  // The sum of |error| over all threads, in the first one. Two sums in turn need only one barrier more.
  __device__ int sum() {
    int* sums = memory_.sums[turn_ ^= 1];
    sums[thread_] = abs(error_);
    __syncthreads();
    if (thread_ < 64) sums[thread_] += sums[thread_ + 64];
    __syncthreads();
    if (thread_ >= 32) return 0;
    for (int half = 32; half > 0; half /= 2) {
      if (thread_ < half) sums[thread_] += sums[thread_ + half];
      __syncwarp();
    }
    return sums[0];
  }

  const Image& image_;
  const Orders& orders_;
  int round_;
  int y_;  // of the subimage
  int x_;
  Memory& memory_;
  int thread_;
  int place_y_;  // of the thread in a window's places
  int place_x_;
  int counts_ = 0;  // 1 if the place is on the page
  int error_ = 0;
  Pattern pattern_ = 0;
  int turn_ = 0;
};

__global__ void __launch_bounds__(threads)
    search_group(const __grid_constant__ Image image, const __grid_constant__ Orders orders,
                 const __grid_constant__ Weights weights, bool partial, int round, int first_row, int first_column) {
  __shared__ SubimageSearch::Memory memory;
  const int y = (first_row + 2 * static_cast<int>(blockIdx.y)) * side;
  const int x = (first_column + 2 * static_cast<int>(blockIdx.x)) * side;
  SubimageSearch(image, orders, round, y, x, memory).search(weights, partial);
}

Weights weights_of_filter() {
  const Filter filter;
  Weights weights{};
  std::copy_n(&filter.weight[0][0], sizeof weights.of / sizeof(int), &weights.of[0][0]);
  return weights;
}

// The flips of all orders, one order after the other; and where each begins.
struct Lists {
  std::vector<Flips> flips;
  int gray = 0;
  int with_ink[places + 1] = {};

  Lists() {
    for (unsigned i = 1; i < 1U << places; ++i) flips.push_back({static_cast<std::uint8_t>(std::countr_zero(i)), none});
    for (int ink = 0; ink <= places; ++ink) {
      with_ink[ink] = static_cast<int>(flips.size());
      const std::vector<Pattern>& patterns = patterns_with(ink);
      for (std::size_t i = 1; i < patterns.size(); ++i) {
        const unsigned changes = patterns[i - 1] ^ patterns[i];
        flips.push_back({static_cast<std::uint8_t>(std::countr_zero(changes)),
                         static_cast<std::uint8_t>(std::bit_width(changes) - 1)});
      }
    }
  }
};

class KougeSession final : public Session {
 public:
  KougeSession(const Page& page, bool partial)
      : page_(page),
        partial_(partial),
        weights_(weights_of_filter()),
        samples_(page.pixels()),
        thresholds_(page.pixels()),
        errors_(page.pixels()),
        pixels_(page.pixels()),
        changed_(page.pixels()),
        searched_(1),
        flips_(lists().flips.size()),
        image_{page.width,     page.height,    samples_.data(), thresholds_.data(),
               errors_.data(), pixels_.data(), changed_.data(), searched_.data()} {
    must(cudaMemcpy(flips_.data(), lists().flips.data(), flips_.bytes(), cudaMemcpyHostToDevice), "orders");
    orders_.gray = flips_.data();
    for (int ink = 0; ink <= places; ++ink) {
      orders_.with_ink[ink] = flips_.data() + lists().with_ink[ink];
      orders_.first[ink] = patterns_with(ink).front();
      orders_.count[ink] = static_cast<int>(patterns_with(ink).size());
    }
  }

  void poison() override {
    pixels_.poison();
    errors_.poison();
  }
  /// Includes the transfers, as in the paper.
  double run() override {
    const std::vector<int> thresholds = random_thresholds(page_.pixels());
    return took_ = milliseconds([&] {
             upload(page_, samples_.data());
             must(cudaMemcpy(thresholds_.data(), thresholds.data(), thresholds_.bytes(), cudaMemcpyHostToDevice),
                  "thresholds");
             begin();
             all_searched_ = rounds_ = 0;
             while (const int searched = round(rounds_ + 1)) {
               all_searched_ += searched;
               ++rounds_;
             }
             pixels_on_host_.resize(page_.pixels());
             levels(pixels_on_host_);
           });
  }
  void levels(std::span<std::uint8_t> to) override {
    must(cudaMemcpy(to.data(), pixels_.data(), to.size(), cudaMemcpyDeviceToHost), "download");
  }

  [[nodiscard]] std::string note() const override {
    char line[160];
    std::snprintf(line, sizeof line, "average error %.2f after %d rounds, %d searches and %.0f ms",
                  found().average_error(), rounds_, all_searched_, took_);
    return line;
  }
  // No window has a better pattern than the one that was found.
  [[nodiscard]] std::string fault() const override {
    if (page_.pixels() > 1024) return {};
    Search search = found();
    const double before = search.average_error();
    search.round(partial_);
    return search.average_error() < before ? "WRONG: a window has a better pattern" : "";
  }

 private:
  static const Lists& lists() {
    static const Lists all;
    return all;
  }

  [[nodiscard]] Search found() const {
    Search search(page_);
    search.print(pixels_on_host_);
    return search;
  }

  void begin() {
    const int blocks = (page_.width * page_.height + threads - 1) / threads;
    dither<<<blocks, threads>>>(image_);
    blur<<<blocks, threads>>>(image_, weights_);
    must(cudaGetLastError(), "start");
  }

  // Returns the number of windows that were searched.
  int round(int number) {
    must(cudaMemset(searched_.data(), 0, sizeof(int)), "clear");
    const int rows = (page_.height + side - 1) / side, columns = (page_.width + side - 1) / side;
    for (const auto& [row, column] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
      const dim3 grid(static_cast<unsigned>((columns - column + 1) / 2), static_cast<unsigned>((rows - row + 1) / 2));
      if (grid.x == 0 || grid.y == 0) continue;
      search_group<<<grid, threads>>>(image_, orders_, weights_, partial_, number, row, column);
      must(cudaGetLastError(), "search");
    }
    int searched = 0;
    must(cudaMemcpy(&searched, searched_.data(), sizeof searched, cudaMemcpyDeviceToHost), "search");
    return searched;
  }

  const Page& page_;
  bool partial_;
  Weights weights_;
  Buffer<std::uint8_t> samples_;
  Buffer<int> thresholds_;
  Buffer<int> errors_;
  Buffer<std::uint8_t> pixels_;
  Buffer<int> changed_;
  Buffer<int> searched_;
  Buffer<Flips> flips_;
  Orders orders_{};
  Image image_;
  std::vector<std::uint8_t> pixels_on_host_;
  int rounds_ = 0;
  int all_searched_ = 0;
  double took_ = 0;
};

}  // namespace

std::unique_ptr<Session> begin_kouge(const Page& page, bool partial) {
  return std::make_unique<KougeSession>(page, partial);
}

}  // namespace platerip::literature
