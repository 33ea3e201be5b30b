#pragma once

#include <opencv2/core.hpp>

#include "core/content/options.h"

namespace loupe::content {

/**
 * How much the place of a letter where two pictures differ most does so, in multiples of what the pictures
 * differ by elsewhere: up to 3 for copies, however blurred, resized, compressed or grayed they are, and above
 * it where one digit is another one. What one filter explains, such as blur, another kernel of resizing and a
 * shift between pixels, is taken out first, and so is another tone of the surroundings.
 *
 * @param reference  8-bit gray
 * @param query      8-bit gray, of the same size
 * @param known      255 where the query shows something
 * @returns 0 where too little is visible
 */
double DetailDifference(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& known,
                        const ContentOptions& options);

}  // namespace loupe::content
