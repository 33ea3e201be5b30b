#include "core/image/exif_orientation.h"

#include <cstring>

namespace loupe::image {
namespace {

constexpr int kUpright = 1;
constexpr uint16_t kOrientationTag = 0x0112;
constexpr uint16_t kShort = 3;
constexpr size_t kEntryBytes = 12;

/** Numbers of a TIFF block in its own byte order; 0 beyond its end. */
class TiffReader {
 public:
  explicit TiffReader(base::Span<const uint8_t> bytes)
      : bytes_(bytes), is_little_(bytes.size() > 0 && bytes[0] == 'I') {}

  uint16_t Short(size_t at) const {
    if (at + 2 > bytes_.size()) return 0;
    return static_cast<uint16_t>(is_little_ ? bytes_[at] | bytes_[at + 1] << 8
                                            : bytes_[at] << 8 | bytes_[at + 1]);
  }
  uint32_t Long(size_t at) const {
    const uint32_t first = Short(at), second = Short(at + 2);
    return is_little_ ? first | second << 16 : first << 16 | second;
  }

 private:
  base::Span<const uint8_t> bytes_;
  bool is_little_;
};

}  // namespace

int ExifOrientation(base::Span<const uint8_t> app1) {
  constexpr char kMark[6] = {'E', 'x', 'i', 'f', 0, 0};
  if (app1.size() < sizeof(kMark) + 8 || std::memcmp(app1.data(), kMark, sizeof(kMark)) != 0) return kUpright;
  const TiffReader tiff({app1.data() + sizeof(kMark), app1.size() - sizeof(kMark)});
  if (tiff.Short(2) != 42) return kUpright;
  const size_t directory = tiff.Long(4);
  const size_t count = tiff.Short(directory);
  for (size_t i = 0; i < count; ++i) {
    const size_t entry = directory + 2 + i * kEntryBytes;
    if (tiff.Short(entry) != kOrientationTag || tiff.Short(entry + 2) != kShort) continue;
    const int orientation = tiff.Short(entry + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : kUpright;
  }
  return kUpright;
}

}  // namespace loupe::image
