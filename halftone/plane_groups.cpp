#include "halftone/plane_groups.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "halftone/checks.h"
#include "halftone/page_boundary.h"

namespace platerip::halftone {
namespace {

std::size_t aligned(std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  return (bytes + alignment - 1) / alignment * alignment;
}

// A queue of finished rows of one plate. They wait until all planes have finished the same rows.
class WaitingRows {
 public:
  static std::size_t bytes(std::int64_t row_bytes, int rows) {
    return aligned(static_cast<std::size_t>(row_bytes) * static_cast<std::size_t>(rows));
  }
  WaitingRows(std::byte* memory, std::int64_t row_bytes, int rows)
      : memory_(memory), row_bytes_(row_bytes), capacity_(rows) {}

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int most() const { return capacity_ - 1; }  // one place is for a row that only passes through
  [[nodiscard]] const std::byte* operator[](int i) const { return place(i); }
  void push(const std::byte* row) { std::memcpy(place(size_++), row, static_cast<std::size_t>(row_bytes_)); }
  void pop(std::byte* row) {
    std::memcpy(row, place(0), static_cast<std::size_t>(row_bytes_));
    first_ = (first_ + 1) % capacity_;
    --size_;
  }
  void clear() { size_ = 0; }

 private:
  [[nodiscard]] std::byte* place(int i) const { return memory_ + (first_ + i) % capacity_ * row_bytes_; }

  std::byte* memory_;
  std::int64_t row_bytes_;
  int capacity_;
  int first_ = 0;
  int size_ = 0;
};

// Planes that run together.
struct Group {
  Settings settings;
  std::vector<std::size_t> places;  // indices of its planes in the page
};

std::vector<Group> groups_of(const Settings& settings) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    const PlaneSettings& plane = settings.planes[i];
    auto group =
        std::ranges::find_if(groups, [&](const Group& each) { return run_together(each.settings.planes[0], plane); });
    if (group == groups.end()) {
      groups.push_back({settings, {}});
      group = groups.end() - 1;
      group->settings.planes.clear();
      for (const int place : plane.beside)
        group->settings.drops_beside.push_back(settings.planes[static_cast<std::size_t>(place)].drops);
    }
    group->settings.planes.push_back(plane);
    group->places.push_back(i);
  }
  // A plane needs the plates of the planes beside it. These planes have fewer planes beside them, so their groups come
  // first.
  std::ranges::stable_sort(groups, {}, [](const Group& each) { return each.settings.planes[0].beside.size(); });
  return groups;
}

// The most rows of each plate of a group that may wait: the difference between the look-ahead of the page and of the
// group, and one row that only passes through.
int most_waiting(const Settings& page, const Settings& group) {
  const int rows = rows_held_back(page) - rows_held_back(group);
  return rows > 0 ? rows + 1 : 0;
}

std::size_t waiting_bytes(const Settings& page, const Group& group) {
  return group.places.size() *
         WaitingRows::bytes(plate_row_bytes(page.width, page.levels), most_waiting(page, group.settings));
}

// A group and its halftoner.
class GroupHalftoner {
 public:
  GroupHalftoner(Group group, std::unique_ptr<Halftoner> halftoner, std::vector<WaitingRows> waiting)
      : group_(std::move(group)),
        halftoner_(std::move(halftoner)),
        waiting_(std::move(waiting)),
        places_(group_.places) {
    for (const int place : group_.settings.planes[0].beside) places_.push_back(static_cast<std::size_t>(place));
    planes_.resize(places_.size());
    plates_.resize(places_.size());
    neighbours_.resize(places_.size());
  }

  [[nodiscard]] const Group& group() const { return group_; }
  [[nodiscard]] std::string description() const { return halftoner_->description(); }

  // Halftoner::run() for the planes of the group. It may finish more rows than the page does.
  Status run(const Strip& strip) {
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      planes_[i] = strip.planes[places_[i]];
      plates_[i] = strip.plates[places_[i]];
    }
    for (std::size_t i = 0; !strip.neighbours.empty() && i < places_.size(); ++i)
      neighbours_[i] = strip.neighbours[places_[i]];
    Strip own = strip;
    own.planes = planes_;
    own.plates = plates_;
    if (!strip.neighbours.empty()) own.neighbours = neighbours_;
    const auto rows = halftoner_->run(own);
    if (!rows.ok()) return rows.error();
    finished_ = *rows;
    return {};
  }

  // Rows available for the plates: the waiting rows, and the rows that the last run finished.
  [[nodiscard]] std::int64_t available() const { return waiting_rows() + finished_; }

  // Leaves the first `rows` available rows on the plates, and lets the others wait.
  void deliver(std::int64_t rows) {
    if (waiting_rows() == 0 && finished_ == rows) return;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      std::byte* row = plates_[i].pixels;
      for (std::int64_t y = 0; y < std::max(rows, finished_); ++y, row += plates_[i].stride) {
        if (y < finished_) waiting_[i].push(row);
        if (y < rows) waiting_[i].pop(row);
      }
    }
  }

  // Adds the group's planes to the page's boundary.
  Status save(Boundary& page) const {
    auto own = halftoner_->save();
    if (!own.ok()) return own.error();
    page.rows = own->rows - waiting_rows();
    page.held = own->held + waiting_rows();
    const auto row_bytes = plate_row_bytes(group_.settings.width, group_.settings.levels);
    for (std::size_t i = 0; i < group_.places.size(); ++i) {
      PlaneBoundary& plane = page.planes[group_.places[i]] = std::move(own->planes[i]);
      for (int row = 0; row < waiting_rows(); ++row)
        plane.finished.insert(plane.finished.end(), waiting_[i][row], waiting_[i][row] + row_bytes);
    }
    return {};
  }

  Status restore(const Boundary& page) {
    const auto row_bytes = static_cast<std::size_t>(plate_row_bytes(group_.settings.width, group_.settings.levels));
    const std::size_t bytes = page.planes[group_.places[0]].finished.size();
    const auto rows = static_cast<std::int64_t>(bytes / row_bytes);
    const Error misfit{"halftone: the rows held back do not belong to this page; start it anew"};
    const std::int64_t most = waiting_.empty() ? 0 : waiting_[0].most();
    if (page.rows < 0 || page.rows > std::numeric_limits<std::int64_t>::max() - rows) return misfit;
    if (rows > std::min(page.held, most) || static_cast<std::size_t>(rows) * row_bytes != bytes) return misfit;
    Boundary own{.rows = page.rows + rows, .held = page.held - rows, .planes = {}};
    for (std::size_t i = 0; i < group_.places.size(); ++i) {
      const PlaneBoundary& plane = own.planes.emplace_back(page.planes[group_.places[i]]);
      if (plane.finished.size() != bytes) return misfit;
      if (!waiting_.empty()) waiting_[i].clear();
      for (std::int64_t row = 0; row < rows; ++row)
        waiting_[i].push(plane.finished.data() + static_cast<std::size_t>(row) * row_bytes);
      own.planes.back().finished.clear();
    }
    return halftoner_->restore(own);
  }

 private:
  [[nodiscard]] int waiting_rows() const { return waiting_.empty() ? 0 : waiting_[0].size(); }

  Group group_;
  std::unique_ptr<Halftoner> halftoner_;
  std::vector<WaitingRows> waiting_;  // one for each plane; empty if no row ever waits
  std::vector<std::size_t> places_;   // indices of its planes in the page, and of those beside it
  std::vector<Plane> planes_;         // of the current strip, at these places
  std::vector<Plate> plates_;
  std::vector<Neighbours*> neighbours_;
  std::int64_t finished_ = 0;  // rows that the last run finished
};

class Groups final : public Halftoner {
 public:
  Groups(const Settings& settings, std::vector<GroupHalftoner> groups)
      : settings_(settings), groups_(std::move(groups)) {}

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
    std::int64_t rows = std::numeric_limits<std::int64_t>::max();
    for (GroupHalftoner& group : groups_) {
      if (const Status status = group.run(strip); !status.ok()) return status.error();
      rows = std::min(rows, group.available());
    }
    for (GroupHalftoner& group : groups_) group.deliver(rows);
    return rows;
  }

  // Lists each description once: the groups of a backend may run in several ways.
  [[nodiscard]] std::string description() const override {
    std::vector<std::string> ways;
    for (const GroupHalftoner& group : groups_) {
      if (std::ranges::find(ways, group.description()) == ways.end()) ways.push_back(group.description());
    }
    std::string all;
    for (const std::string& way : ways) all += (all.empty() ? "" : ", ") + way;
    return all;
  }

  [[nodiscard]] Result<Boundary> save() const override {
    Boundary boundary{.rows = 0, .held = 0, .planes = std::vector<PlaneBoundary>(settings_.planes.size())};
    for (const GroupHalftoner& group : groups_) {
      if (const Status status = group.save(boundary); !status.ok()) return status.error();
    }
    return boundary;
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_methods(settings_, boundary); !status.ok()) return status;
    for (GroupHalftoner& group : groups_) {
      if (const Status status = group.restore(boundary); !status.ok()) return status;
    }
    return {};
  }

 private:
  Settings settings_;
  std::vector<GroupHalftoner> groups_;
};

// Cuts a workspace into pieces. Each begins at a multiple of the alignment from the beginning of the workspace.
class Pieces {
 public:
  explicit Pieces(std::span<std::byte> workspace) : rest_(workspace) {}
  std::span<std::byte> take(std::size_t bytes) {
    const auto piece = rest_.first(bytes);
    rest_ = rest_.subspan(aligned(bytes));
    return piece;
  }

 private:
  std::span<std::byte> rest_;
};

}  // namespace

std::size_t group_bytes(const UniformBackend& backend, const Settings& settings) {
  const std::vector<Group> groups = groups_of(settings);
  if (groups.size() == 1) return backend.workspace_bytes(settings);
  std::size_t bytes = 0;
  for (const Group& group : groups)
    bytes += aligned(backend.workspace_bytes(group.settings)) + waiting_bytes(settings, group);
  return bytes;
}

Result<std::unique_ptr<Halftoner>> make_groups(const UniformBackend& backend, const Settings& settings,
                                               std::span<std::byte> workspace) {
  std::vector<Group> groups = groups_of(settings);
  if (groups.size() == 1) return backend.make(settings, workspace);
  const std::int64_t row_bytes = plate_row_bytes(settings.width, settings.levels);
  Pieces pieces(workspace);
  std::vector<GroupHalftoner> halftoners;
  for (Group& group : groups) {
    auto halftoner = backend.make(group.settings, pieces.take(backend.workspace_bytes(group.settings)));
    if (!halftoner.ok()) return halftoner.error();
    std::vector<WaitingRows> waiting;
    const int rows = most_waiting(settings, group.settings);
    for (std::size_t i = 0; rows > 0 && i < group.places.size(); ++i)
      waiting.emplace_back(pieces.take(WaitingRows::bytes(row_bytes, rows)).data(), row_bytes, rows);
    halftoners.emplace_back(std::move(group), *std::move(halftoner), std::move(waiting));
  }
  return std::unique_ptr<Halftoner>(std::make_unique<Groups>(settings, std::move(halftoners)));
}

}  // namespace platerip::halftone
