{
  "variables": {
    "loupe_march%": "x86-64-v2"
  },
  "target_defaults": {
    "include_dirs": ["native", "<!@(node scripts/opencv-flags.cjs include-dirs)"],
    "cflags!": ["-fno-exceptions", "-fno-rtti"],
    "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17", "-std=gnu++20"],
    "cflags_cc": ["-O3", "-std=c++17", "-fexceptions", "-frtti", "-fvisibility=hidden", "-fPIC", "-Wall", "-Wextra", "-ffp-contract=off"],
    "conditions": [
      ["target_arch=='x64' and loupe_march!=''", { "cflags_cc": ["-march=<(loupe_march)"] }]
    ]
  },
  "targets": [
    {
      "target_name": "loupe_core",
      "type": "static_library",
      "sources": ["<!@(node scripts/native-sources.cjs core)"]
    },
    {
      "target_name": "loupe",
      "dependencies": ["loupe_core"],
      "sources": ["<!@(node scripts/native-sources.cjs binding)"],
      "include_dirs": ["<!@(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NODE_ADDON_API_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED", "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
      "libraries": ["<!@(node scripts/opencv-flags.cjs libraries)", "-lpthread"],
      "ldflags": ["-Wl,--as-needed"]
    }
  ]
}
