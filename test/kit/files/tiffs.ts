/** Writes TIFFs of several gray pictures, field by field. */

export interface TiffPicture {
  readonly width: number;
  readonly height: number;
  /** 0..255, of all pixels. */
  readonly gray: number;
  /** NewSubfileType; left out unless given. */
  readonly kind?: number;
  /** SubfileType, its older form. */
  readonly olderKind?: number;
  readonly compression?: number;
}

const SHORT = 3;
const LONG = 4;

/** @param isBig as BigTIFF */
export function tiffOf(pictures: readonly TiffPicture[], isBig = false): Buffer {
  const [headBytes, countBytes, fieldBytes, offsetBytes] = isBig ? [16, 8, 20, 8] : [8, 2, 12, 4];
  const parts: Buffer[] = [];
  let length = headBytes;
  const places = pictures.map((picture) => {
    const pixels = Buffer.alloc(picture.width * picture.height, picture.gray);
    parts.push(pixels);
    const place = length;
    length += pixels.length;
    return place;
  });
  const number = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
    else buffer.writeUIntLE(value, 0, bytes);
    return buffer;
  };
  const directories = pictures.map((picture, at) => {
    const { width, height, kind, olderKind, compression = 1 } = picture;
    const fields: (readonly [tag: number, type: number, value: number])[] = [
      ...(kind === undefined ? [] : [[254, LONG, kind] as const]),
      ...(olderKind === undefined ? [] : [[255, SHORT, olderKind] as const]),
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8],
      [259, SHORT, compression],
      [262, SHORT, 1],
      [273, LONG, places[at] ?? 0],
      [277, SHORT, 1],
      [278, LONG, height],
      [279, LONG, width * height],
    ];
    return fields;
  });
  const first = length;
  for (const [at, fields] of directories.entries()) {
    length += countBytes + fields.length * fieldBytes + offsetBytes;
    parts.push(number(fields.length, countBytes));
    for (const [tag, type, value] of fields) {
      const padded = Buffer.alloc(offsetBytes);
      padded.writeUIntLE(value, 0, type === SHORT ? 2 : 4);
      parts.push(number(tag, 2), number(type, 2), number(1, offsetBytes), padded);
    }
    parts.push(number(at === directories.length - 1 ? 0 : length, offsetBytes));
  }
  const head = isBig
    ? [Buffer.from('II'), number(43, 2), number(8, 2), number(0, 2), number(first, 8)]
    : [Buffer.from('II'), number(42, 2), number(first, 4)];
  return Buffer.concat([...head, ...parts]);
}
