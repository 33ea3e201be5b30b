/** Global descriptors in usearch's index of nearest neighbors (HNSW) by inner product. */
const { Index, MetricKind } = require('usearch');
const { timed } = require('../timed.cjs');

const GRID = 16;
const KEPT = 10;

/** Means of a 16 x 16 grid without their average, of length one. */
function describe({ data, width, height }) {
  const sums = new Float64Array(GRID * GRID);
  const counts = new Float64Array(GRID * GRID);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * GRID) / height) * GRID;
    for (let x = 0; x < width; x += 1) {
      const cell = row + Math.floor((x * GRID) / width);
      sums[cell] += data[y * width + x];
      counts[cell] += 1;
    }
  }
  const means = Array.from(sums, (sum, cell) => sum / Math.max(1, counts[cell]));
  const average = means.reduce((total, value) => total + value, 0) / means.length;
  const centered = means.map((value) => value - average);
  const length = Math.hypot(...centered) || 1;
  return Float32Array.from(centered, (value) => value / length);
}

function makePeer() {
  const index = new Index({ dimensions: GRID * GRID, metric: MetricKind.IP });
  let count = 0;
  return {
    add: (raster) => timed(() => index.add(BigInt(count++), describe(raster)))[0],
    build: () => 0,
    search: (raster) => {
      const [cpuMs, { keys, distances }] = timed(() =>
        index.search(describe(raster), Math.min(KEPT, count), 1),
      );
      // usearch gives distances: one less the inner product.
      const ranking = Array.from(keys, (key, rank) => ({
        reference: Number(key),
        score: 1 - distances[rank],
      }));
      return { cpuMs, ranking };
    },
  };
}

module.exports = { makePeer };
