#pragma once

#include <cstdint>
#include <vector>

#include "core/index/segment.h"

namespace loupe::shards {

/** A reference that lies elsewhere. */
struct RemoteImage {
  /** Position of its index in the search call. */
  uint32_t index;
  uint32_t key;
  uint16_t side;
};

/** Numbers references in the order in which they are first seen. */
class ImageTable {
 public:
  /** The number of a reference, which has a new one when it was not seen before. */
  uint32_t NumberOf(const RemoteImage& image);
  const RemoteImage& operator[](uint32_t number) const { return images_[number]; }
  size_t size() const { return images_.size(); }

 private:
  void Grow();
  size_t PlaceOf(const RemoteImage& image) const;

  std::vector<RemoteImage> images_;
  struct Place {
    /** Those of the reference, which is not looked at itself. */
    uint32_t index = 0, key = 0;
    /** Its number plus one; 0 where there is none. */
    uint32_t number = 0;
  };
  /** By hash (open addressing, linear probing); a power of two. */
  std::vector<Place> places_;
};

}  // namespace loupe::shards
