// What the device does for made inks and the knock-out, run on the host, has the bits of the cores.
#include "separation/cuda/made.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"

namespace platerip::separation::cuda {
namespace {

using profiles::ColorModel;
using profiles::Profile;

constexpr std::int64_t width = 3000;

Settings page_of(ColorModel model, Alpha alpha, int bits) {
  Settings settings;
  settings.format = {.model = model, .alpha = alpha, .bits = bits, .spots = 2};
  settings.spots = {"Varnish", "Gold"};
  if (model == ColorModel::lab) settings.precision = Precision::exact;
  if (model == ColorModel::rgb) settings.page = Profile::srgb();
  if (model == ColorModel::gray) settings.page = Profile::srgb_gray();
  if (model == ColorModel::lab) settings.page = Profile::lab();
  if (model != ColorModel::cmyk) settings.press = made::open(made::press_of_inks(4));
  return settings;
}

Settings with_made_inks(Settings settings) {
  settings.made = {{.name = "Nothing", .from = MadeFrom::nothing},
                   {.name = "All", .from = MadeFrom::all, .amount = 33.33},
                   {.name = "Any", .from = MadeFrom::inks, .amount = 80},
                   {.name = "Some", .from = MadeFrom::inks, .inks = {1, 5}},
                   {.name = "Gold again", .from = MadeFrom::spot, .inks = {5}, .amount = 50},
                   {.name = "Mask", .from = MadeFrom::knocked_out}};
  if (settings.format.alpha != Alpha::none) settings.made.push_back({.name = "White", .from = MadeFrom::coverage});
  if (settings.format.model == ColorModel::lab) return settings;
  settings.made.push_back({.name = "Light", .from = MadeFrom::light});
  settings.made.push_back({.name = "Dark", .from = MadeFrom::dark, .amount = 62.5});
  settings.curves.resize(6 + settings.made.size());
  settings.curves.back() = *Curve::from_points({{50, 10}, {100, 90}});
  settings.ink_limits = {{}, {}, {}, {}, {}, {}, {}, 70.0};
  return settings;
}

// Random pixels, of which many are paper, solid, opaque or clear.
template <typename Sample>
Page page_with_extremes(const PixelFormat& format) {
  Page page = random_page(format, width, 1, test_seed());
  auto* const samples = reinterpret_cast<Sample*>(page.pixels.data());
  std::mt19937 random(test_seed() + 1);
  for (std::size_t i = 0; i < page.pixels.size() / sizeof(Sample); ++i)
    if (random() % 2 == 0) samples[i] = random() % 2 == 0 ? std::numeric_limits<Sample>::max() : Sample{0};
  return page;
}

template <typename Sample>
class HostRecipe {
 public:
  HostRecipe(const Settings& settings, std::size_t before) {
    const auto made = Made::make(settings, before);
    if (!made.ok()) throw std::runtime_error(made.error().message);
    const auto& inks = std::get<MadeInks<Sample>>(made->by_bits);
    memory_.resize(made->tables_in(Cutter()).memory.taken());
    TableCopies tables{Cutter(memory_.data())};
    recipe_ = inks.recipe_in(tables);
    for (const auto& [to, table] : tables.copies) std::ranges::copy(table, to);
  }

  [[nodiscard]] const MadeRecipe<Sample>& recipe() const { return recipe_; }

 private:
  std::vector<std::byte> memory_;
  MadeRecipe<Sample> recipe_;
};

template <typename Sample>
void expect_bits_of_cores(const Settings& settings) {
  const Page page = page_with_extremes<Sample>(settings.format);
  Settings plain = settings;
  plain.made.clear();
  plain.knock_out.reset();
  plain.curves.clear();
  plain.ink_limits.clear();
  const Inks before = separate(plain, page), expected = separate(settings, page);
  const HostRecipe<Sample> host(settings, before.planes.size());
  const MadeRecipe<Sample>& recipe = host.recipe();
  ASSERT_EQ(recipe.count, static_cast<int>(settings.made.size()));
  for (std::int64_t x = 0; x < width; ++x) {
    const auto* const samples = reinterpret_cast<const Sample*>(page.pixels.data() + x * page.format.bytes());
    const MadePixel<Sample> pixel = recipe.pixel_of(samples);
    for (std::size_t ink = 0; ink < before.planes.size(); ++ink)
      ASSERT_EQ(pixel.is_out ? 0 : before.at(ink, 0, x), expected.at(ink, 0, x)) << ink << ", " << x;
    for (std::size_t i = 0; i < settings.made.size(); ++i) {
      std::uint32_t inked = 0;
      for (std::size_t ink = 0; ink < before.planes.size(); ++ink)
        if (recipe.inks[i].inks >> ink & 1) inked |= before.at(ink, 0, x);
      const std::size_t plane = before.planes.size() + i;
      ASSERT_EQ(recipe.inks[i].amount(pixel, static_cast<Sample>(inked)), expected.at(plane, 0, x))
          << settings.made[i].name << ", " << x;
    }
  }
}

TEST(MadeRecipe, HasTheBitsOfTheCores) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk, ColorModel::lab})
    for (const Alpha alpha : {Alpha::none, Alpha::associated, Alpha::unassociated})
      for (const int bits : {8, 16}) {
        if (model == ColorModel::lab && alpha != Alpha::none) continue;
        SCOPED_TRACE(testing::Message() << static_cast<int>(model) << ", alpha " << static_cast<int>(alpha) << ", "
                                        << bits << " bits");
        Settings settings = with_made_inks(page_of(model, alpha, bits));
        for (const double tolerance : {0.0, 45.0}) {
          if (model != ColorModel::lab) settings.knock_out = KnockOut{{255, 255, 255}, tolerance};
          bits == 8 ? expect_bits_of_cores<std::uint8_t>(settings) : expect_bits_of_cores<std::uint16_t>(settings);
        }
      }
}

TEST(MadeRecipe, RefusesMoreInksThanADeviceTakes) {
  Settings settings = page_of(ColorModel::rgb, Alpha::none, 8);
  settings.made.resize(most_inks - 6, {.name = "All", .from = MadeFrom::all});
  EXPECT_TRUE(Made::make(settings, 6).ok());
  settings.made.push_back({.name = "One more", .from = MadeFrom::all});
  const auto made = Made::make(settings, 6);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace platerip::separation::cuda
