#include "separation/separation.h"

#include "separation/shared_tables.h"

namespace platerip::separation {

std::shared_ptr<SharedTables> make_shared_tables() {
  return std::make_shared<SharedTables>();
}

}  // namespace platerip::separation
