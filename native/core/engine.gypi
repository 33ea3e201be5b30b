{
  "variables": {
    "engine_sources": [
      "native/core/crc32c.cc",
      "native/core/dna.cc",
      "native/core/error.cc",
      "native/core/image.cc"
    ],
    "engine_test_sources": [
      "native/test/main.cc",
      "native/test/dna_test.cc"
    ],
    "engine_bench_sources": []
  }
}
