{
  "variables": { "root": "<!(node -p \"require('path').resolve('../../..')\")" },
  "targets": [
    {
      "target_name": "bench_peers",
      "sources": [
        "addon.cc",
        "orb_loop.cc",
        "orb_lsh.cc",
        "peer_object.cc",
        "perceptual_hash.cc",
        "simulated_index_object.cc",
        "simulator_object.cc",
        "values.cc",
        "../../../native/bench/simulated_references.cc",
        "../../../native/bench/simulated_segment.cc"
      ],
      "include_dirs": [
        "<(root)/native",
        "<!@(node <(root)/scripts/opencv-flags.cjs include-dirs)",
        "<!@(node -p \"require('node-addon-api').include_dir\")"
      ],
      "cflags!": ["-fno-exceptions", "-fno-rtti"],
      "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17", "-std=gnu++20"],
      "cflags_cc": ["-O3", "-std=c++17", "-fexceptions", "-frtti", "-fvisibility=hidden", "-Wall", "-Wextra"],
      "defines": ["NAPI_VERSION=8", "NODE_ADDON_API_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      "conditions": [["target_arch=='x64'", { "cflags_cc": ["-march=x86-64-v2"] }]],
      "libraries": [
        "<(root)/build/Release/loupe_core.a",
        "<!@(node <(root)/scripts/opencv-flags.cjs libraries)"
      ],
      "ldflags": ["-Wl,--as-needed"]
    }
  ]
}
