{
  "variables": {
    "compare_sources": [],
    "compare_test_sources": [],
    "compare_bench_sources": []
  }
}
