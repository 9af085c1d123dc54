#include "tests/bench/literature/gpu.h"

namespace platerip::literature {

std::string gpu_missing() {
  return "built without CUDA";
}
std::string gpu_description() {
  return "none";
}
std::size_t gpu_free_memory() {
  return 0;
}

std::unique_ptr<Session> begin_scan(const Page&, Scan, bool, int) {
  return nullptr;
}
std::unique_ptr<Session> begin_permutation(const Page&) {
  return nullptr;
}
std::unique_ptr<Session> begin_blockwise(const Page&, bench::BlockForm, bool) {
  return nullptr;
}
std::unique_ptr<Session> begin_transfer(const Page&, bool, bool) {
  return nullptr;
}
std::unique_ptr<Session> begin_knight(const Page&, const Setting&) {
  return nullptr;
}
std::unique_ptr<Session> begin_knight_order(const Page&) {
  return nullptr;
}
std::unique_ptr<Session> begin_device_halftoner(const Page&, const Setting&) {
  return nullptr;
}
std::size_t device_halftoner_workspace(const Page&, const Setting&) {
  return 0;
}
std::unique_ptr<Session> begin_kouge(const Page&, bool) {
  return nullptr;
}

}  // namespace platerip::literature
