#include "core/shards/image_table.h"

#include <algorithm>

namespace loupe::shards {
namespace {

/** A search among many references meets tens of thousands of them. */
constexpr size_t kLeastPlaces = size_t{1} << 16;

}  // namespace

uint32_t ImageTable::NumberOf(const RemoteImage& image) {
  if (2 * images_.size() >= places_.size()) Grow();
  Place& place = places_[PlaceOf(image)];
  if (place.number == 0) {
    images_.push_back(image);
    place = {image.index, image.key, static_cast<uint32_t>(images_.size())};
  }
  return place.number - 1;
}

void ImageTable::Grow() {
  places_.assign(std::max(kLeastPlaces, 4 * places_.size()), {});
  for (uint32_t i = 0; i < images_.size(); ++i)
    places_[PlaceOf(images_[i])] = {images_[i].index, images_[i].key, i + 1};
}

/** Where a reference is, or would be. */
size_t ImageTable::PlaceOf(const RemoteImage& image) const {
  // Multiplicative hashing (Knuth, TAOCP 3, 6.4), of which the upper bits are good.
  const uint64_t hash = ((uint64_t{image.index} << 32) + image.key) * 0x9e3779b97f4a7c15U;
  const size_t mask = places_.size() - 1;
  size_t place = static_cast<size_t>(hash >> 32) & mask;
  while (places_[place].number != 0 &&
         (places_[place].key != image.key || places_[place].index != image.index))
    place = (place + 1) & mask;
  return place;
}

}  // namespace loupe::shards
