# Everything of Loupe that is C++. `npm run setup` builds the addon `loupe`; scripts/test-native.mjs, scripts/bench-native.mjs,
# scripts/fuzz.mjs and the benchmark build their programs, by the names of their targets. scripts/native/ask.mjs says
# which sources there are, the flags that clang-tidy needs, too, and where OpenCV lies.
{
  "variables": {
    # `yes`: the programs, too, and not the addon alone.
    "loupe_programs%": "no",
    # `yes`: what is built under the address sanitizer counts which lines run.
    "loupe_coverage%": "no",
    # What must not stay unnoticed; null pointers end under the address sanitizer anyway.
    "address_flags": ["-fsanitize=address,undefined", "-fno-sanitize=null,object-size", "-fno-sanitize-recover=undefined"],
    "thread_flags": ["-fsanitize=thread"],
    "fuzzer_flags": ["<@(address_flags)", "-fsanitize=fuzzer-no-link"]
  },
  "target_defaults": {
    "include_dirs": ["native", "."],
    # Node's own settings, which are not ours.
    "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-std=gnu++17", "-std=gnu++20"],
    "cflags_cc": ["<!@(node scripts/native/ask.mjs flags)"],
    "ldflags": ["-Wl,--as-needed"]
  },
  "targets": [
    {
      # The engine, which knows nothing of Node. -O3 is Node's own setting.
      "target_name": "loupe_core",
      "type": "static_library",
      "sources": ["<!@(node scripts/native/ask.mjs sources core)"]
    },
    {
      # The addon around it.
      "target_name": "loupe",
      "dependencies": ["loupe_core"],
      "sources": ["<!@(node scripts/native/ask.mjs sources binding)"],
      # It hands over what the core computes: more would only take longer to compile.
      "cflags_cc": ["<!@(node scripts/native/ask.mjs node-api)", "-O1"],
      # A packed program carries its libraries beside the addon. The old kind of run path holds for theirs, too.
      "ldflags": ["-Wl,--disable-new-dtags,-rpath,'$$ORIGIN/lib'"],
      "libraries": ["<!@(node scripts/native/ask.mjs libraries)"]
    }
  ],
  "conditions": [
    ["loupe_programs=='yes'", {
      "variables": {
        "test_sources": ["<!@(node scripts/native/ask.mjs sources test)"],
        "fuzz_sources": ["<!@(node scripts/native/ask.mjs sources fuzz)"],
        "core_sources": ["<!@(node scripts/native/ask.mjs sources core)"],
        "link": ["<!@(node scripts/native/ask.mjs libraries)"],
        # Tests spend their time in the core: optimizing themselves would only take longer to compile.
        "test_flags": ["-g1", "-O0"]
      },
      "targets": [
        {
          "target_name": "native_test",
          "type": "executable",
          "dependencies": ["loupe_core"],
          "sources": ["<@(test_sources)"],
          "cflags_cc": ["<@(test_flags)"],
          "libraries": ["<@(link)"]
        },
        {
          "target_name": "native_bench",
          "type": "executable",
          "dependencies": ["loupe_core"],
          "sources": ["<!@(node scripts/native/ask.mjs sources bench)"],
          "cflags_cc": ["-g1"],
          "libraries": ["<@(link)"]
        },
        {
          "target_name": "native_trainer",
          "type": "executable",
          "dependencies": ["loupe_core"],
          "sources": ["<!@(node scripts/native/ask.mjs sources trainer)"],
          "cflags_cc": ["-g1"],
          "libraries": ["<@(link)"]
        },
        {
          # What the benchmark compares with, and simulated references. Never part of the product.
          "target_name": "bench_peers",
          "dependencies": ["loupe_core"],
          "sources": ["<!@(node scripts/native/ask.mjs sources peers)"],
          "cflags_cc": ["<!@(node scripts/native/ask.mjs node-api)"],
          "libraries": ["<@(link)"]
        },
        {
          "target_name": "core_address",
          "type": "static_library",
          "sources": ["<@(core_sources)"],
          "cflags_cc": ["<@(address_flags)", "-g1", "-O1"],
          # Whether a line runs is asked, not how often: counting for certain with threads takes several times as long.
          "conditions": [["loupe_coverage=='yes'", { "cflags_cc": ["--coverage", "-fprofile-update=single"] }]]
        },
        {
          "target_name": "native_test_address",
          "type": "executable",
          "dependencies": ["core_address"],
          "sources": ["<@(test_sources)"],
          "cflags_cc": ["<@(address_flags)", "<@(test_flags)"],
          "ldflags": ["-fsanitize=address,undefined"],
          "libraries": ["<@(link)"],
          "conditions": [["loupe_coverage=='yes'", { "ldflags": ["--coverage"] }]]
        },
        {
          "target_name": "core_thread",
          "type": "static_library",
          "sources": ["<@(core_sources)"],
          "cflags_cc": ["<@(thread_flags)", "-g1", "-O1"]
        },
        {
          "target_name": "native_test_thread",
          "type": "executable",
          "dependencies": ["core_thread"],
          "sources": ["<@(test_sources)"],
          "cflags_cc": ["<@(thread_flags)", "<@(test_flags)"],
          "ldflags": ["-fsanitize=thread"],
          "libraries": ["<@(link)"]
        },
        {
          # The driver of our own, for any compiler.
          "target_name": "native_fuzz",
          "type": "executable",
          "dependencies": ["core_address"],
          "sources": ["<@(fuzz_sources)", "native/fuzz/driver.cc"],
          "cflags_cc": ["<@(address_flags)", "-g1", "-O1"],
          "ldflags": ["-fsanitize=address,undefined"],
          "libraries": ["<@(link)"],
          "conditions": [["loupe_coverage=='yes'", { "ldflags": ["--coverage"] }]]
        },
        {
          # For clang++, which brings libFuzzer.
          "target_name": "core_fuzzer",
          "type": "static_library",
          "sources": ["<@(core_sources)"],
          "cflags_cc": ["<@(fuzzer_flags)", "-g1", "-O1"]
        },
        {
          "target_name": "native_fuzz_dna",
          "type": "executable",
          "dependencies": ["core_fuzzer"],
          "sources": ["<@(fuzz_sources)", "native/fuzz/libfuzzer_entry.cc"],
          "defines": ["LOUPE_FUZZ_TARGET=DnaTarget"],
          "cflags_cc": ["<@(fuzzer_flags)", "-g1", "-O1"],
          "ldflags": ["-fsanitize=address,undefined,fuzzer"],
          "libraries": ["<@(link)"]
        },
        {
          "target_name": "native_fuzz_manifest",
          "type": "executable",
          "dependencies": ["core_fuzzer"],
          "sources": ["<@(fuzz_sources)", "native/fuzz/libfuzzer_entry.cc"],
          "defines": ["LOUPE_FUZZ_TARGET=ManifestTarget"],
          "cflags_cc": ["<@(fuzzer_flags)", "-g1", "-O1"],
          "ldflags": ["-fsanitize=address,undefined,fuzzer"],
          "libraries": ["<@(link)"]
        },
        {
          "target_name": "native_fuzz_segment",
          "type": "executable",
          "dependencies": ["core_fuzzer"],
          "sources": ["<@(fuzz_sources)", "native/fuzz/libfuzzer_entry.cc"],
          "defines": ["LOUPE_FUZZ_TARGET=SegmentTarget"],
          "cflags_cc": ["<@(fuzzer_flags)", "-g1", "-O1"],
          "ldflags": ["-fsanitize=address,undefined,fuzzer"],
          "libraries": ["<@(link)"]
        },
        {
          "target_name": "native_fuzz_thumbnail",
          "type": "executable",
          "dependencies": ["core_fuzzer"],
          "sources": ["<@(fuzz_sources)", "native/fuzz/libfuzzer_entry.cc"],
          "defines": ["LOUPE_FUZZ_TARGET=ThumbnailTarget"],
          "cflags_cc": ["<@(fuzzer_flags)", "-g1", "-O1"],
          "ldflags": ["-fsanitize=address,undefined,fuzzer"],
          "libraries": ["<@(link)"]
        }
      ]
    }]
  ]
}
