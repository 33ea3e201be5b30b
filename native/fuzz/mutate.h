#pragma once

#include "fuzz/targets.h"
#include "test/random.h"

namespace loupe::fuzz {

/** Changes, inserts, removes or repeats some bytes; most edits hit the front, where lengths and offsets are.
 */
void Mutate(Bytes* bytes, test::Random* random);

}  // namespace loupe::fuzz
