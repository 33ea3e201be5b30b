#include "core/shards/image_table.h"

#include <algorithm>

namespace loupe::shards {
namespace {

constexpr size_t kLeastPlaces = 1024;

}  // namespace

void ImageTable::Clear() {
  images_.clear();
  std::fill(places_.begin(), places_.end(), 0U);
}

uint32_t ImageTable::NumberOf(const RemoteImage& image) {
  if (2 * images_.size() >= places_.size()) Grow();
  uint32_t& place = places_[PlaceOf(image)];
  if (place == 0) {
    images_.push_back(image);
    place = static_cast<uint32_t>(images_.size());
  }
  return place - 1;
}

void ImageTable::Grow() {
  places_.assign(std::max(kLeastPlaces, 4 * places_.size()), 0U);
  for (uint32_t i = 0; i < images_.size(); ++i) places_[PlaceOf(images_[i])] = i + 1;
}

/** Where a reference is, or would be. */
size_t ImageTable::PlaceOf(const RemoteImage& image) const {
  // Multiplicative hashing (Knuth, TAOCP 3, 6.4), of which the upper bits are good.
  const uint64_t hash = ((uint64_t{image.index} << 32) + image.key) * 0x9e3779b97f4a7c15U;
  const size_t mask = places_.size() - 1;
  size_t place = static_cast<size_t>(hash >> 32) & mask;
  while (places_[place] != 0 &&
         (images_[places_[place] - 1].key != image.key || images_[places_[place] - 1].index != image.index))
    place = (place + 1) & mask;
  return place;
}

}  // namespace loupe::shards
