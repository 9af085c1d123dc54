#include "rip/page/pass_rows.h"

#include "rip/page/make_rows.h"

namespace platerip::rip {

Status drop_rows(const MakerSettings& settings, Relay& relay, const NextPage& page,
                 const std::function<Status()>& before_read) {
  if (const Status begun = relay.begin({}); !begun.ok()) return begun;
  const RowsJob job{.source = page.source,
                    .height = settings.page_height,
                    .rows = settings.rows,
                    .threads = settings.threads,
                    .before_read = before_read,
                    .write = [](StripInFlight&) { return Status(); }};
  StripReader reader(*page.rows, settings.stages.pixels_around());
  RowsState state;
  state.done = RowsDone::nothing(settings.rows);
  TotalInk ink;  // that of dropped rows does not count
  return make_rows(job, relay, reader, state, ink);
}

Result<RowsAbove> pass_rows(const MakerSettings& settings, const MakerWish& wish, const NextPage& page,
                            const std::function<Status()>& before_read) {
  auto relay = Relay::make(wish, settings);
  if (!relay.ok()) return relay.error();
  if (const Status dropped = drop_rows(settings, *relay, page, before_read); !dropped.ok()) return dropped.error();
  auto boundary = relay->maker().stop();
  if (!boundary.ok()) return boundary.error();
  return RowsAbove{*std::move(boundary), relay->warning()};
}

}  // namespace platerip::rip
