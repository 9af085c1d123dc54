#include "rip/resources/memory_share.h"

#include <algorithm>
#include <charconv>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;
constexpr std::uint64_t most_mib = std::uint64_t{1} << 24;  // the option's largest value

}  // namespace

Advice enough_memory(std::uint64_t needed, std::size_t share) {
  if (needed > (most_mib << 20) / share) return {.action = Advice::Action::other, .value = "make it smaller"};
  const std::uint64_t bytes = needed * share;
  return {
      .action = Advice::Action::give_at_least, .setting = "memory", .value = std::to_string((bytes + mib - 1) / mib)};
}

std::optional<std::uint64_t> memory_advised(const Error& error) {
  const auto is_enough = [](const Advice& advice) {
    return advice.action == Advice::Action::give_at_least && advice.setting == "memory";
  };
  const auto advice = std::ranges::find_if(error.advice, is_enough);
  if (error.code != ErrorCode::no_memory || advice == error.advice.end()) return std::nullopt;
  std::uint64_t count = 0;
  std::from_chars(advice->value.data(), advice->value.data() + advice->value.size(), count);
  return count * mib;
}

Status check_reader(std::optional<std::size_t> reader, std::size_t memory, std::size_t share, std::uint64_t least) {
  if (!reader || *reader <= memory / share) return {};
  return Error{"reading it takes at least " + tiffio::size_text(*reader) + " of memory, but it may take only " +
                   tiffio::size_text(memory / share),
               ErrorCode::no_memory,
               {*reader > least / share ? enough_memory(*reader, share) : enough_memory(least, 1),
                {.action = Advice::Action::other, .value = "save the page as a TIFF in small strips or tiles"}}};
}

}  // namespace platerip::rip
