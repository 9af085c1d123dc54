#include "tests/bench/literature/device_session.h"

#include "tests/bench/literature/gpu.h"

namespace platerip::literature {

std::string gpu_missing() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0 ? "" : "no GPU";
}

std::string gpu_description() {
  int device = 0, supported = 0, runtime = 0;
  cudaDeviceProp properties{};
  must(cudaGetDevice(&device), "device");
  must(cudaGetDeviceProperties(&properties, device), "device");
  must(cudaDriverGetVersion(&supported), "driver");
  must(cudaRuntimeGetVersion(&runtime), "runtime");
  const auto version = [](int v) { return std::to_string(v / 1000) + '.' + std::to_string(v % 1000 / 10); };
  return std::string(properties.name) + ", " + std::to_string(properties.multiProcessorCount) +
         " multiprocessors, driver for CUDA " + version(supported) + ", CUDA " + version(runtime);
}

std::size_t gpu_free_memory() {
  std::size_t free = 0, all = 0;
  must(cudaMemGetInfo(&free, &all), "memory");
  return free;
}

void upload(const Page& page, std::uint8_t* samples) {
  const auto width = static_cast<std::size_t>(page.width);
  must(cudaMemcpy2D(samples, width, page.samples.data(), static_cast<std::size_t>(page.stride), width,
                    static_cast<std::size_t>(page.height), cudaMemcpyHostToDevice),
       "upload");
  must(cudaDeviceSynchronize(), "upload");  // other streams do not wait for this copy
}

DeviceSession::DeviceSession(const Page& page, Scratch scratch, Enqueue enqueue, bool as_graph)
    : samples_(page.pixels()),
      levels_(page.pixels()),
      page_{page.width, page.height, samples_.data(), levels_.data()},
      scratch_(std::move(scratch)),
      enqueue_(std::move(enqueue)) {
  upload(page, samples_.data());
  must(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream");
  must(cudaEventCreate(&start_), "event");
  must(cudaEventCreate(&stop_), "event");
  if (!as_graph) return;
  cudaGraph_t graph = nullptr;
  must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "capture");
  enqueue_(page_, stream_);
  must(cudaStreamEndCapture(stream_, &graph), "capture");
  must(cudaGraphInstantiate(&graph_, graph, 0), "graph");
  must(cudaGraphDestroy(graph), "graph");
}

DeviceSession::~DeviceSession() {
  if (graph_) cudaGraphExecDestroy(graph_);
  cudaEventDestroy(start_);
  cudaEventDestroy(stop_);
  cudaStreamDestroy(stream_);
}

void DeviceSession::launch() {
  if (graph_) return must(cudaGraphLaunch(graph_, stream_), "graph");
  enqueue_(page_, stream_);
}

void DeviceSession::poison() {
  levels_.poison();
  for (const auto& buffer : scratch_) buffer->poison();
  must(cudaDeviceSynchronize(), "poison");
}

double DeviceSession::run() {
  float elapsed = 0;
  must(cudaEventRecord(start_, stream_), "event");
  launch();
  must(cudaEventRecord(stop_, stream_), "event");
  must(cudaGetLastError(), "launch");
  must(cudaStreamSynchronize(stream_), "run");
  must(cudaEventElapsedTime(&elapsed, start_, stop_), "event");
  return elapsed;
}

void DeviceSession::levels(std::span<std::uint8_t> to) {
  must(cudaMemcpy(to.data(), levels_.data(), to.size(), cudaMemcpyDeviceToHost), "download");
}

}  // namespace platerip::literature
