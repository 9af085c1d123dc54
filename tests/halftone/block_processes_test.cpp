// A page in two processes that share nothing but two pipes, through which they send C and R as bytes.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "halftone/backends/backends.h"
#include "tests/halftone/wave.h"
#include "tests/seed.h"

namespace platerip::halftone {
namespace {

using Bytes = std::vector<std::byte>;

void write_all(int pipe, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(pipe, bytes.data(), bytes.size());
    if (written <= 0) _exit(2);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void read_all(int pipe, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = read(pipe, bytes.data(), bytes.size());
    if (got <= 0) _exit(3);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

// One end of the two pipes, for one process.
struct Link {
  int in;
  int out;

  void send(std::size_t strip, const BlockErrors& errors) const {
    const Bytes c = to_bytes(errors.c);
    const Bytes r = to_bytes(errors.r);
    const std::array<std::size_t, 3> header{strip, c.size(), r.size()};
    write_all(out, std::as_bytes(std::span(header)));
    write_all(out, c);
    write_all(out, r);
  }
  [[nodiscard]] bool has_news() const {
    pollfd waiting{in, POLLIN, 0};
    return poll(&waiting, 1, 0) > 0;
  }
  void receive(Wave& wave) const {
    std::array<std::size_t, 3> header{};
    read_all(in, std::as_writable_bytes(std::span(header)));
    Bytes c(header[1]);
    Bytes r(header[2]);
    read_all(in, c);
    read_all(in, r);
    auto read_c = boundary_errors_from_bytes(c);
    auto read_r = boundary_errors_from_bytes(r);
    if (!read_c.ok() || !read_r.ok()) _exit(4);
    wave.keep(header[0], {*std::move(read_c), *std::move(read_r)});
  }
};

// Which process halftones which block.
enum class Share { strips_in_turn, blocks_in_turn };

bool is_mine(Share share, std::size_t process, std::size_t strip, std::size_t block) {
  return (strip + (share == Share::blocks_in_turn ? block : 0)) % 2 == process;
}

class BlocksInTwoProcesses : public testing::TestWithParam<Share> {
 protected:
  // Runs one of the two processes. It sees the pixels of its own blocks, and noise elsewhere, and has its own plate.
  void run_process(std::size_t process, const Link& link, std::span<std::byte> plate) {
    std::mt19937 noise(random_());
    Bytes seen(samples_.size());
    for (std::byte& byte : seen) byte = static_cast<std::byte>(noise());
    Wave wave = make_wave(seen, plate);
    for (std::size_t strip = 0; strip < wave.strips(); ++strip) {
      for (std::size_t block = 0; block < wave.blocks(strip).size(); ++block) {
        if (is_mine(GetParam(), process, strip, block)) show(wave.first_row(strip), wave.blocks(strip)[block], seen);
      }
    }
    while (!wave.done()) {
      const std::optional<std::size_t> strip = next_of(process, wave);
      if (!strip || link.has_news()) {
        link.receive(wave);
        continue;
      }
      auto after = wave.halftone(*strip, wave.before(*strip));
      if (!after.ok()) _exit(5);
      link.send(*strip, *after);
      wave.keep(*strip, *std::move(after));
    }
  }

  std::optional<std::size_t> next_of(std::size_t process, const Wave& wave) const {
    for (std::size_t strip = 0; strip < wave.strips(); ++strip) {
      if (wave.ready(strip) && is_mine(GetParam(), process, strip, wave.blocks_done(strip))) return strip;
    }
    return {};
  }

  void show(std::int64_t first_row, const Block& block, Bytes& seen) const {
    const int skew = settings_.planes[0].method.info().filter->skew();
    for (std::int64_t row = 0; row < block.rows; ++row) {
      const auto begin = std::clamp<std::int64_t>(block.begin - skew * row, 0, settings_.width);
      const auto end = std::clamp<std::int64_t>(block.end - skew * row, 0, settings_.width);
      const std::int64_t at = ((first_row + row) * settings_.width + begin) * sample_bytes();
      std::memcpy(seen.data() + at, samples_.data() + at, static_cast<std::size_t>((end - begin) * sample_bytes()));
    }
  }

  // Makes the same strips and blocks in both processes.
  Wave make_wave(const Bytes& samples, std::span<std::byte> plate) const {
    std::mt19937 cuts(cuts_);
    return {settings_,
            {samples.data(), settings_.width * sample_bytes()},
            {plate.data(), plate_stride()},
            height_,
            c_above_page(settings_),
            cuts};
  }

  [[nodiscard]] std::int64_t sample_bytes() const { return settings_.bits / 8; }
  [[nodiscard]] std::int64_t plate_stride() const { return plate_row_bytes(settings_.width, settings_.levels); }
  [[nodiscard]] std::size_t plate_bytes() const { return static_cast<std::size_t>(plate_stride() * height_); }

  Bytes whole_page() const {
    const Backend& reference = **find_backend("reference");
    Bytes workspace(reference.workspace_bytes(settings_));
    Bytes pixels(plate_bytes());
    const Plane plane{samples_.data(), settings_.width * sample_bytes()};
    const Plate plate{pixels.data(), plate_stride()};
    EXPECT_TRUE((*reference.make(settings_, workspace))->run({height_, {&plane, 1}, {&plate, 1}}).ok());
    return pixels;
  }

  std::mt19937 random_{test_seed()};
  std::uint32_t cuts_ = 0;
  Settings settings_;
  std::int64_t height_ = 0;
  Bytes samples_;
};

TEST_P(BlocksInTwoProcesses, GiveTheBitsOfTheWholePage) {
  for (const Method method : error_filter_methods()) {
    for (const int levels : {2, 3, 4, 16}) {
      settings_ = {.planes = {{method}}, .levels = levels, .bits = random_() % 2 ? 8 : 16};
      settings_.width = 1 + static_cast<std::int64_t>(random_() % 200);
      height_ = 1 + static_cast<std::int64_t>(random_() % 60);
      cuts_ = static_cast<std::uint32_t>(random_());
      samples_.resize(static_cast<std::size_t>(settings_.width * height_ * sample_bytes()));
      for (std::byte& byte : samples_) byte = static_cast<std::byte>(random_());

      // Shared memory, so that the parent sees the plates that its children made. At first it is all zeros.
      auto* shared = static_cast<std::byte*>(
          mmap(nullptr, 2 * plate_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
      ASSERT_NE(shared, MAP_FAILED);
      std::array<std::array<int, 2>, 2> pipes{};
      for (auto& ends : pipes) ASSERT_EQ(pipe(ends.data()), 0);
      std::array<pid_t, 2> children{};
      for (std::size_t process = 0; process < 2; ++process) {
        children[process] = fork();
        if (children[process] != 0) continue;
        close(pipes[process][0]);
        close(pipes[1 - process][1]);
        run_process(process, {pipes[1 - process][0], pipes[process][1]},
                    {shared + process * plate_bytes(), plate_bytes()});
        _exit(HasFailure() ? 1 : 0);
      }
      for (const auto& ends : pipes) {
        close(ends[0]);
        close(ends[1]);
      }
      for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
      }
      Bytes plate(shared, shared + plate_bytes());
      for (std::size_t i = 0; i < plate.size(); ++i) plate[i] |= shared[plate_bytes() + i];
      munmap(shared, 2 * plate_bytes());
      ASSERT_EQ(plate, whole_page()) << method.name() << ", " << levels << " levels";
    }
  }
}

std::string share_name(const testing::TestParamInfo<Share>& share) {
  return share.param == Share::strips_in_turn ? "EverySecondStrip" : "EverySecondBlock";
}

INSTANTIATE_TEST_SUITE_P(WhoHave, BlocksInTwoProcesses, testing::Values(Share::strips_in_turn, Share::blocks_in_turn),
                         share_name);

}  // namespace
}  // namespace platerip::halftone
