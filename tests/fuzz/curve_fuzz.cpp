// Reads any bytes as a calibration curve. It must not crash, and what it accepts must never fall, and map 0 to 0.
#include <algorithm>
#include <cstdlib>

#include "separation/curve.h"
#include "tests/fuzz/fuzzed_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const platerip::fuzz::FuzzedFile file;
  file.write(data, size);
  const auto curve = platerip::separation::Curve::from_file(file.path());
  if (!curve.ok()) return 0;
  for (const int bits : {8, 16}) {
    const auto table = curve->table(bits);
    const bool fits = table.size() == std::size_t{1} << bits && table.front() == 0 && table.back() < table.size();
    if (!fits || !std::is_sorted(table.begin(), table.end())) std::abort();
  }
  return 0;
}
