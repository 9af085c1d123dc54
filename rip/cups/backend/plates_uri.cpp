#include "rip/cups/backend/plates_uri.h"

#include <cups/http.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

Error wrong_uri(const std::string& uri, const std::string& wrong) {
  return Error{
      tiffio::printable(uri) + ": " + wrong +
      "; set the printer's device to plates:/FOLDER?owner=USER&group=GROUP&mode=0644&name={page}_{ink}, of which "
      "all behind the folder may be left out"};
}

// Reads an octal number. Only read and write permissions are accepted.
std::optional<mode_t> mode_of(const std::string& text) {
  mode_t mode = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number && (mode & ~mode_t{0666}) == 0 ? std::optional(mode) : std::nullopt;
}

// Replaces %20 and so on by the characters that they stand for. A % without a number stays.
std::string decoded(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned char code = 0;
    const char* const digits = text.data() + at + 1;
    const bool is_code =
        text[at] == '%' && at + 2 < text.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
    result += is_code ? static_cast<char>(code) : text[at];
    if (is_code) at += 2;
  }
  return result;
}

bool set_name(PlatesUri& plates, const std::string& value) {
  auto pattern = NamePattern::parse(decoded(value));
  if (!pattern.ok() || !pattern->tells_inks_apart() || !pattern->tells_pages_apart()) return false;
  plates.name = *std::move(pattern);
  return true;
}

// False if there is no such setting, or its value is invalid.
bool set(PlatesUri& plates, const std::string& name, const std::string& value) {
  if (value.empty()) return false;
  if (name == "owner") {
    plates.owner = value;
  } else if (name == "group") {
    plates.group = value;
  } else if (name == "mode") {
    const auto mode = mode_of(value);
    plates.mode = mode.value_or(0);
    return mode.has_value();
  } else if (name == "name") {
    return set_name(plates, value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Result<PlatesUri> PlatesUri::read(const std::string& uri) {
  PlatesUri plates;
  const std::size_t question = std::min(uri.find('?'), uri.size());
  std::array<char, HTTP_MAX_URI> scheme{};
  std::array<char, HTTP_MAX_URI> user{};
  std::array<char, HTTP_MAX_URI> host{};
  std::array<char, HTTP_MAX_URI> path{};
  int port = 0;
  const http_uri_status_t status =
      httpSeparateURI(HTTP_URI_CODING_ALL, uri.substr(0, question).c_str(), scheme.data(), scheme.size(), user.data(),
                      user.size(), host.data(), host.size(), &port, path.data(), path.size());
  if (status < HTTP_URI_STATUS_OK || std::string(scheme.data()) != "plates") return wrong_uri(uri, "is no plates: URI");
  plates.folder = path.data();
  if (host.front() != '\0' || path.front() != '/' || plates.folder == "/")
    return wrong_uri(uri, "names no folder by its whole path");

  std::istringstream settings(uri.substr(std::min(question + 1, uri.size())));
  for (std::string setting; std::getline(settings, setting, '&');) {
    const std::size_t equals = std::min(setting.find('='), setting.size());
    if (!set(plates, setting.substr(0, equals), setting.substr(std::min(equals + 1, setting.size()))))
      return wrong_uri(uri, "'" + tiffio::printable(setting) + "' is no setting");
  }
  return plates;
}

}  // namespace platerip::rip
