#include "rip/makers/cuda/cuda_gpu.h"

#include <memory>
#include <string>

#include "base/cuda_errors.h"
#include "rip/makers/cuda/cuda_device.h"
#include "rip/makers/cuda/cuda_page.h"
#include "rip/makers/gpu.h"

namespace platerip::rip {
namespace {

// Seconds in which the strips in flight leave the cores, and memory is pinned for the strips of the GPU. Calculated,
// not measured.
constexpr double take_over_time = 0.05;

class CudaGpu final : public Gpu {
 public:
  CudaGpu(int number, std::size_t memory) : device_(std::make_shared<cuda::CudaDevice>(number, memory)) {}

  bool has_started() override { return device_->has_started(); }
  double take_over_seconds() const override { return take_over_time; }
  Status health() override { return device_->health(); }
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) override {
    return cuda::CudaPage::make(device_, settings);
  }
  void release_memory() override { device_->release_memory(); }

 private:
  std::shared_ptr<cuda::CudaDevice> device_;
};

}  // namespace

Status cuda::find(int number) {
  const auto gpus = count_gpus();
  if (!gpus.ok()) return gpus.error();
  if (number >= 0 && number < *gpus) return {};
  const std::string numbers = *gpus > 1 ? "0 to " + std::to_string(*gpus - 1) : "0";
  return Error{
      "cuda: there is no GPU " + std::to_string(number), ErrorCode::device, {{.setting = "device", .value = numbers}}};
}

std::shared_ptr<Gpu> cuda::open(int number, std::size_t memory) {
  return std::make_shared<CudaGpu>(number, memory);
}

}  // namespace platerip::rip
