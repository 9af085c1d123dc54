// Rasters that the filter rastertoplates refuses.
#include <fcntl.h>

#include <cstring>
#include <functional>

#include "base/files.h"
#include "tests/rip/cups/filter_command.h"
#include "tiffio/plates/plate_reader.h"

namespace platerip::test {
namespace {

using testing::IsEmpty;

class BadRasters : public FilterTest {
 protected:
  BadRasters() : FilterTest("rastertoplates") {}

  const RasterSpec rgb_{.page = {.width = 301, .height = 203}};
};

// Also gives a value that the enumeration does not have.
template <typename Enumeration>
void set_number(Enumeration& field, unsigned number) {
  std::memcpy(&field, &number, sizeof number);
}

struct BadHeader {
  const char* name;
  std::function<void(cups_page_header2_t&)> damage;
  std::string word;
};

const BadHeader bad_headers[] = {
    {"NoWidth", [](auto& header) { header.cupsWidth = 0; }, "cupsWidth 0"},
    {"HugeWidth", [](auto& header) { header.cupsWidth = 0xffffffff; }, "cupsWidth"},
    {"TooWideForTheMemory",
     [](auto& header) {
       header.cupsWidth = 0x10000000;
       header.cupsBytesPerLine = 0x30000000;
     },
     "memory-default"},
    {"TooWideForAnyMemory",
     [](auto& header) {
       header.cupsWidth = 0x2ac00000;
       header.cupsBytesPerLine = 3 * header.cupsWidth;
     },
     "cupsBytesPerLine"},
    {"NoHeight", [](auto& header) { header.cupsHeight = 0; }, "cupsHeight 0"},
    {"HugeHeight", [](auto& header) { header.cupsHeight = 0xffffffff; }, "cupsHeight"},
    {"ShortLines", [](auto& header) { --header.cupsBytesPerLine; }, "cupsBytesPerLine"},
    {"LongLines", [](auto& header) { header.cupsBytesPerLine = 0xfffffffe; }, "cupsBytesPerLine"},
    {"PlanarAsChunked", [](auto& header) { header.cupsBytesPerLine /= 3; }, "cupsBytesPerLine"},
    {"ChunkedAsPlanar", [](auto& header) { header.cupsColorOrder = CUPS_ORDER_PLANAR; }, "cupsBitsPerPixel"},
    {"UnevenBands",
     [](auto& header) {
       header.cupsColorOrder = CUPS_ORDER_BANDED;
       header.cupsBitsPerPixel = header.cupsBitsPerColor;
       header.cupsBytesPerLine += 2;
     },
     "cupsBytesPerLine"},
    {"HugePadding", [](auto& header) { header.cupsBytesPerLine = 0x7ffffffe; }, "memory-default"},
    {"UnknownOrder", [](auto& header) { set_number(header.cupsColorOrder, 3); }, "cupsColorOrder"},
    {"WrongPixelBits", [](auto& header) { header.cupsBitsPerPixel = 32; }, "cupsBitsPerPixel"},
    {"OneBit", [](auto& header) { header.cupsBitsPerColor = 1; }, "cupsBitsPerColor"},
    {"WrongColors", [](auto& header) { header.cupsNumColors = 4; }, "cupsNumColors"},
    {"UnknownSpace", [](auto& header) { set_number(header.cupsColorSpace, 77); }, "cupsColorSpace 77"},
    {"Lab", [](auto& header) { header.cupsColorSpace = CUPS_CSPACE_CIELab; }, "cupsColorSpace"},
};

class BadHeaders : public BadRasters, public testing::WithParamInterface<BadHeader> {};

TEST_P(BadHeaders, AreRefused) {
  cups_page_header2_t header = header_of(rgb_);
  GetParam().damage(header);
  save("bad.ras", raw_raster(header, std::string(1000000, 'x')));
  const Outcome outcome = filter("bad.ras");
  expect_failed(outcome, {"a page page 1", GetParam().word});
  EXPECT_EQ(outcome.out, "");
}

INSTANTIATE_TEST_SUITE_P(All, BadHeaders, testing::ValuesIn(bad_headers),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(BadRasters, TheMemoryThatARefusalNamesIsEnough) {
  save("wide.ras", raster_of({{.page = {.width = 60'000, .height = 4}}}));
  const auto with = [this](int mib) { return filter("wide.ras", {.options = "memory=" + std::to_string(mib)}); };
  const Outcome refused = with(1);
  expect_failed(refused, {"a page page 1: reading it takes", "give memory-default "});
  const int enough = std::stoi(refused.err.substr(refused.err.find("memory-default ") + 15));
  expect_failed(with(enough - 1), {"memory-default " + std::to_string(enough)});
  expect_printed(with(enough));
}

TEST_F(BadRasters, BrokenPagesAreNotMade) {
  const std::string whole = raster_of({rgb_, rgb_});
  save("cut.ras", whole.substr(0, whole.size() - 100));
  expect_failed(filter("cut.ras"), {"a page page 2", "row 202 of 203"});
  save("cut.ras", whole.substr(0, whole.size() / 2 + 100));
  const Outcome cut = filter("cut.ras");
  expect_failed(cut, {"a page page 2", "header"});
  save("cut.tif", cut.out);
  const Descriptor plates(::open(file("cut.tif").c_str(), O_RDONLY));
  EXPECT_FALSE(tiffio::PlateReader::open(plates, "cut").ok()) << "nobody may take it for the whole job";
  save("garbage", std::string(3000000, 'x'));
  expect_failed(filter("garbage"), {"a page", "raster"});
  save("garbage", "RaS3");
  expect_failed(filter("garbage"), {"a page", "no page"});
  save("garbage", "");
  expect_failed(filter("garbage"), {"a page", "raster"});
  EXPECT_THAT(left_in_tmp(), IsEmpty());
}

}  // namespace
}  // namespace platerip::test
