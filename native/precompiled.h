// What most sources of the engine include, compiled once beforehand (scripts/setup/cpp.mjs). Every source
// still includes what it uses: builds under the sanitizers do without this file.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
