#include "tests/rip/break_gpu.h"

namespace platerip::test {
namespace {

__global__ void fail() {
  __trap();
}

}  // namespace

void break_gpu() {
  fail<<<1, 1>>>();
  cudaDeviceSynchronize();
}

}  // namespace platerip::test
