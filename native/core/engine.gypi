{
  "variables": {
    "engine_sources": [
      "native/core/corners.cc",
      "native/core/crc32c.cc",
      "native/core/describe.cc",
      "native/core/dna.cc",
      "native/core/error.cc",
      "native/core/features.cc",
      "native/core/image.cc",
      "native/core/orb_pattern.cc"
    ],
    "engine_test_sources": [
      "native/test/main.cc",
      "native/test/dna_test.cc",
      "native/test/features_test.cc"
    ],
    "engine_bench_sources": []
  }
}
