// The decision who makes the next rows of a page, as a table.
#include "rip/makers/who_goes_on.h"

#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

struct Row {
  Use use;
  GpuState gpu;
  Next alone;            ///< who goes on
  Next beside_others;    ///< the same if there are more GPUs
  Next cores_may_begin;  ///< the same if the cores may begin
};

constexpr Row table[] = {
    // asked for   GPU                  alone             with more GPUs   the cores may begin
    {Use::best, GpuState::none, Next::cores, Next::cores, Next::cores},
    {Use::best, GpuState::starting, Next::gpu, Next::gpu, Next::cores_until_gpu},
    {Use::best, GpuState::ready, Next::gpu, Next::gpu, Next::gpu},
    {Use::best, GpuState::unsuited, Next::cores, Next::cores, Next::cores},
    {Use::best, GpuState::failed, Next::cores, Next::nobody, Next::cores},
    {Use::gpu, GpuState::none, Next::gpu, Next::gpu, Next::gpu},
    {Use::gpu, GpuState::starting, Next::gpu, Next::gpu, Next::gpu},
    {Use::gpu, GpuState::ready, Next::gpu, Next::gpu, Next::gpu},
    {Use::gpu, GpuState::unsuited, Next::nobody, Next::nobody, Next::nobody},
    {Use::gpu, GpuState::failed, Next::nobody, Next::nobody, Next::nobody},
    {Use::cores, GpuState::none, Next::cores, Next::cores, Next::cores},
    {Use::cores, GpuState::starting, Next::cores, Next::cores, Next::cores},
    {Use::cores, GpuState::ready, Next::cores, Next::cores, Next::cores},
    {Use::cores, GpuState::unsuited, Next::cores, Next::cores, Next::cores},
    {Use::cores, GpuState::failed, Next::cores, Next::cores, Next::cores},
};

TEST(WhoGoesOn, IsInThisTable) {
  for (const Row& row : table) {
    SCOPED_TRACE(testing::Message() << "use " << static_cast<int>(row.use) << ", GPU " << static_cast<int>(row.gpu));
    EXPECT_EQ(who_goes_on({.use = row.use, .gpu = row.gpu}), row.alone);
    EXPECT_EQ(who_goes_on({.use = row.use, .gpu = row.gpu, .has_more_gpus = true}), row.beside_others);
    EXPECT_EQ(who_goes_on({.use = row.use, .gpu = row.gpu, .cores_may_begin = true}), row.cores_may_begin);
  }
}

}  // namespace
}  // namespace platerip::rip
