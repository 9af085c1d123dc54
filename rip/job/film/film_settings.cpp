#include "rip/job/film/film_settings.h"

#include "rip/job/film/film_kinds.h"

namespace platerip::rip {

Status check(const FilmSettings& film) {
  if (const Micrometres needed = margin_for(film.marks); film.margin < needed) {
    const std::string millimetres = in_millimetres(needed);
    return Error{"they need a margin of " + millimetres + " mm",
                 ErrorCode::bad_setting,
                 {{Advice::Action::give_at_least, "margin", millimetres}},
                 "marks"};
  }
  if (film.date.empty() || film.marks.label) return {};
  return Error{
      "there is no label to show it", ErrorCode::bad_setting, {{Advice::Action::give, "marks", "label"}}, "date"};
}

}  // namespace platerip::rip
