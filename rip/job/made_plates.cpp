#include "rip/job/made_plates.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "rip/job/option_kinds.h"
#include "rip/job/option_spelling.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

using separation::MadeFrom;

constexpr Choice<MadeFrom> sources[] = {{"alpha", MadeFrom::coverage}, {"light", MadeFrom::light},
                                        {"dark", MadeFrom::dark},      {"all", MadeFrom::all},
                                        {"inks", MadeFrom::inks},      {"channel", MadeFrom::spot}};
constexpr Range<double> tolerances{0, 100, "0 to 100"};
constexpr Range<double> amounts{0, 100, "0 to 100 percent"};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find(at, begin);
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts, char at) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(1, at)) + part;
  return text;
}

// "alpha", "inks:Cyan+Magenta", "channel:White".
Status read_source(const std::string& word, MadePlate& plate) {
  const std::size_t colon = word.find(':');
  if (Status status = choose(sources, word.substr(0, colon), plate.from); !status.ok()) return status;
  const bool may_name = plate.from == MadeFrom::inks || plate.from == MadeFrom::spot;
  if (colon != std::string::npos) plate.inks = split(word.substr(colon + 1), '+');
  const bool has_empty = std::ranges::any_of(plate.inks, [](const std::string& ink) { return ink.empty(); });
  if (has_empty || (!may_name && colon != std::string::npos))
    return wrong_setting("'" + word + "': name inks as in inks:Cyan+Magenta, or a channel as in channel:Varnish");
  if (plate.from == MadeFrom::spot && plate.inks.size() != 1)
    return wrong_setting("name the channel, as in channel:Varnish");
  return {};
}

// `given`: the options before this one.
Status read_option(const std::string& word, MadePlate& plate, std::set<std::string>& given) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals), value = equals == std::string::npos ? "" : word.substr(equals + 1);
  const bool is_order = word == "under" || word == "over";
  if (!given.insert(is_order ? "under or over" : name).second)
    return wrong_setting("'" + word + "' says again what came before");
  const auto about = [&](const Status& status) {
    return status.ok() ? status : Status(wrong_setting(name + ": " + status.error().message));
  };
  if (is_order) plate.is_over = word == "over";
  if (is_order) return {};
  if (name == "choke") return about(EdgeLength::read(value, plate.choke));
  if (name == "spread") return about(EdgeLength::read(value, plate.spread));
  if (name == "amount") return about(read_number(value, amounts, plate.amount));
  return wrong_setting("'" + word + "' is not one of choke=MM, spread=MM, amount=PERCENT, under, over");
}

bool is_name(const std::string& name) {
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7F; };
  return !name.starts_with(' ') && !name.ends_with(' ') && std::ranges::none_of(name, is_control);
}

}  // namespace

bool MadePlateText::goes_on(std::string_view part) {
  return part == "under" || part == "over" || part.starts_with("choke=") || part.starts_with("spread=") ||
         part.starts_with("amount=");
}

Status MadePlateText::read(const std::string& word, MadePlate& plate) {
  auto pair = read_pair(word, "NAME=SOURCE");
  if (!pair.ok()) return pair.error();
  MadePlate read;
  read.name = std::move(pair->first);
  if (!is_name(read.name))
    return wrong_setting("the name of a plate has no spaces around it and no control characters");
  const std::vector<std::string> parts = split(pair->second, ',');
  if (Status status = read_source(parts[0], read); !status.ok()) return status;
  std::set<std::string> given;
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (Status status = read_option(parts[i], read, given); !status.ok()) return status;
  if (!read.choke.is_zero() && !read.spread.is_zero()) return wrong_setting("a plate is choked or spread, not both");
  plate = std::move(read);
  return {};
}

std::string MadePlateText::print(const MadePlate& plate) {
  std::string text = plate.name + '=' + word_of(sources, plate.from);
  if (!plate.inks.empty()) text += ':' + joined(plate.inks, '+');
  if (!plate.choke.is_zero()) text += ",choke=" + EdgeLength::print(plate.choke);
  if (!plate.spread.is_zero()) text += ",spread=" + EdgeLength::print(plate.spread);
  if (plate.amount != 100) text += ",amount=" + text_of(plate.amount);
  if (plate.is_over) text += ",over";
  return text;
}

Status KnockOutText::read(const std::string& word, separation::KnockOut& knock_out) {
  const std::vector<std::string> parts = split(word, ',');
  separation::KnockOut read;
  if (Status status = Color::read(parts[0], read.color); !status.ok()) return status;
  if (parts.size() > 2) return wrong_setting("'" + parts[2] + "' says again what came before");
  for (std::size_t i = 1; i < parts.size(); ++i) {
    constexpr std::string_view name = "tolerance=";
    if (!parts[i].starts_with(name)) return wrong_setting("'" + parts[i] + "' is not tolerance=DE");
    const Status status = read_number(parts[i].substr(name.size()), tolerances, read.tolerance);
    if (!status.ok()) return status;
  }
  knock_out = read;
  return {};
}

std::string KnockOutText::print(const separation::KnockOut& knock_out) {
  const std::string color = Color::print(knock_out.color);
  return knock_out.tolerance == 0 ? color : color + ",tolerance=" + text_of(knock_out.tolerance);
}

}  // namespace platerip::rip
