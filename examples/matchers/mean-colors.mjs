/**
 * A toy matcher: pictures are alike when their brightness lies alike. Run it: npx loupe bench --quick --matcher examples/matchers/mean-colors.mjs
 *
 * Three functions are called: add for each reference, search for each picture, close at the end (it may be missing).
 */
import sharp from 'sharp';

const SIDE = 8;
const references = [];

/** @param {string} id @param {string} file path of a JPEG or PNG */
export async function add(id, file) {
  references.push({ id, values: await describe(file) });
}

/**
 * @param {string} file
 * @param {number} limit most hits
 * @returns {Promise<{ id: string, score: number }[]>} any finite scores; higher is more certain
 */
export async function search(file, limit) {
  const values = await describe(file);
  return references
    .map((reference) => ({ id: reference.id, score: -distance(values, reference.values) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

export function close() {
  references.length = 0;
}

const describe = (file) =>
  sharp(file).greyscale().normalise().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer();

const distance = (a, b) => Math.sqrt(a.reduce((sum, value, at) => sum + (value - b[at]) ** 2, 0));
