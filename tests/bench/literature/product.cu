#include "halftone/cuda/device_halftoner.h"
#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

using halftone::cuda::DeviceHalftoner;

halftone::Settings settings_of(const Page& page, const Setting& setting) {
  return {.planes = {{setting.method}}, .levels = setting.levels, .width = page.width};
}

class Product final : public Session {
 public:
  Product(const Page& page, const Setting& setting)
      : page_(page),
        settings_(settings_of(page, setting)),
        stride_((static_cast<std::size_t>(halftone::plate_row_bytes(page.width, setting.levels)) + 3) / 4 * 4),
        samples_(page.pixels()),
        pixels_(stride_ * static_cast<std::size_t>(page.height)),
        workspace_(device_halftoner_workspace(page, setting)) {
    upload(page, samples_.data());
    must(cudaEventCreate(&start_), "event");
    must(cudaEventCreate(&stop_), "event");
  }
  ~Product() override {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }

  void poison() override {
    pixels_.poison();
    workspace_.poison();
    must(cudaDeviceSynchronize(), "poison");
  }
  double run() override {
    float elapsed = 0;
    must(cudaEventRecord(start_), "event");
    enqueue();
    must(cudaEventRecord(stop_), "event");
    must(cudaDeviceSynchronize(), "run");
    must(cudaEventElapsedTime(&elapsed, start_, stop_), "event");
    return elapsed;
  }

  void levels(std::span<std::uint8_t> to) override {
    std::vector<std::byte> packed(pixels_.bytes());
    must(cudaMemcpy(packed.data(), pixels_.data(), packed.size(), cudaMemcpyDeviceToHost), "download");
    unpack(packed, stride_, page_.width, page_.height, halftone::plate_bits(settings_.levels), to);
  }

 private:
  void enqueue() {
    auto halftoner = DeviceHalftoner::make(settings_, page_.height, 0, workspace_.data(), nullptr);
    const halftone::cuda::DeviceStrip strip{.rows = page_.height,
                                            .samples = reinterpret_cast<const std::byte*>(samples_.data()),
                                            .samples_row = page_.width,
                                            .pixels = pixels_.data(),
                                            .pixels_row = static_cast<std::ptrdiff_t>(stride_)};
    if (!halftoner.ok() || !halftoner->enqueue(strip, nullptr).ok() || !halftoner->finish(nullptr).ok())
      must(cudaErrorUnknown, "the halftoner");
  }

  const Page& page_;
  halftone::Settings settings_;
  std::size_t stride_;
  Buffer<std::uint8_t> samples_;
  Buffer<std::byte> pixels_;
  Buffer<std::byte> workspace_;
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

}  // namespace

std::unique_ptr<Session> begin_device_halftoner(const Page& page, const Setting& setting) {
  return std::make_unique<Product>(page, setting);
}

std::size_t device_halftoner_workspace(const Page& page, const Setting& setting) {
  return DeviceHalftoner::workspace_bytes(settings_of(page, setting), page.height, 0);
}

}  // namespace platerip::literature
