/** A font of two letters as CFF outlines (Adobe's technical note 5176): "a" is a square, "a.sc" a bar as wide and half as high. */

/** Identifiers of strings: "a" is a standard one, own ones begin at 391. */
const SID_OF_A = 66;
const FIRST_OWN_SID = 391;
const [CHARSET, CHAR_STRINGS, PRIVATE] = [15, 17, 18];

export function twoLetterFont(): Buffer {
  const head = Buffer.concat([Buffer.from([1, 0, 4, 1]), index([Buffer.from('Letters')])]);
  const strings = Buffer.concat([index([Buffer.from('a.sc')]), index([])]);
  const charset = Buffer.from([0, ...uint16(SID_OF_A), ...uint16(FIRST_OWN_SID)]);
  const charStrings = index([Buffer.from([14]), bar(1000), bar(500)]);
  // Numbers of fixed length: the dictionary is as long whatever they are.
  const dictionaryOf = (charsetAt: number, charStringsAt: number) =>
    index([
      Buffer.from([
        ...int32(charsetAt),
        CHARSET,
        ...int32(charStringsAt),
        CHAR_STRINGS,
        ...int32(0),
        ...int32(charStringsAt),
        PRIVATE,
      ]),
    ]);
  const charsetAt = head.length + dictionaryOf(0, 0).length + strings.length;
  const dictionary = dictionaryOf(charsetAt, charsetAt + charset.length);
  return Buffer.concat([head, dictionary, strings, charset, charStrings]);
}

/** From the origin, 1000 units wide: a move, a box, the end. */
function bar(height: number): Buffer {
  const [rmoveto, hlineto, endchar] = [21, 6, 14];
  const width = int16(1000);
  const box = [...width, ...int16(height), ...int16(-1000)];
  return Buffer.from([...int16(0), ...int16(0), rmoveto, ...box, hlineto, endchar]);
}

function index(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  let end = 1;
  const offsets = [end, ...items.map(({ length }) => (end += length))];
  return Buffer.concat([Buffer.from([...uint16(items.length), 1, ...offsets]), ...items]);
}

const uint16 = (value: number) => [value >> 8, value & 255];
/** In a glyph's program. */
const int16 = (value: number) => [28, ...uint16(value & 0xffff)];
/** In a dictionary. */
const int32 = (value: number) => [29, ...uint16(value >>> 16), ...uint16(value & 0xffff)];
