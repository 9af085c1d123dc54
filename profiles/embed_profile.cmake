# cmake -D profile=fogra39.icc -D source=default_press_data.cpp -P embed_profile.cmake
#
# Writes the profile as a C++ array. Its creation date (bytes 24 to 35) becomes that of the data, December 2006, so that
# the same data give the same program.
file(READ ${profile} hex HEX)
string(SUBSTRING "${hex}" 0 48 before)
string(SUBSTRING "${hex}" 72 -1 after)
string(REGEX REPLACE "(................................)" "\\1\n" lines "${before}07d6000c0001000000000000${after}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${lines}")
file(WRITE ${source} "#include \"profiles/default_press_data.h\"

namespace platerip::profiles {
namespace {

constexpr unsigned char bytes[] = {
${bytes}
};

}  // namespace

std::span<const std::byte> default_press_bytes() { return std::as_bytes(std::span(bytes)); }

}  // namespace platerip::profiles
")
