#include "separation/tables/gray_tables.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>

#include "separation/reference/reference.h"

namespace platerip::separation {

template <typename Sample>
Result<std::vector<std::vector<Sample>>> gray_tables(const Settings& settings) {
  Settings opaque = settings;
  opaque.format.alpha = Alpha::none;
  const auto separator = reference::make(opaque);
  if (!separator.ok()) return separator.error();

  std::vector<Sample> grays(std::size_t{1} << settings.format.bits);
  std::iota(grays.begin(), grays.end(), Sample{0});
  std::vector<std::vector<Sample>> tables((*separator)->inks().size(), grays);
  std::vector<Plane> planes;
  planes.reserve(tables.size());
  for (auto& table : tables) planes.push_back({reinterpret_cast<std::byte*>(table.data()), 0});
  const auto width = static_cast<std::int64_t>(grays.size());
  std::vector<std::byte> workspace((*separator)->workspace_bytes(width, 1));
  const Strip every_gray{width, 1, reinterpret_cast<const std::byte*>(grays.data()), 0};
  if (const Status status = (*separator)->run(every_gray, planes, workspace); !status.ok()) return status.error();
  return tables;
}

template Result<std::vector<std::vector<std::uint8_t>>> gray_tables(const Settings&);
template Result<std::vector<std::vector<std::uint16_t>>> gray_tables(const Settings&);

}  // namespace platerip::separation
