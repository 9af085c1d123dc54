#include "separation/cgats/sheet.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text_file.h"
#include "separation/cgats/words.h"

namespace platerip::cgats {
namespace {

constexpr std::size_t most_mib = 4;

Error wrong(const Sheet& sheet, std::size_t line, const std::string& what) {
  return {sheet.path + ":" + std::to_string(line) + ": " + what};
}

// The beginning of a value, for messages.
std::string shortened(const std::string& value) {
  constexpr std::size_t most = 40;
  return value.size() <= most ? value : value.substr(0, most) + "…";
}

// Whether `text` is the number `wanted`, which may have spaces around it and zeros before it.
bool is_number(std::string_view text, std::size_t wanted) {
  text = trimmed(text);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number == wanted;
}

Status add_row(Sheet& sheet, std::size_t line, std::vector<std::string> values) {
  if (values.size() != sheet.fields.size())
    return wrong(sheet, line,
                 std::to_string(values.size()) + " values where " + std::to_string(sheet.fields.size()) +
                     " columns need one each");
  sheet.rows.push_back({line, std::move(values)});
  return {};
}

// Reads a table of CGATS line by line.
class CgatsReader {
 public:
  explicit CgatsReader(Sheet& sheet) : sheet_(sheet) {}

  // Reads a line. Nothing more is read once the table is complete.
  Status take(std::size_t number, std::string_view line) {
    const std::vector<std::string> words = words_of(line);
    if (words.empty() || part_ == Part::done) return {};
    switch (part_) {
      case Part::type:
        sheet_.type = upper(words.front());
        part_ = Part::keywords;
        return {};
      case Part::keywords:
        return take_keyword(number, words);
      case Part::format:
        return take_fields(words);
      case Part::data:
        return take_data(number, words);
      case Part::done:
        return {};
    }
    return {};
  }

  Status end(std::size_t lines) const {
    if (part_ == Part::done) return {};
    return wrong(sheet_, lines, part_ == Part::data ? "the file ends before END_DATA" : "the file ends without data");
  }

 private:
  enum class Part { type, keywords, format, data, done };

  Status take_keyword(std::size_t number, const std::vector<std::string>& words) {
    const std::string name = upper(words.front());
    if (name == "BEGIN_DATA_FORMAT") part_ = Part::format;
    if (name == "BEGIN_DATA") {
      if (sheet_.fields.empty()) return wrong(sheet_, number, "data without a BEGIN_DATA_FORMAT before them");
      part_ = Part::data;
    }
    if (words.size() > 1 && name != "KEYWORD") sheet_.keywords[name] = words[1];
    return {};
  }

  Status take_fields(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      if (upper(word) == "END_DATA_FORMAT") {
        part_ = Part::keywords;
        return {};
      }
      sheet_.fields.push_back(word);
    }
    return {};
  }

  Status take_data(std::size_t number, const std::vector<std::string>& words) {
    if (upper(words.front()) != "END_DATA") return add_row(sheet_, number, words);
    part_ = Part::done;
    const auto sets = sheet_.keywords.find("NUMBER_OF_SETS");
    if (sets == sheet_.keywords.end() || is_number(sets->second, sheet_.rows.size())) return {};
    return wrong(
        sheet_, number,
        std::to_string(sheet_.rows.size()) + " rows of data, but NUMBER_OF_SETS says " + shortened(sets->second));
  }

  Sheet& sheet_;
  Part part_ = Part::type;
};

// What separates the cells of CSV: what Excel's line "sep=;" says, else what stands in the line.
char separator_in(std::string_view line, std::optional<char> said) {
  const auto has = [line](char c) { return line.find(c) != std::string_view::npos; };
  return said ? *said : has('\t') ? '\t' : has(';') ? ';' : ',';
}

// The separator that Excel's first line says.
std::optional<char> said_separator(std::string_view line) {
  constexpr std::string_view begin = "SEP=";
  const bool says = line.size() == begin.size() + 1 && upper(line.substr(0, begin.size())) == begin;
  return says ? std::optional(line.back()) : std::nullopt;
}

bool is_empty(std::string_view line) {
  return line.starts_with('#') || line.find_first_not_of(" \t,;") == std::string_view::npos;
}

// C, M, Y and K beside each other are ink amounts; Y alone is a colour's.
void name_cmyk(std::vector<std::string>& fields) {
  constexpr std::size_t count = 4;
  constexpr std::array<std::string_view, count> letters = {"C", "M", "Y", "K"};
  constexpr std::array<std::string_view, count> names = {"CYAN", "MAGENTA", "YELLOW", "BLACK"};
  for (std::size_t first = 0; first + count <= fields.size(); ++first) {
    const auto are = [&](const auto& wanted) {
      return std::equal(wanted.begin(), wanted.end(), fields.begin() + static_cast<std::ptrdiff_t>(first),
                        [](std::string_view name, const std::string& field) { return upper(field) == name; });
    };
    if (!are(letters) && !are(names)) continue;
    for (std::size_t i = 0; i < count; ++i) fields[first + i] = "CMYK_" + std::string(letters[i]);
    return;
  }
}

std::vector<std::string> fields_in(std::string_view line, char separator) {
  std::vector<std::string> fields = cells_of(line, separator);
  while (fields.size() > 1 && fields.back().empty()) fields.pop_back();
  name_cmyk(fields);
  return fields;
}

// The line of CSV that names the columns.
struct CsvHead {
  std::size_t line = 0;
  char separator = ',';
};

CsvHead find_head(std::string_view text, std::span<const std::string_view> known) {
  constexpr std::ptrdiff_t enough = 2;
  const auto is_known = [known](const std::string& field) {
    return std::ranges::find(known, upper(field)) != known.end();
  };
  CsvHead first;
  std::optional<char> said;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (!said && first.line == 0) {
      said = said_separator(line);
      if (said) continue;
    }
    if (is_empty(line)) continue;
    const CsvHead head{number, separator_in(line, said)};
    if (first.line == 0) first = head;
    if (std::ranges::count_if(fields_in(line, head.separator), is_known) >= enough) return head;
  }
  return first;
}

// Reads CSV line by line.
class CsvReader {
 public:
  CsvReader(Sheet& sheet, const CsvHead& head) : sheet_(sheet), head_(head) {
    sheet_.has_decimal_commas = head.separator != ',';
  }

  Status take(std::size_t number, std::string_view line) {
    if (number < head_.line || is_empty(line)) return {};
    if (number == head_.line) {
      sheet_.fields = fields_in(line, head_.separator);
      return {};
    }
    std::vector<std::string> cells = cells_of(line, head_.separator);
    while (cells.size() > sheet_.fields.size() && cells.back().empty()) cells.pop_back();
    return add_row(sheet_, number, std::move(cells));
  }

  Status end(std::size_t lines) const {
    return sheet_.rows.empty() ? wrong(sheet_, lines, "the file ends without data") : Status();
  }

 private:
  Sheet& sheet_;
  CsvHead head_;
};

template <typename Reader>
Status read_lines(std::string_view text, Reader reader) {
  std::size_t number = 0;
  while (!text.empty()) {
    if (Status status = reader.take(++number, take_line(text)); !status.ok()) return status;
  }
  return reader.end(number);
}

bool is_cgats(std::string_view text) {
  while (!text.empty()) {
    const std::vector<std::string> words = words_of(take_line(text));
    if (!words.empty() && upper(words.front()) == "BEGIN_DATA_FORMAT") return true;
  }
  return false;
}

Status check_fields(const Sheet& sheet) {
  std::vector<std::string> names = sheet.fields;
  std::ranges::sort(names);
  const auto same = std::ranges::adjacent_find(names);
  if (same == names.end()) return {};
  return Error{sheet.path + ": two columns are called '" + shortened(*same) + "'"};
}

}  // namespace

std::optional<std::size_t> Sheet::find(std::string_view name) const {
  const auto field = std::ranges::find_if(fields, [name](const std::string& each) { return upper(each) == name; });
  return field == fields.end() ? std::nullopt : std::optional(static_cast<std::size_t>(field - fields.begin()));
}

std::optional<std::size_t> Sheet::find(std::span<const std::string_view> names) const {
  for (const std::string_view name : names)
    if (const auto field = find(name)) return field;
  return std::nullopt;
}

Result<double> Sheet::number(const Row& row, std::size_t field) const {
  std::string word = row.values[field];
  if (has_decimal_commas) std::ranges::replace(word, ',', '.');
  const std::size_t start = word.starts_with('+') ? 1 : 0;
  double value = 0;
  const char* const stop = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data() + start, stop, value);
  if (error == std::errc() && end == stop && std::isfinite(value)) return value;
  return Error{at(row) + "'" + shortened(row.values[field]) + "' in column " + shortened(fields[field]) +
               " is not a number"};
}

std::string Sheet::at(const Row& row) const {
  return path + ":" + std::to_string(row.line) + ": ";
}

Result<Sheet> parse(const std::string& path, std::string_view text, std::span<const std::string_view> known) {
  if (text.empty()) return Error{path + ": an empty file, without data"};
  if (text.find('\0') != std::string_view::npos) return Error{path + ": not a text file"};
  Sheet sheet;
  sheet.path = path;
  const Status status = is_cgats(text) ? read_lines(text, CgatsReader(sheet))
                                       : read_lines(text, CsvReader(sheet, find_head(text, known)));
  if (!status.ok()) return status.error();
  if (const Status fields = check_fields(sheet); !fields.ok()) return fields.error();
  return sheet;
}

Result<Sheet> read(const std::string& path, std::span<const std::string_view> known) {
  const auto text = read_text_file(path, most_mib, "a table in CGATS or CSV");
  if (!text.ok()) return text.error();
  return parse(path, *text, known);
}

bool is_of_type(std::string_view text, std::string_view type) {
  const std::vector<std::string> words = words_of(take_line(text));
  return !words.empty() && upper(words.front()) == type;
}

}  // namespace platerip::cgats
