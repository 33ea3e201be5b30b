{
  "variables": {
    "engine_sources": [
      "native/core/consensus.cc",
      "native/core/corners.cc",
      "native/core/crc32c.cc",
      "native/core/decide.cc",
      "native/core/describe.cc",
      "native/core/dna.cc",
      "native/core/downscale.cc",
      "native/core/error.cc",
      "native/core/exif_orientation.cc",
      "native/core/fast_corners.cc",
      "native/core/features.cc",
      "native/core/grade.cc",
      "native/core/homography.cc",
      "native/core/image.cc",
      "native/core/isa.cc",
      "native/core/jpeg_decoder.cc",
      "native/core/match.cc",
      "native/core/match_boxes.cc",
      "native/core/matching.cc",
      "native/core/measure.cc",
      "native/core/orb_pattern.cc",
      "native/core/placement.cc",
      "native/core/prediction.cc",
      "native/core/rectify.cc",
      "native/core/reduce.cc",
      "native/core/repetition.cc",
      "native/core/smooth.cc",
      "native/core/thumbnail.cc",
      "native/core/verify.cc",
      "native/core/warp.cc"
    ],
    "engine_test_sources": [
      "native/test/dna_test.cc",
      "native/test/features_test.cc",
      "native/test/homography_test.cc",
      "native/test/jpeg_decoder_test.cc",
      "native/test/main.cc",
      "native/test/pixel_kernels_test.cc",
      "native/test/prediction_test.cc",
      "native/test/verify_test.cc"
    ],
    "engine_bench_sources": []
  }
}
