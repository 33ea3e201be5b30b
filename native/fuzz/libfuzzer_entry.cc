/** One target under libFuzzer: LOUPE_FUZZ_TARGET names its function, for example DnaTarget. */
#include <cstring>
#include <fstream>
#include <string>

#include "fuzz/targets.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

using loupe::fuzz::Bytes;

static const loupe::fuzz::Target& Chosen() { return loupe::fuzz::LOUPE_FUZZ_TARGET(); }

/** Puts the sound inputs into the corpus, the first argument that is no option. */
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  for (int i = 1; i < *argc; ++i) {
    const std::string folder = (*argv)[i];
    if (folder.rfind('-', 0) == 0) continue;
    int number = 0;
    for (const Bytes& seed : Chosen().seeds()) {
      std::ofstream(folder + "/seed-" + std::to_string(number++), std::ios::binary)
          .write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
    }
    break;
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Chosen().accept({data, size});
  return 0;
}

/** libFuzzer's own mutation, then right checksums. */
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
  Bytes bytes(data, data + size);
  if (bytes.empty()) bytes = Chosen().seeds().front();
  bytes.resize(max_size);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), std::min(size, max_size), max_size));
  if (seed % 10 != 0) Chosen().reseal(&bytes);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
