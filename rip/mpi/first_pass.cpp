#include "rip/mpi/first_pass.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "halftone/blocks/neighbours.h"
#include "halftone/page_boundary.h"
#include "rip/mpi/slant_maker.h"
#include "rip/page/pass_rows.h"

namespace platerip::rip {
namespace {

// Strips that end where bands begin. Several must fit in the memory, which is the same on all ranks before it grows.
Share strips_of(const MakerSettings& settings, const Bands& bands, int rank) {
  const auto fitting = static_cast<std::uint64_t>(settings.memory.usual()) /
                       (16 * static_cast<std::uint64_t>(settings.staged_page().row_bytes()));
  const auto rows = static_cast<std::int64_t>(std::bit_floor(std::max<std::uint64_t>(1, fitting)));
  return {
      .rank = rank, .ranks = bands.count(), .height = bands.start_rows(), .strip_rows = std::min(rows, bands.unit())};
}

// The plane of a message is its last byte.
Bytes message_of(const halftone::BoundaryErrors& c, int plane) {
  Bytes bytes = halftone::to_bytes(c);
  bytes.push_back(static_cast<std::byte>(plane));
  return bytes;
}

// The boundary that comes from another rank, piece by piece.
class BoundaryPieces {
 public:
  BoundaryPieces(const halftone::Settings& start, std::int64_t row)
      : start_(start), row_(row), planes_(start.planes.size()) {
    for (std::size_t i = 0; i < start.planes.size(); ++i) {
      planes_[i].resize(static_cast<std::size_t>(halftone::boundary_errors(start.planes[i], start.width)));
      missing_ += std::ssize(planes_[i]);
    }
  }

  [[nodiscard]] bool is_whole() const { return missing_ == 0; }

  Status take(Bytes message) {
    const auto plane = message.empty() ? planes_.size() : std::to_integer<std::size_t>(message.back());
    if (plane >= planes_.size()) return misfit();
    message.pop_back();
    const auto piece = halftone::boundary_errors_from_bytes(message);
    if (!piece.ok()) return piece.error();
    const int rows = halftone::c_rows(start_.planes[plane]);
    const std::int64_t columns = rows > 0 ? std::ssize(piece->errors) / rows : 0;
    if (piece->rows != rows || columns == 0 || piece->column < 0 || piece->column > start_.width - columns)
      return misfit();
    for (int row = 0; row < rows; ++row)
      std::copy_n(piece->errors.begin() + row * columns, columns,
                  planes_[plane].begin() + row * start_.width + piece->column);
    missing_ -= rows * columns;
    return {};
  }

  [[nodiscard]] halftone::Boundary whole() const {
    std::vector<std::int16_t> all;
    for (const auto& plane : planes_) all.insert(all.end(), plane.begin(), plane.end());
    return halftone::boundary_of(start_, row_, all);
  }

 private:
  static Error misfit() { return Error{"a rank sent errors of another page; this is a defect of the program"}; }

  const halftone::Settings& start_;
  std::int64_t row_;
  std::vector<std::vector<std::int16_t>> planes_;
  std::int64_t missing_ = 0;  // errors
};

Status check_wanted(PageLink& link) {
  return link.is_given_up() ? given_up_elsewhere() : Status();
}

// Makes this rank's strips of the first pass.
Status run_strips_of(MakerSettings settings, const NextPage& page, const Share& share, const Bands& bands,
                     PageLink& link) {
  const auto give_bands = [&](std::int64_t row, int plane, const halftone::BoundaryErrors& c) {
    for (int rank = 1; rank < bands.count(); ++rank)
      if (bands.band(rank).begin == row) link.send(rank, AboutPage::band, message_of(c, plane));
  };
  settings.rows = share.rows_to_make();
  settings.threads += 1;  // one may wait for other ranks
  auto maker = SlantMaker::make(settings, share, link, give_bands);
  if (!maker.ok()) return maker.error();
  Relay relay(*std::move(maker), settings);
  return drop_rows(settings, relay, page, [&link] { return check_wanted(link); });
}

// Whether this rank's GPU can search the page. Waits until the GPU has started.
Status check_gpu(MakerSettings settings, const MakerWish& wish) {
  for (int tries = 0; wish.gpu && !wish.gpu->has_started(); ++tries) Link::rest(tries);
  const auto prepared = prepare_on_gpu(wish, settings);
  return prepared.ok() ? Status() : prepared.error();
}

// Whether all ranks with bands answer yes. Rank 0 asks and tells them.
Result<bool> all_agree(bool own, const Bands& bands, PageLink& link) {
  if (link.rank() != 0) {
    link.send(0, AboutPage::gpus, Bytes(1, std::byte{own}));
    const auto all = link.receive(0, AboutPage::gpus);
    if (!all.ok()) return all.error();
    return all->front() != std::byte{0};
  }
  for (int rank = 1; rank < bands.count(); ++rank) {
    const auto answer = link.receive(rank, AboutPage::gpus);
    if (!answer.ok()) return answer.error();
    own = own && answer->front() != std::byte{0};
  }
  for (int rank = 1; rank < bands.count(); ++rank) link.send(rank, AboutPage::gpus, Bytes(1, std::byte{own}));
  return own;
}

// Whether each rank makes the first pass by itself: a GPU takes less time for all rows above its band than cores that
// share them.
Result<bool> each_by_gpu(const MakerSettings& settings, const Bands& bands, PageLink& link, const MakerWish& wish) {
  if (!wish.wants_gpu()) return all_agree(false, bands, link);
  const Status own = check_gpu(settings, wish);
  if (!own.ok() && use_of(wish.backend) == Use::gpu) return own.error();
  return all_agree(own.ok(), bands, link);
}

}  // namespace

Result<RowsAbove> begin_bands(const MakerSettings& settings, const NextPage& page, const Bands& bands, PageLink& link,
                              const MakerWish& wish) {
  if (bands.start_rows() == 0) return RowsAbove();
  const std::int64_t begin = bands.band(link.rank()).begin;
  MakerSettings start = settings;
  start.halftone = halftone::start_of(settings.halftone);
  const auto by_gpu = each_by_gpu(settings, bands, link, wish);
  if (!by_gpu.ok()) return by_gpu.error();
  if (*by_gpu && begin == 0) return RowsAbove();
  if (*by_gpu) {
    start.rows = RowsToMake::all(begin);
    auto passed = pass_rows(start, wish, page, [&link] { return check_wanted(link); });
    if (passed.ok()) passed->boundary = halftone::band_boundary(settings.halftone, std::move(passed->boundary));
    return passed;
  }
  if (wish.gpu) wish.gpu->release_memory();  // it would add to the strips' memory and exceed --memory
  const Share share = strips_of(settings, bands, link.rank());
  if (share.rows() > 0) {
    if (const Status status = run_strips_of(start, page, share, bands, link); !status.ok()) return status.error();
  }
  if (begin == 0) return RowsAbove();
  BoundaryPieces pieces(start.halftone, begin);
  while (!pieces.is_whole()) {
    auto message = link.receive(share.rank_of(begin / share.strip_rows - 1), AboutPage::band);
    if (!message.ok()) return message.error();
    if (const Status status = pieces.take(*std::move(message)); !status.ok()) return status.error();
  }
  return RowsAbove{halftone::band_boundary(settings.halftone, pieces.whole()), ""};
}

}  // namespace platerip::rip
