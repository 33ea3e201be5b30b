/** Reads codes in a picture. A thread of its own: whatever a picture does to the reader's time or memory ends with it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { answerReadings } from '../../kernel/programs/reading-program.js';
import type { PictureOfCodes, PrintedCode } from './code-reader.js';

/** Of a picture: a sheet of labels has some hundred. */
const MOST_CODES = 255;

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
// Without bytes the library would fetch them from a host of its own.
prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer } });

async function* read(picture: PictureOfCodes): AsyncGenerator<readonly PrintedCode[]> {
  const { width, height } = picture;
  const image = { data: withOpacity(picture), width, height, colorSpace: 'srgb' };
  const found = await readBarcodes(image as unknown as ImageData, {
    formats: ['QRCode', 'MicroQRCode', 'DataMatrix', 'EANUPC', 'Code128'],
    returnErrors: true,
    maxNumberOfSymbols: MOST_CODES,
    textMode: 'Plain',
  });
  yield found.flatMap(({ format, text, isValid, position }): PrintedCode[] => {
    if (text === '') return [];
    const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const box = {
      left: left / width,
      top: top / height,
      width: (Math.max(...xs) - left) / width,
      height: (Math.max(...ys) - top) / height,
    };
    return [{ format, text: text.toWellFormed(), isValid, box }];
  });
}

function withOpacity({ data, width, height }: PictureOfCodes): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; to < pixels.length; from += 3, to += 4) {
    pixels[to] = data[from] ?? 0;
    pixels[to + 1] = data[from + 1] ?? 0;
    pixels[to + 2] = data[from + 2] ?? 0;
    pixels[to + 3] = 255;
  }
  return pixels;
}

await answerReadings(read);
