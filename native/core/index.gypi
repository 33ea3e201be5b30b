{
  "variables": {
    "index_sources": [
      "native/core/candidate_votes.cc",
      "native/core/candidates.cc",
      "native/core/center_ranking.cc",
      "native/core/compaction_plan.cc",
      "native/core/file_io.cc",
      "native/core/guided_pairs.cc",
      "native/core/hamming.cc",
      "native/core/keyword_table.cc",
      "native/core/nearest_postings.cc",
      "native/core/posting_scan.cc",
      "native/core/reference_index.cc",
      "native/core/search.cc",
      "native/core/search_filter.cc",
      "native/core/second_placement.cc",
      "native/core/segment.cc",
      "native/core/segment_builder.cc",
      "native/core/segment_file.cc",
      "native/core/signature_scan.cc",
      "native/core/snapshot.cc",
      "native/core/snapshot_manifest.cc",
      "native/core/spatial.cc",
      "native/core/vocabulary.cc"
    ],
    "index_test_sources": [
      "native/test/candidates_test.cc",
      "native/test/center_ranking_test.cc",
      "native/test/fuzz_test.cc",
      "native/test/index_fixtures.cc",
      "native/test/hamming_test.cc",
      "native/test/keypoint_grid_test.cc",
      "native/test/reference_index_test.cc",
      "native/test/search_test.cc",
      "native/test/signature_scan_test.cc",
      "native/test/snapshot_test.cc",
      "native/test/torn_segment_test.cc",
      "native/test/vocabulary_test.cc"
    ],
    "index_bench_sources": [
      "native/bench/main.cc",
      "native/bench/simulated_references.cc",
      "native/tools/gray_files.cc"
    ]
  }
}
