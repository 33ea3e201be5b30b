/** Compressed copies beside built files, so that the server sends them as they are. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { listFiles } from './stamps.mjs';

const COMPRESSIBLE = /\.(?:css|html|js|json|mjs|svg|txt|wasm|webmanifest)$/;
/** Smaller files fit into one packet either way. */
const MIN_BYTES = 1024;

/**
 * Writes `NAME.br` and `NAME.gz` beside every text file of the folder that gets smaller by it.
 *
 * @param {string} folder
 */
export async function precompress(folder) {
  const files = listFiles([folder]).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.filter((file) => statSync(file).size >= MIN_BYTES).map(compress));
}

async function compress(file) {
  const bytes = readFileSync(file);
  // As small as it gets costs ten times the time for three percent.
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  const copies = [
    ['br', await promisify(brotliCompress)(bytes, brotli)],
    ['gz', await promisify(gzip)(bytes, { level: 9 })],
  ];
  for (const [ending, copy] of copies) {
    if (copy.length < bytes.length) writeFileSync(`${file}.${ending}`, copy);
  }
}
