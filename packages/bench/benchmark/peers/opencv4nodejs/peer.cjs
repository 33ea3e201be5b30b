/** ORB, brute-force matching with the ratio test and a RANSAC homography through opencv4nodejs. */
const { cv } = require('@u4/opencv4nodejs');
const { timed } = require('../timed.cjs');

const RATIO = 0.75;
const REPROJECTION_PX = 5;
const KEPT = 10;

function makePeer() {
  const detector = new cv.ORBDetector();
  const references = [];

  const describe = ({ data, width, height }) => {
    const image = new cv.Mat(data, height, width, cv.CV_8UC1);
    const keypoints = detector.detect(image);
    const descriptors = keypoints.length > 0 ? detector.compute(image, keypoints) : null;
    return { keypoints, descriptors };
  };

  const countInliers = (query, reference) => {
    if (!query.descriptors || !reference.descriptors || reference.descriptors.rows < 2) return 0;
    const from = [];
    const to = [];
    for (const [best, second] of cv.matchKnnBruteForceHamming(query.descriptors, reference.descriptors, 2)) {
      if (!second || best.distance >= RATIO * second.distance) continue;
      from.push(reference.keypoints[best.trainIdx].pt);
      to.push(query.keypoints[best.queryIdx].pt);
    }
    if (from.length < 4) return 0;
    const { mask } = cv.findHomography(from, to, cv.RANSAC, REPROJECTION_PX);
    return mask && !mask.empty ? cv.countNonZero(mask) : 0;
  };

  return {
    add: (raster) => timed(() => references.push(describe(raster)))[0],
    build: () => 0,
    search: (raster) => {
      const [cpuMs, ranking] = timed(() => {
        const query = describe(raster);
        return references
          .map((known, reference) => ({ reference, score: countInliers(query, known) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, KEPT);
      });
      return { cpuMs, ranking };
    },
  };
}

module.exports = { makePeer };
