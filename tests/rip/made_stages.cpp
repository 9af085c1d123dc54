// For builds without CUDA.
#include "tests/rip/made_stages.h"

namespace platerip::test {

std::shared_ptr<const rip::PageStage> mean_of_rows(const rip::Window& window) {
  return std::make_shared<MeanOfRows>(window);
}

std::shared_ptr<const rip::PlaneStage> most_of_rows(std::size_t ink, std::size_t other, const rip::Window& window) {
  return std::make_shared<MostOfRows>(ink, other, window);
}

}  // namespace platerip::test
