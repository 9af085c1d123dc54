// Tables in CGATS and CSV.
#include "separation/cgats/sheet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lcms2.h>

#include "separation/cgats/inks.h"

namespace platerip::cgats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string ti3 =
    "CTI3   \r\n\r\nDESCRIPTOR \"two # words\"\r\nCOLOR_REP \"CMYKcm_XYZ\"\r\nNUMBER_OF_FIELDS 4\r\n"
    "BEGIN_DATA_FORMAT\r\nSAMPLE_ID CMYKcm_C CMYKcm_c XYZ_Y\r\nEND_DATA_FORMAT\r\nNUMBER_OF_SETS 2\r\nBEGIN_DATA\r\n"
    "1 0.0 20 80.5 # a comment\r\n\"A 2\" 100 0 10.5\r\nEND_DATA\r\nCAL\r\nBEGIN_DATA\r\nnonsense\r\n";

TEST(Sheet, ReadsTheFirstTableOfCgats) {
  const auto sheet = parse("press.ti3", ti3);
  ASSERT_TRUE(sheet.ok()) << sheet.error().message;
  EXPECT_EQ(sheet->type, "CTI3");
  EXPECT_EQ(sheet->keywords.at("DESCRIPTOR"), "two # words");
  ASSERT_EQ(sheet->rows.size(), 2U);
  EXPECT_EQ(sheet->rows[1].line, 12U);
  EXPECT_THAT(sheet->rows[1].values, ElementsAre("A 2", "100", "0", "10.5"));
  EXPECT_EQ(*sheet->number(sheet->rows[1], 3), 10.5);
  const auto inks = ink_columns(*sheet);
  ASSERT_EQ(inks.size(), 2U);
  EXPECT_EQ(inks[0].ink, "Cyan");
  EXPECT_EQ(inks[1].ink, "Light Cyan");
}

TEST(Sheet, AgreesWithLittleCms) {
  const auto sheet = parse("press.ti3", ti3);
  ASSERT_TRUE(sheet.ok());
  cmsHANDLE const other = cmsIT8LoadFromMem(nullptr, ti3.data(), static_cast<cmsUInt32Number>(ti3.find("CAL")));
  ASSERT_NE(other, nullptr);
  for (int row = 0; row < 2; ++row)
    for (int column = 1; column < 4; ++column)
      EXPECT_EQ(*sheet->number(sheet->rows[static_cast<std::size_t>(row)], static_cast<std::size_t>(column)),
                cmsIT8GetDataRowColDbl(other, row, column));
  cmsIT8Free(other);
}

TEST(Sheet, ReadsCsvWithAnySeparator) {
  for (const std::string text :
       {"\"Patch\",D\n\"A,1\",0.25\n", "Patch; D\r\nA,1;0,25\r\n", "# mine\rPatch\tD\rA,1\t0.25"}) {
    const auto sheet = parse("a.csv", text);
    ASSERT_TRUE(sheet.ok()) << sheet.error().message;
    EXPECT_THAT(sheet->fields, ElementsAre("Patch", "D"));
    ASSERT_EQ(sheet->rows.size(), 1U);
    EXPECT_EQ(sheet->rows[0].values[0], "A,1");
    EXPECT_EQ(*sheet->number(sheet->rows[0], 1), 0.25);
  }
}

TEST(Sheet, CountsItsRowsAsNumbers) {
  for (const char* const count : {"02", "\" 2\"", "\"2 \"", "002"}) {
    std::string text = ti3;
    text.replace(text.find("SETS 2") + 5, 1, count);
    const auto sheet = parse("press.ti3", text);
    EXPECT_TRUE(sheet.ok()) << sheet.error().message;
  }
}

TEST(Sheet, SaysWhichLineIsWrong) {
  const auto said_of = [](const std::string& text) {
    const auto sheet = parse("a.txt", text);
    if (!sheet.ok()) return sheet.error().message;
    const auto number = sheet->number(sheet->rows.at(0), 1);
    return number.ok() ? "(fine)" : number.error().message;
  };
  EXPECT_THAT(said_of("Patch,D\nA1,0.1\nA2\n"), HasSubstr("a.txt:3: 1 values where 2 columns"));
  EXPECT_THAT(said_of("Patch,D\nA1,dark\n"), HasSubstr("a.txt:2: 'dark' in column D is not a number"));
  EXPECT_THAT(said_of("Patch,D\nA1,nan\n"), HasSubstr("a.txt:2:"));
  EXPECT_THAT(said_of("Patch,D\n"), HasSubstr("a.txt:1: the file ends without data"));
  EXPECT_THAT(said_of("D,D\n1,2\n"), HasSubstr("two columns are called 'D'"));
  const std::string cut = ti3.substr(0, ti3.find("END_DATA\r\nCAL"));
  EXPECT_THAT(said_of(cut), HasSubstr("a.txt:12: the file ends before END_DATA"));
  EXPECT_THAT(said_of(cut + "3 0 0 0\nEND_DATA\n"), HasSubstr("a.txt:14: 3 rows of data, but NUMBER_OF_SETS says 2"));
  EXPECT_THAT(said_of(std::string("CTI3\0", 5)), HasSubstr("not a text file"));
  EXPECT_THAT(said_of(""), HasSubstr("without data"));
  EXPECT_THAT(said_of(""), testing::Not(HasSubstr(":0:")));
}

}  // namespace
}  // namespace platerip::cgats
