// Photoshop's image resources, block by block ("Adobe Photoshop File Formats Specification").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace platerip::test {

/// A number of `bytes` bytes, as the resources store it: big-endian.
inline std::string photoshop_number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i));
  return text;
}

inline std::string photoshop_block(std::uint64_t id, const std::string& data, const std::string& name = "") {
  std::string head = "8BIM" + photoshop_number(id, 2) + static_cast<char>(name.size()) + name;
  if (name.size() % 2 == 0) head += '\0';
  return head + photoshop_number(data.size(), 4) + data + std::string(data.size() % 2, '\0');
}

/// Block 1077: the kinds of the channels, such as "12" for a mask and a spot ink.
inline std::string photoshop_kinds(const std::string& all) {
  std::string data = photoshop_number(1, 4);
  for (const char kind : all) data += std::string(12, '\0') + static_cast<char>(kind - '0');
  return photoshop_block(1077, data);
}

/// Block 1045: their names in UTF-16.
inline std::string photoshop_names(const std::vector<std::u16string>& all) {
  std::string data;
  for (const std::u16string& name : all) {
    data += photoshop_number(name.size() + 1, 4);
    for (const char16_t c : name + u'\0') data += photoshop_number(c, 2);
  }
  return photoshop_block(1045, data);
}

}  // namespace platerip::test
