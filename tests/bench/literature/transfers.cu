#include <cstring>

#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {
namespace {

class Transfer final : public Session {
 public:
  Transfer(const Page& page, bool to_device, bool pinned)
      : to_device_(to_device),
        pageable_(pinned ? 0 : page.pixels()),
        pinned_(pinned ? page.pixels() : 0, In::pinned_host),
        device_(page.pixels()) {
    host_ = pinned ? pinned_.data() : pageable_.data();
    for (int y = 0; y < page.height; ++y)
      std::memcpy(host_ + std::size_t(y) * std::size_t(page.width), page.row(y), std::size_t(page.width));
    copy(true);
  }

  void poison() override {
    if (to_device_) {
      device_.poison();
    } else {
      std::memset(host_, poison_byte, device_.bytes());
    }
    must(cudaDeviceSynchronize(), "poison");
  }
  double run() override {
    return milliseconds([&] { copy(to_device_); });
  }
  void levels(std::span<std::uint8_t> to) override {
    if (!to_device_) {
      std::memcpy(to.data(), host_, to.size());
    } else {
      must(cudaMemcpy(to.data(), device_.data(), to.size(), cudaMemcpyDeviceToHost), "download");
    }
  }

 private:
  void copy(bool to_device) {
    must(to_device ? cudaMemcpy(device_.data(), host_, device_.bytes(), cudaMemcpyHostToDevice)
                   : cudaMemcpy(host_, device_.data(), device_.bytes(), cudaMemcpyDeviceToHost),
         "transfer");
    must(cudaDeviceSynchronize(), "transfer");
  }

  bool to_device_;
  std::vector<std::uint8_t> pageable_;
  Buffer<std::uint8_t> pinned_;
  Buffer<std::uint8_t> device_;
  std::uint8_t* host_;
};

}  // namespace

std::unique_ptr<Session> begin_transfer(const Page& page, bool to_device, bool pinned) {
  return std::make_unique<Transfer>(page, to_device, pinned);
}

}  // namespace platerip::literature
