#include "tiffio/messages.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <new>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::size_t kept_messages = 500;

void keep(std::vector<std::string>& list, const char* format, va_list arguments) {
  if (list.size() == kept_messages) return;
  std::array<char, 512> text{};
  if (std::vsnprintf(text.data(), text.size(), format, arguments) <= 0) return;
  try {
    list.push_back(printable(text.data()));
  } catch (const std::bad_alloc&) {  // no exception may pass through libtiff, which is C
  }
}

// libtiff prints a message unless a handler claims it by returning 1.
int keep_error(TIFF*, void* messages, const char*, const char* format, va_list arguments) {
  keep(static_cast<Messages*>(messages)->errors, format, arguments);
  return 1;
}

int keep_warning(TIFF*, void* messages, const char*, const char* format, va_list arguments) {
  keep(static_cast<Messages*>(messages)->warnings, format, arguments);
  return 1;
}

std::string first_about(const std::vector<std::string>& list, std::string_view words) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [words](const std::string& text) { return text.find(words) != std::string::npos; });
  return found == list.end() ? std::string() : *found;
}

}  // namespace

void Messages::clear() {
  errors.clear();
  warnings.clear();
}

std::string Messages::first() const {
  if (!errors.empty()) return errors.front();
  return warnings.empty() ? std::string() : warnings.front();
}

std::string Messages::last_error() const {
  return errors.empty() ? std::string() : errors.back();
}

std::string Messages::about(std::string_view words) const {
  const std::string error = first_about(errors, words);
  return error.empty() ? first_about(warnings, words) : error;
}

OpenOptionsPtr make_open_options(Messages& messages, std::size_t max_allocation) {
  OpenOptionsPtr options(TIFFOpenOptionsAlloc());
  if (!options) return options;
  const auto largest = static_cast<std::size_t>(std::numeric_limits<tmsize_t>::max());
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_error, &messages);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), keep_warning, &messages);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(std::min(max_allocation, largest)));
  return options;
}

}  // namespace platerip::tiffio
