#include "rip/job/film/film_settings.h"

namespace platerip::rip {

Status check(const FilmSettings& film) {
  const Micrometres needed = margin_for(film.marks);
  if (film.marks.any() && (film.margin.in_pixels || film.margin.thousandths < needed)) {
    const std::string wide = text_of(length_of(needed));
    return Error{"they need a margin of " + wide,
                 ErrorCode::bad_setting,
                 {{Advice::Action::give_at_least, "margin", wide}},
                 "marks"};
  }
  if (film.date.empty() || film.marks.label) return {};
  return Error{
      "there is no label to show it", ErrorCode::bad_setting, {{Advice::Action::give, "marks", "label"}}, "date"};
}

}  // namespace platerip::rip
