{
  "variables": {
    "compare_sources": [
      "native/core/color/color_descriptor.cc",
      "native/core/color/color_search.cc",
      "native/core/color/lab.cc",
      "native/core/compare/alignment.cc",
      "native/core/compare/block_shifts.cc",
      "native/core/compare/correlation.cc",
      "native/core/compare/cubic_warp.cc",
      "native/core/compare/difference.cc",
      "native/core/compare/displacement.cc",
      "native/core/compare/fine_comparison.cc",
      "native/core/compare/fourier_mellin.cc",
      "native/core/compare/highlight.cc",
      "native/core/compare/kinds.cc",
      "native/core/compare/lab_planes.cc",
      "native/core/compare/leveling.cc",
      "native/core/compare/neighborhoods.cc",
      "native/core/compare/regions.cc",
      "native/core/compare/registration.cc",
      "native/core/compare/runs.cc",
      "native/core/compare/sharpness.cc",
      "native/core/compare/warping.cc",
      "native/core/raster_mat.cc",
      "native/core/similarity/descriptor_table.cc",
      "native/core/similarity/similarity_descriptor.cc"
    ],
    "compare_test_sources": [
      "native/test/compare_planes_test.cc",
      "native/test/fine_comparison_test.cc",
      "native/test/color_test.cc",
      "native/test/similarity_test.cc"
    ],
    "compare_bench_sources": []
  }
}
