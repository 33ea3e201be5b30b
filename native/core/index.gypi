{
  "variables": {
    "index_sources": [],
    "index_test_sources": [],
    "index_bench_sources": []
  }
}
