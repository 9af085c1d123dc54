#include "profiles/profile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "profiles/default_press_data.h"
#include "profiles/frame.h"
#include "profiles/gray_link.h"
#include "profiles/ink_space.h"
#include "profiles/lcms.h"
#include "profiles/neutral_axis.h"
#include "profiles/printable.h"
#include "profiles/sha256.h"

namespace platerip::profiles {
namespace {

std::string read_description(cmsHPROFILE handle) {
  const cmsUInt32Number bytes = cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", nullptr, 0);
  std::wstring text(bytes / sizeof(wchar_t) + 1, L'\0');
  cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", text.data(),
                    static_cast<cmsUInt32Number>(text.size() * sizeof(wchar_t)));
  return printable(std::wstring_view(text.c_str()));
}

Result<std::vector<std::byte>> read_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return Error{path + ": cannot be read: " + error.message(), ErrorCode::unreadable};
  if (!std::filesystem::is_regular_file(status)) return Error{path + ": not a file", ErrorCode::unreadable};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return Error{path + ": cannot be read: " + error.message(), ErrorCode::unreadable};
  if (size > max_profile_bytes)
    return Error{path + ": " + std::to_string(size) + " bytes: more than the " +
                 std::to_string(max_profile_bytes >> 20) + " MiB that a profile may have"};

  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": cannot be read: " + std::strerror(errno), ErrorCode::unreadable};
  std::vector<std::byte> bytes(size);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    return Error{path + ": cannot be read to its end", ErrorCode::unreadable};
  return bytes;
}

Error with_remedy(Error error, const std::string& remedy) {
  error.message += "; " + remedy;
  return error;
}

}  // namespace

struct Profile::Impl {
  std::string name;
  lcms::Context context;
  lcms::ProfileHandle handle;  // refers to the context, so it is declared after it and destroyed first
  std::string description;
  int channels;
  Fingerprint fingerprint;

  Impl(std::string called, lcms::Context made_in, cmsHPROFILE made, std::span<const std::byte> made_of)
      : name(std::move(called)),
        context(std::move(made_in)),
        handle(made),
        description(read_description(made)),
        channels(cmsChannelsOfColorSpace(cmsGetColorSpace(made))),
        fingerprint(sha256(made_of)) {}

  // A profile that LittleCMS makes.
  Impl(std::string_view called, lcms::Context made_in, cmsHPROFILE made)
      : Impl(std::string(called), std::move(made_in), made, std::as_bytes(std::span(called))) {}
};

Profile::Profile(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Result<Profile> Profile::from_memory(std::span<const std::byte> bytes, std::string name) {
  const auto profile = sound_frame(bytes, name);
  if (!profile.ok()) return profile.error();

  lcms::Context context = lcms::make_context();
  const lcms::Complaint complaint;
  cmsHPROFILE handle =
      cmsOpenProfileFromMemTHR(context.get(), profile->data(), static_cast<cmsUInt32Number>(profile->size()));
  if (!handle) return Error{name + ": damaged: " + complaint.text_or("LittleCMS cannot open it")};
  return Profile(std::make_shared<Impl>(std::move(name), std::move(context), handle, *profile));
}

Result<Profile> Profile::from_file(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes.ok()) return with_remedy(bytes.error(), "give an ICC profile");
  auto profile = from_memory(*bytes, path);
  if (!profile.ok()) return with_remedy(profile.error(), "give another ICC profile");
  return profile;
}

Profile Profile::srgb() {
  lcms::Context context = lcms::make_context();
  cmsHPROFILE handle = cmsCreate_sRGBProfileTHR(context.get());
  if (!handle) throw std::bad_alloc();
  return Profile(std::make_shared<Impl>(std::string_view("sRGB"), std::move(context), handle));
}

Profile Profile::srgb_gray() {
  lcms::Context context = lcms::make_context();
  const lcms::ToneCurve curve = lcms::srgb_curve(context.get());
  cmsHPROFILE handle = curve ? cmsCreateGrayProfileTHR(context.get(), cmsD50_xyY(), curve.get()) : nullptr;
  if (!handle) throw std::bad_alloc();
  return Profile(std::make_shared<Impl>(std::string_view("sRGB gray"), std::move(context), handle));
}

Profile Profile::lab() {
  lcms::Context context = lcms::make_context();
  cmsHPROFILE handle = cmsCreateLab4ProfileTHR(context.get(), nullptr);
  if (!handle) throw std::bad_alloc();
  return Profile(std::make_shared<Impl>(std::string_view("CIE L*a*b*"), std::move(context), handle));
}

Result<Profile> Profile::neutral_axis(Intent intent) const {
  std::string called = name() + ", its neutral axis";
  lcms::Context context = lcms::make_context();
  const lcms::Complaint complaint;
  lcms::ProfileHandle gray =
      is_link() ? gray_link(context.get(), handle(), intent) : profiles::neutral_axis(context.get(), handle(), intent);
  if (!gray) return Error{name() + ": damaged: " + complaint.text_or("LittleCMS can make no gray profile of it")};
  std::vector<std::byte> made_of(fingerprint().begin(), fingerprint().end());
  made_of.push_back(static_cast<std::byte>(intent));
  return Profile(std::make_shared<Impl>(std::move(called), std::move(context), gray.release(), made_of));
}

Profile Profile::default_press() {
  auto profile = from_memory(default_press_bytes(), "FOGRA39 (built in)");
  if (!profile.ok()) throw std::bad_alloc();  // nothing else can be wrong with it
  return *std::move(profile);
}

const std::string& Profile::name() const {
  return impl_->name;
}
const std::string& Profile::description() const {
  return impl_->description;
}
int Profile::channels() const {
  return impl_->channels;
}
bool Profile::is_link() const {
  return cmsGetDeviceClass(handle()) == cmsSigLinkClass;
}
int Profile::inks() const {
  return static_cast<int>(cmsChannelsOf(ink_space(handle())));
}
Intent Profile::header_intent() const {
  const cmsUInt32Number intent = cmsGetHeaderRenderingIntent(handle());
  return intent <= static_cast<cmsUInt32Number>(Intent::absolute) ? static_cast<Intent>(intent) : default_intent;
}
std::optional<ColorModel> Profile::model() const {
  const cmsColorSpaceSignature space = cmsGetColorSpace(handle());
  if (space == cmsSigGrayData) return ColorModel::gray;
  if (space == cmsSigRgbData) return ColorModel::rgb;
  if (space == cmsSigCmykData) return ColorModel::cmyk;
  if (space == cmsSigLabData) return ColorModel::lab;
  return std::nullopt;
}
const Fingerprint& Profile::fingerprint() const {
  return impl_->fingerprint;
}
void* Profile::handle() const {
  return impl_->handle.get();
}

}  // namespace platerip::profiles
