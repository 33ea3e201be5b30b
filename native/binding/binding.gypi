{
  "variables": {
    "binding_sources": [
      "native/binding/addon.cc",
      "native/binding/color_jobs.cc",
      "native/binding/compare_jobs.cc",
      "native/binding/convert.cc",
      "native/binding/descriptor_table_object.cc",
      "native/binding/engine.cc",
      "native/binding/folder_lock_object.cc",
      "native/binding/index_jobs.cc",
      "native/binding/index_object.cc",
      "native/binding/job.cc",
      "native/binding/jpeg_decoding.cc",
      "native/binding/match_jobs.cc",
      "native/binding/search_jobs.cc",
      "native/binding/worker_pool.cc"
    ]
  }
}
