/**
 * JBIG2 pictures that hold the coding of fax machines (MMR, ITU-T T.88, 6.2.6), as scanners write them: pdfium leaves them
 * empty. Where one region is the whole picture, its data is that of a CCITT picture of group 4 bit by bit, which pdfium draws.
 */
import type { PdfObject } from './pdf-revision.js';

const FILTER = '/JBIG2Decode';
const MOST_DICTIONARY_BYTES = 4096;
const PAGE_INFORMATION = 48;
const IMMEDIATE_REGIONS: readonly number[] = [38, 39];
/** Ends of a stripe, page and file: they paint nothing. */
const ENDS: readonly number[] = [49, 50, 51];
const REGION_BYTES = 18;

/** The pictures of a file that are one MMR region each, as pictures of group 4. */
export function faxPictures(file: Buffer): readonly PdfObject[] {
  const pictures = new Map<number, PdfObject>();
  for (let at = file.indexOf(FILTER); at >= 0; at = file.indexOf(FILTER, at + 1)) {
    const picture = faxPicture(file, at);
    if (picture !== null) pictures.set(picture.number, picture);
  }
  return [...pictures.values()];
}

function faxPicture(file: Buffer, at: number): PdfObject | null {
  const from = Math.max(0, at - MOST_DICTIONARY_BYTES);
  const heads = [...file.toString('latin1', from, at).matchAll(/(?<!\d)(\d+)\s+(\d+)\s+obj\b/g)];
  const head = heads.at(-1);
  const to = file.indexOf('stream', at);
  if (head === undefined || to < 0 || to - at > MOST_DICTIONARY_BYTES) return null;
  const dictionary = file.toString('latin1', from + head.index + head[0].length, to);
  const [width, height] = ['Width', 'Height'].map((name) =>
    Number(new RegExp(`/${name}\\s+(\\d+)(?!\\s+\\d+\\s+R)`).exec(dictionary)?.[1] ?? Number.NaN),
  );
  const own = entriesOf(dictionary);
  const end = file.indexOf('endstream', to);
  if (own === null || width === undefined || height === undefined || end < 0) return null;
  const start = to + 'stream'.length + (file[to + 'stream'.length] === 0x0d ? 2 : 1);
  const data = wholeRegion(file.subarray(start, end), width, height);
  if (data === null) return null;
  const fax = `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${width}/Rows ${height}>>/Length ${data.length}`;
  const body = Buffer.concat([
    Buffer.from(`<<${own}${fax}>>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ]);
  return { number: Number(head[1]), generation: Number(head[2]), body };
}

/** What the dictionary of the picture states beside how it is coded; null when it is coded in several ways. */
function entriesOf(dictionary: string): string | null {
  const filter = /\/Filter\s*(?:\/JBIG2Decode\b|\[\s*\/JBIG2Decode\s*\])/;
  const parameters = /\/DecodeParms\s*(?:\[[^\]]*\]|<<[^<>]*>>|null\b|\d+\s+\d+\s+R)/;
  const content = /^\s*<<([^]*)>>\s*$/.exec(dictionary)?.[1];
  if (content === undefined || !filter.test(content)) return null;
  return content
    .replace(filter, '')
    .replace(parameters, '')
    .replace(/\/Length\s+\d+(?:\s+\d+\s+R)?/, '');
}

/** The data of the only region, when it is MMR and covers the picture; else null. */
function wholeRegion(stream: Buffer, width: number, height: number): Buffer | null {
  try {
    let found: Buffer | null = null;
    for (let at = 0; at + 11 <= stream.length;) {
      const { type, start, length } = segmentAt(stream, at);
      const data = stream.subarray(start, start + length);
      at = start + length;
      if (ENDS.includes(type)) continue;
      if (type === PAGE_INFORMATION) {
        const isPaintedOver = (data.readUInt8(16) & 0x04) !== 0;
        if (data.readUInt32BE(0) !== width || isPaintedOver) return null;
        continue;
      }
      if (!IMMEDIATE_REGIONS.includes(type) || found !== null || data.length < length) return null;
      const [regionWidth, regionHeight] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      const isAtCorner = data.readUInt32BE(8) === 0 && data.readUInt32BE(12) === 0;
      const isMmr = (data.readUInt8(17) & 0x01) !== 0;
      if (!isMmr || !isAtCorner || regionWidth !== width || regionHeight !== height) return null;
      found = data.subarray(REGION_BYTES);
    }
    return found;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Segment {
  readonly type: number;
  readonly start: number;
  readonly length: number;
}

/** A segment's header (T.88, 7.2). @throws RangeError when the stream ends before it does */
function segmentAt(stream: Buffer, at: number): Segment {
  const number = stream.readUInt32BE(at);
  const flags = stream.readUInt8(at + 4);
  let place = at + 5;
  let references = stream.readUInt8(place) >> 5;
  if (references === 7) {
    references = stream.readUInt32BE(place) & 0x1fffffff;
    place += 4 + Math.ceil((references + 1) / 8);
  } else place += 1;
  place += references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4);
  place += (flags & 0x40) === 0 ? 1 : 4;
  const length = stream.readUInt32BE(place);
  return { type: flags & 0x3f, start: place + 4, length };
}
