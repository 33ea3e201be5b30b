/** Codes are compared by what they say, not by how they look. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { readConfig } from '../../src/config.js';
import { readCodes } from '../../src/media/codes/code-reader.js';
import { proofWords } from '../../src/proofs/words/languages.js';
import { sentenceOf } from '../../src/proofs/words/sentences.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { rawPdf } from '../kit/files/raw-pdf.js';

/** Modules of EAN-13 (ISO/IEC 15420): left odd, left even, right; and which parity the first digit has. */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const RIGHT = ODD.map((bits) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join(''));
const EVEN = RIGHT.map((bits) => [...bits].reverse().join(''));
const PARITY = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ');

function ean13(digits: string): string {
  const [first = 0, ...rest] = [...digits].map(Number);
  const left = rest.slice(0, 6).map((digit, at) => (PARITY[first]?.[at] === 'O' ? ODD : EVEN)[digit]);
  const right = rest.slice(6).map((digit) => RIGHT[digit]);
  return `101${left.join('')}01010${right.join('')}101`;
}

/** Bars with their digits below, at 80 % of the nominal size. */
function bars(digits: string, widthPt = 0.264 * (72 / 25.4)): string {
  const rects = [...ean13(digits)].flatMap((bit, at) =>
    bit === '1' ? [`${80 + at * widthPt} 300 ${widthPt} 60 re f`] : [],
  );
  return `0 g ${rects.join('\n')} BT /F 8 Tf 1 0 0 1 80 290 Tm (${digits}) Tj ET`;
}

/** Of any kind, module by module. */
async function matrix(text: string, format: 'QRCode' | 'DataMatrix', side: number): Promise<string> {
  const { svg } = await writeBarcode(text, { format, scale: 1 });
  const size = Number(/width="(\d+)"/u.exec(svg)?.[1] ?? 1);
  const step = side / size;
  const squares = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/gu)].map(([, ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map((number) => Number(number) * step);
    return `${80 + x} ${400 - y - height} ${width} ${height} re f`;
  });
  if (squares.length === 0) throw new Error(`The code was not understood: ${svg.slice(0, 400)}`);
  return `0 g ${squares.join('\n')}`;
}

const page = (code: string): Buffer =>
  rawPdf({
    pages: [
      {
        content: `${code}\n0 g BT /F 12 Tf 1 0 0 1 60 520 Tm (A package that stays as it is) Tj ET`,
        mediaBox: [0, 0, 420, 595],
        resources: '/Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
      },
    ],
  });

describe('codes of two pages', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;

  beforeAll(() => {
    const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
  });
  afterAll(() => recognition.close());

  const differences = async (first: string, second: string) => {
    const { pages } = await recognition.pdfs.compare(page(first), page(second));
    return pages.flatMap((one) => one.differences);
  };
  const sentences = async (first: string, second: string) =>
    (await differences(first, second)).map(({ sentence }) => sentence);

  it('names an article number whose check digit is wrong', async () => {
    const found = await differences(bars('4006381333931'), bars('4006381333932'));
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'EAN-13: “4006381333931” → “4006381333932” (check digit wrong).',
    ]);
    const [difference] = found;
    expect(difference && sentenceOf(difference, proofWords('de'))).toContain('(Prüfziffer falsch)');
  });

  it('names an article number whose bars alone changed', async () => {
    const other = bars('4006381333948').replace('(4006381333948)', '(4006381333931)');
    expect((await sentences(bars('4006381333931'), other)).join(' ')).toContain(
      'EAN-13: “4006381333931” → “4006381333948”.',
    );
  });

  it.each(['QRCode', 'DataMatrix'] as const)('names where a %s leads', async (format) => {
    const [before, after] = ['https://print.example/spring', 'https://print.example/summer'];
    const found = await sentences(await matrix(before, format, 70), await matrix(after, format, 70));
    const name = format === 'QRCode' ? 'QR code' : 'DataMatrix';
    expect(found.join(' ')).toContain(`${name}: “${before}” → “${after}”.`);
  });

  it('says that a code can no longer be read', async () => {
    const code = await matrix('https://print.example/spring', 'QRCode', 70);
    const found = await sentences(code, `${code}\n0 g 80 330 45 70 re f`);
    expect(found.join(' ')).toContain(
      'QR code “https://print.example/spring” is missing or can no longer be read.',
    );
  });

  it('are not mentioned where they say the same', async () => {
    const found = await sentences(
      `${bars('4006381333931')}\n0.9 0 0 rg 300 100 30 30 re f`,
      bars('4006381333931'),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).not.toMatch(/EAN/u);
  });

  it('are not looked for in pictures of any size', async () => {
    const picture = { data: new Uint8Array(3), width: 20_000, height: 20_000 };
    await expect(readCodes(picture)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});
