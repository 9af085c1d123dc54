#include "rip/cups/printer_ppd.h"

#include <strings.h>

#include <cstdlib>
#include <sstream>

#include "rip/cups/option_list.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// The number that follows "/NAME" in a PostScript dictionary.
std::optional<int> number_behind(const std::string& code, const std::string& name) {
  const std::size_t at = code.find("/" + name);
  if (at == std::string::npos) return std::nullopt;
  const char* const text = code.c_str() + at + 1 + name.size();
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end == text ? std::nullopt : std::optional(static_cast<int>(value));
}

std::optional<RasterForm> form_in(const std::string& code) {
  const auto order = number_behind(code, "cupsColorOrder");
  const auto space = number_behind(code, "cupsColorSpace");
  if (!space || !can_have_plates(*space)) return std::nullopt;
  if (order && (*order < CUPS_ORDER_CHUNKED || *order > CUPS_ORDER_PLANAR)) return std::nullopt;
  return RasterForm{static_cast<cups_order_t>(order.value_or(CUPS_ORDER_CHUNKED)), static_cast<cups_cspace_t>(*space)};
}

std::string text_of(const char* text) {
  return text == nullptr ? "" : text;
}

// Whether the qualifiers of a profile, "ColorModel.MediaType.Resolution", match.
bool qualifies(const std::string& qualifiers, const std::vector<std::string>& wanted) {
  std::istringstream stream(qualifiers);
  std::string word;
  for (std::size_t i = 0; i < wanted.size() && std::getline(stream, word, '.'); ++i) {
    if (!word.empty() && word != wanted[i]) return false;
  }
  return true;
}

}  // namespace

void PrinterPpd::Close::operator()(ppd_file_t* ppd) const {
  ppdClose(ppd);
}

Result<PrinterPpd> PrinterPpd::open(const char* path, const JobOptions& options) {
  PrinterPpd opened;
  if (path == nullptr) return opened;
  opened.ppd_.reset(ppdOpenFile(path));
  if (!opened.ppd_) {
    int line = 0;
    const ppd_status_t status = ppdLastError(&line);
    return Error{tiffio::printable(path) + ": cannot be read as a PPD: " + ppdErrorString(status) + " in line " +
                 std::to_string(line) + "; set up the printer again"};
  }
  ppdMarkDefaults(opened.ppd_.get());
  const OptionList given(options);
  cupsMarkOptions(opened.ppd_.get(), static_cast<int>(given.all().size()), given.all().data());
  return opened;
}

bool PrinterPpd::has_option(const std::string& keyword) const {
  return ppd_ && ppdFindOption(ppd_.get(), keyword.c_str()) != nullptr;
}

bool PrinterPpd::has_choice(const std::string& keyword, const std::string& choice) const {
  return has_option(keyword) && ppdFindChoice(ppdFindOption(ppd_.get(), keyword.c_str()), choice.c_str()) != nullptr;
}

const ppd_choice_t* PrinterPpd::marked(const std::string& keyword) const {
  return ppd_ ? ppdFindMarkedChoice(ppd_.get(), keyword.c_str()) : nullptr;
}

std::optional<std::string> PrinterPpd::choice(const std::string& keyword) const {
  const ppd_choice_t* const found = marked(keyword);
  return found == nullptr ? std::nullopt : std::optional<std::string>(found->choice);
}

bool PrinterPpd::is_marked(const std::string& keyword, const std::string& choice) const {
  const ppd_choice_t* const found = marked(keyword);
  return found != nullptr && ::strcasecmp(found->choice, choice.c_str()) == 0;
}

std::vector<const ppd_attr_t*> PrinterPpd::attributes(const char* name) const {
  std::vector<const ppd_attr_t*> found;
  if (!ppd_) return found;
  for (const ppd_attr_t* each = ppdFindAttr(ppd_.get(), name, nullptr); each != nullptr;
       each = ppdFindNextAttr(ppd_.get(), name, nullptr))
    found.push_back(each);
  return found;
}

std::optional<std::string> PrinterPpd::own_option(const std::string& name) const {
  const std::string model = choice("ColorModel").value_or("");
  for (const ppd_attr_t* const each : attributes("plateripOptions")) {
    const std::string wanted = each->spec;
    if (!wanted.empty() && wanted != model) continue;
    const OptionList options(text_of(each->value).c_str());
    for (const cups_option_t& option : options.all())
      if (::strcasecmp(option.name, name.c_str()) == 0) return option.value;
  }
  return std::nullopt;
}

std::string PrinterPpd::qualifier(const char* attribute, const char* option) const {
  const auto named = attributes(attribute);
  const std::string keyword = named.empty() ? "" : text_of(named.front()->value);
  return choice(keyword.empty() ? option : keyword).value_or("");
}

std::optional<std::string> PrinterPpd::profile(const char* attribute) const {
  const std::vector<std::string> wanted{choice("ColorModel").value_or(""), qualifier("cupsICCQualifier2", "MediaType"),
                                        qualifier("cupsICCQualifier3", "Resolution")};
  for (const ppd_attr_t* const each : attributes(attribute)) {
    const std::string file = text_of(each->value);
    if (file.empty() || !qualifies(each->spec, wanted)) continue;
    if (file.front() == '/') return file;
    const char* const data = std::getenv("CUPS_DATADIR");
    return std::string(data == nullptr ? PLATERIP_CUPS_DATADIR : data) + "/profiles/" + file;
  }
  return std::nullopt;
}

RasterForm PrinterPpd::raster_form() const {
  const ppd_choice_t* const model = marked("ColorModel");
  if (model == nullptr) return {.space = CUPS_CSPACE_CMYK};
  const ppd_attr_t* const asked = ppdFindAttr(ppd_.get(), "plateripRaster", model->choice);
  const char* const code = asked != nullptr && asked->value != nullptr ? asked->value : model->code;
  return form_in(text_of(code)).value_or(RasterForm{.space = CUPS_CSPACE_CMYK});
}

std::vector<std::string> PrinterPpd::filter_words() const {
  std::vector<std::string> words;
  if (!ppd_) return words;
  const auto add = [&words](const std::string& line) {
    std::istringstream stream(line);
    for (std::string word; stream >> word;) words.push_back(word);
  };
  for (const ppd_attr_t* const each : attributes("cupsFilter2")) add(text_of(each->value));
  for (int i = 0; i < ppd_->num_filters; ++i) add(ppd_->filters[i]);
  return words;
}

Result<cups_page_header2_t> PrinterPpd::sheet() const {
  if (!ppd_) return Error{"there is no PPD that says how large a sheet is; set up the printer with one"};
  cups_page_header2_t header{};
  const int failed = cupsRasterInterpretPPD(&header, ppd_.get(), 0, nullptr, nullptr);
  if (failed == 0 && header.cupsWidth > 0 && header.cupsHeight > 0 && header.HWResolution[0] > 0 &&
      header.HWResolution[1] > 0)
    return header;
  return Error{"the printer's PPD does not say how large a sheet is and how many dots it has; choose another PPD"};
}

}  // namespace platerip::rip
