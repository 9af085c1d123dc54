#include "tests/bench/literature/device_session.h"
#include "tests/bench/literature/gpu.h"

namespace platerip::literature {

std::unique_ptr<Session> begin_blockwise(const Page& page, bench::BlockForm form, bool graph) {
  const auto errors = std::make_shared<Buffer<int>>(bench::blockwise_errors(page.width, page.height, 1));
  const auto enqueue = [=](const DevicePage& p, cudaStream_t stream) {
    bench::blockwise(form, p.samples, p.levels, p.width, p.height, 1, errors->data(), stream);
  };
  return std::make_unique<DeviceSession>(page, Scratch{errors}, enqueue, graph);
}

}  // namespace platerip::literature
