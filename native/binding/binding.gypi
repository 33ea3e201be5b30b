{
  "variables": {
    "binding_sources": [
      "native/binding/addon.cc"
    ]
  }
}
