// The interface of every algorithm in the catalogue: a name, where it comes from, what it costs, and a way to run it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "halftone/halftone.h"
#include "tests/bench/literature/page.h"

namespace platerip::literature {

/// The choices that an algorithm may have. 0 leaves a choice to the algorithm.
struct Setting {
  int threads = 0;
  int block = 0;     ///< side of a block in pixels; or threads of a thread block, if each has a pixel
  int handover = 0;  ///< iterations that the CPU does at each end
  int share = 0;     ///< columns of the page that the CPU does
  int levels = 2;
  halftone::Method method = "floyd-steinberg";
};
/// For example "threads=4 block=256"; empty if all choices are left to the algorithm.
std::string text(const Setting& setting);
/// The setting's threads, or all that the machine has.
inline int threads_of(const Setting& setting) {
  return setting.threads ? setting.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

/// A page, ready to be halftoned, and all the memory that this takes.
class Session {
 public:
  virtual ~Session() = default;
  /// Overwrites all results of a run, and what it keeps between its steps. So the results of an earlier run cannot be
  /// taken for its own.
  virtual void poison() = 0;
  /// Halftones the page. Returns milliseconds, measured with the device's clock if only the device works.
  virtual double run() = 0;
  /// Writes the level that the last run gave to each pixel: one byte for each, row after row.
  virtual void levels(std::span<std::uint8_t> to) = 0;
  /// Other findings of the last run.
  [[nodiscard]] virtual std::string note() const { return {}; }
  /// What is wrong with these; empty if nothing is.
  [[nodiscard]] virtual std::string fault() const { return {}; }
};

enum class Where { cpu, gpu, both };

/// What a session's result is compared with: the reference's bits; the page's samples; or nothing, because the session
/// itself says what is wrong.
enum class Bits { reference, copy, own };

/// Bytes that halftoning takes besides the page's samples and one byte for each of its pixels.
struct Footprint {
  std::size_t host = 0;
  std::size_t device = 0;
};

struct Algorithm {
  std::string_view name;   ///< the paper's, if it has one
  std::string_view paper;  ///< "Kasagi", …; "platerip" for the product's engines
  std::string_view table;  ///< heading of the table that has this algorithm
  std::string_view cost;   ///< by the paper's analysis: n pixels, w rows and columns of a block
  Where where = Where::cpu;
  std::function<Footprint(const Page&, const Setting&)> memory;
  std::function<std::unique_ptr<Session>(const Page&, const Setting&)> begin;
  Bits bits = Bits::reference;
  std::vector<Setting> also = {};      ///< settings to check, besides the defaults
  std::vector<Setting> sweep = {};     ///< settings to check, and to time on the pages of the sweeps
  std::vector<double> published = {};  ///< milliseconds at published_sizes
  bool timed = true;                   ///< false if its time is not of interest
  std::string_view missing = {};       ///< what it needs, besides a GPU, and this program was built without
};

/// Sides of the square pages of the tables.
inline constexpr int published_sizes[] = {1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192, 10240, 12288, 14336, 16384};
/// Width and height of the pages on which all settings of a sweep are timed. Two of them are Deshpande's.
inline constexpr std::pair<int, int> sweep_pages[] = {{1024, 768}, {6042, 3298}, {8192, 8192}};

template <typename Function>
double milliseconds(Function function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// A byte that no run leaves: it is neither a level nor part of a pixel's error.
inline constexpr unsigned char poison_byte = 0xA5;
template <typename T>
void spoil(std::span<T> values) {
  std::ranges::fill(std::as_writable_bytes(values), std::byte{poison_byte});
}
/// If a function of the catalogue has memory of its own, it overwrites that in poison().
template <typename Function>
void spoil_memory_of(Function& function) {
  if constexpr (requires { function.poison(); }) function.poison();
}

/// A session for a function that halftones `page` on the CPU, to one byte for each pixel in `levels`.
template <typename Function>
std::unique_ptr<Session> cpu_session(const Page& page, Function function) {
  class CpuSession final : public Session {
   public:
    CpuSession(const Page& p, Function f) : page_(p), function_(std::move(f)), levels_(p.pixels()) {}
    void poison() override {
      spoil(std::span(levels_));
      spoil_memory_of(function_);
    }
    double run() override {
      return milliseconds([&] { function_(page_, levels_.data()); });
    }
    void levels(std::span<std::uint8_t> to) override { std::ranges::copy(levels_, to.begin()); }

   private:
    const Page& page_;
    Function function_;
    std::vector<std::uint8_t> levels_;
  };
  return std::make_unique<CpuSession>(page, std::move(function));
}

/// The same for a function that halftones a Plane to a Plate with packed pixels.
template <typename Function>
std::unique_ptr<Session> plate_session(const Page& page, int levels, Function function) {
  class PlateSession final : public Session {
   public:
    PlateSession(const Page& p, int l, Function f)
        : page_(p),
          levels_(l),
          function_(std::move(f)),
          stride_(static_cast<std::size_t>(halftone::plate_row_bytes(p.width, l)) + 24),
          pixels_(stride_ * static_cast<std::size_t>(p.height)) {}
    void poison() override {
      spoil(std::span(pixels_));
      spoil_memory_of(function_);
    }
    double run() override {
      const halftone::Plane plane{reinterpret_cast<const std::byte*>(page_.samples.data()), page_.stride};
      const halftone::Plate plate{pixels_.data(), static_cast<std::ptrdiff_t>(stride_)};
      return milliseconds([&] { function_(plane, plate); });
    }
    void levels(std::span<std::uint8_t> to) override {
      unpack(pixels_, stride_, page_.width, page_.height, halftone::plate_bits(levels_), to);
    }

   private:
    const Page& page_;
    int levels_;
    Function function_;
    std::size_t stride_;
    std::vector<std::byte> pixels_;
  };
  return std::make_unique<PlateSession>(page, levels, std::move(function));
}

}  // namespace platerip::literature
