#include "rip/page/make_rows.h"

#include <atomic>
#include <utility>

namespace platerip::rip {
namespace {

// Runs strips of the relay's maker, until it has made all rows, fails, or is to stop. Sets `is_due` if the next maker
// is to go on.
LoopEnd run_maker(const RowsJob& job, Relay& relay, StripReader& reader, RowsState& state, TotalInk& ink,
                  bool& is_due) {
  Maker& maker = relay.maker();
  std::atomic<std::int64_t> written = state.done.on_plates;
  StripSteps steps{.read =
                       [&](StripInFlight& strip) {
                         const Status wanted = job.before_read();
                         return wanted.ok() ? reader.read(strip, maker.turns_strips()) : wanted;
                       },
                   .take = [&](StripInFlight& strip) { return maker.take(strip); },
                   .give = {},
                   .write =
                       [&](StripInFlight& strip) {
                         written = strip.first_plate_row + strip.plate_rows;
                         return job.write(strip);
                       },
                   .take_in_order = maker.takes_in_order(),
                   .ends_early =
                       [&] {
                         is_due = relay.is_due(written);
                         return is_due || (job.ends_early && job.ends_early());
                       }};
  for (std::size_t part = 0; part < maker.parts(); ++part)
    steps.give.push_back([&, part](StripInFlight& strip) { return maker.give(strip, part); });
  const StripSet set{maker.strips(), maker.plan(), maker.rows_held_back()};
  LoopEnd end = run_strips(state.done, job.rows, job.height, set, job.threads, steps);
  for (StripInFlight& strip : maker.strips()) {
    state.seconds.add(std::exchange(strip.seconds, {}));
    ink.merge(std::exchange(strip.total_ink, {}));
  }
  return end;
}

// All strips have passed the maker.
Status hand_over(Relay& relay, StripReader& reader, const RowsState& state) {
  reader.leave_strips(state.done.given);
  const auto above = relay.hand_over();
  return above.ok() ? Status() : above.error();
}

// The maker has failed, and has rows that are not made.
Status go_on_after(const Error& why, Relay& relay, StripReader& reader, RowsState& state) {
  const std::shared_ptr<Maker> before = relay.shared_maker();
  const auto above = relay.go_on_after(why, state.done.on_plates);
  if (!above.ok()) return above.error();
  state.done = RowsDone::below(*above, state.done);
  reader.go_on(state.done.given, before->strips(), before);
  return {};
}

}  // namespace

Status make_rows(const RowsJob& job, Relay& relay, StripReader& reader, RowsState& state, TotalInk& ink) {
  for (;;) {
    bool is_due = false;
    const auto [run, maker_failed] = run_maker(job, relay, reader, state, ink, is_due);
    if (!run.ok() && !maker_failed) return run;
    if (run.ok() && (state.done.on_plates >= job.rows.last || !is_due)) return {};
    const Status next = run.ok() ? hand_over(relay, reader, state) : go_on_after(run.error(), relay, reader, state);
    if (!next.ok()) return about_page(job.source, next.error());
  }
}

}  // namespace platerip::rip
