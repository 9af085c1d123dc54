// Options that have no effect are told, and those that contradict each other are refused.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class IdleOptions : public PlateripTest {
 protected:
  IdleOptions() {
    write_page(file("page.tif"), gray_ramp(2));
    std::ofstream(file("cmyk.pam")) << "P7\nWIDTH 4\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n"
                                    << "0123456789abcdef";
  }

  // What is said when all plates are made.
  std::string said(std::vector<std::string> arguments, const std::string& page = "page.tif") {
    arguments.push_back(page);
    const Outcome outcome = platerip(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  }
};

TEST_F(IdleOptions, OfAnotherHalftoneAreTold) {
  struct Case {
    const char* option;
    const char* value;
    const char* its_halftone;
  };
  for (const auto& [option, value, its_halftone] : {Case{"sharpness", "10", "tone"},
                                                    {"quality", "draft", "dbs"},
                                                    {"search-rounds", "1", "pes"},
                                                    {"screen-ruling", "45", "am"},
                                                    {"screen-angle", "K=10", "am"},
                                                    {"dot", "round", "am"},
                                                    {"dot-size", "3", "green-noise"},
                                                    {"min-dot", "2", "blue-noise"}}) {
    const std::string told = std::string(option) + " has no effect";
    EXPECT_THAT(said({"--halftone", "fan", std::string("--") + option, value}), HasSubstr(told));
    EXPECT_THAT(said({"--halftone", its_halftone, std::string("--") + option, value}), Not(HasSubstr(told)));
  }
}

TEST_F(IdleOptions, WithTheirDefaultsAreNotTold) {
  EXPECT_THAT(said({"--quality", "normal", "--dot-size", "2", "--min-dot", "0"}), Not(HasSubstr("no effect")));
}

TEST_F(IdleOptions, OfConversionAreToldOfPagesThatPassThrough) {
  const std::vector<std::string> options = {"--no-bpc", "--intent", "perceptual", "--paper-white", "--keep-black", "k"};
  const std::string of_cmyk = said(options, "cmyk.pam");
  for (const char* option : {"no-bpc", "intent", "paper-white", "keep-black"})
    EXPECT_THAT(of_cmyk, HasSubstr(option + std::string(" has no effect: the inks of the page pass through")));
  EXPECT_THAT(said(options), Not(HasSubstr("no effect")));
}

TEST_F(IdleOptions, OfInksThatAPageLacksAreToldOfDropFiles) {
  std::ofstream(file("drops.txt")) << "K=50,100\n\"Cyan\"=50,100\nLight Cyan=50,100\n";
  const std::vector<std::string> options = {"--drop-file", "drops.txt", "--light", "C=Light Cyan:0.4"};
  const std::string told = said(options);
  EXPECT_THAT(told, HasSubstr("no effect on Light Cyan, because a lighter ink prints the drop sizes of its ink"));
  EXPECT_THAT(told, Not(HasSubstr("Cyan\"")));
  EXPECT_THAT(platerip({"--verbose", "--drop-file", "drops.txt", "page.tif"}).err,
              HasSubstr("no effect on \"Cyan\", because the page has no such ink"));
}

TEST_F(IdleOptions, ThatContradictEachOtherAreRefused) {
  expect_complaint(platerip({"page.tif", "--levels", "4", "--drops", "50,100"}), 2,
                   {"--drops: ", "3 levels", "leave out --levels"});
  expect_complaint(platerip({"page.tif", "--light", "C=Light Cyan:0.4:3"}), 1,
                   {"--light: ", "Light Cyan cannot print 3 drop sizes"});
  EXPECT_THAT(said({"--levels", "4", "--drops", "K=50,100"}), Not(HasSubstr("levels")));
}

}  // namespace
}  // namespace platerip::test
