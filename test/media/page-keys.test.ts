/** Pages of one key are drawn alike: whatever changes the look of a page changes its key. */
import { describe, expect, it } from 'vitest';
import { pageKeys } from '../../src/media/pdf/objects/page-keys.js';
import { packedPdf } from '../kit/files/packed-pdf.js';
import { newPdf } from '../kit/files/pdfs.js';
import { FIRST_OBJECT, rawPdf, type RawPdf } from '../kit/files/raw-pdf.js';

const CONTENT = '0 0 1 rg 10 10 50 50 re f /X Do /OC /L BDC 1 0 0 rg 80 80 20 20 re f EMC';

interface Look {
  readonly content?: string;
  /** Data of the form that the page draws, and of the picture in it. */
  readonly form?: string;
  readonly picture?: string;
  readonly entries?: string;
  readonly catalog?: string;
  readonly note?: string;
  readonly first?: string;
  readonly mediaBox?: readonly [number, number, number, number];
}

const OFF = `/OCProperties<</OCGs[${FIRST_OBJECT + 2} 0 R]/D<</OFF[${FIRST_OBJECT + 2} 0 R]>>>>`;
const ON = `/OCProperties<</OCGs[${FIRST_OBJECT + 2} 0 R]/D<</ON[${FIRST_OBJECT + 2} 0 R]>>>>`;

function looks(look: Look): RawPdf {
  const {
    content = CONTENT,
    form = '/P Do',
    picture = 'abc',
    entries = '',
    catalog = ON,
    first = 'q Q',
  } = look;
  const { note = '1 0 0 rg 0 0 5 5 re f', mediaBox = [0, 0, 200, 200] } = look;
  return {
    pages: [
      { content: first },
      {
        content,
        mediaBox,
        resources: `/XObject<</X ${FIRST_OBJECT} 0 R>>/Properties<</L ${FIRST_OBJECT + 2} 0 R>>`,
        entries: `/Annots[${FIRST_OBJECT + 3} 0 R]${entries}`,
      },
    ],
    objects: [
      {
        entries: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</P ${FIRST_OBJECT + 1} 0 R>>>>`,
        stream: form,
      },
      {
        entries: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB',
        stream: picture,
      },
      '<</Type/OCG/Name(Layer)>>',
      `<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/P 12 0 R/AP<</N ${FIRST_OBJECT + 4} 0 R>>>>`,
      { entries: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', stream: note },
    ],
    catalog,
  };
}

const keyOf = (look: Look): string | undefined => pageKeys(rawPdf(looks(look)), '')?.[1]?.key;

describe('the key of a page', () => {
  it('is the same for what is made of the same, wherever it lies in a file', () => {
    const all = looks({});
    const [first, second] = all.pages;
    if (first === undefined || second === undefined) throw new RangeError('There are two pages.');
    expect(keyOf({})).toMatch(/^[\da-f]{64}$/);
    expect(keyOf({ first: '1 0 0 rg 0 0 9 9 re f' })).toBe(keyOf({}));
    const moved = rawPdf({
      ...all,
      // The annotation knows its page by number.
      pages: [first, second, first],
    });
    expect(pageKeys(moved, '')?.map((page) => page?.key)).toEqual([
      expect.any(String),
      keyOf({}),
      pageKeys(moved, '')?.[0]?.key,
    ]);
  });

  it.each<readonly [string, Look]>([
    ['its contents', { content: `${CONTENT} ` }],
    ['a form with the same picture', { form: 'q /P Do Q' }],
    ['a picture in a form', { picture: 'abd' }],
    ['its rotation', { entries: '/Rotate 90' }],
    ['its box', { mediaBox: [0, 0, 200, 201] }],
    ['its unit', { entries: '/UserUnit 2' }],
    ['the look of an annotation', { note: '0 1 0 rg 0 0 5 5 re f' }],
    ['the state of a layer', { catalog: OFF }],
  ])('is another one for another one of %s', (_what, look) => {
    expect(keyOf(look)).toMatch(/^[\da-f]{64}$/);
    expect(keyOf(look)).not.toBe(keyOf({}));
  });

  it('is read from tables and objects in streams', () => {
    const keysOf = (...pages: readonly string[]) =>
      pageKeys(packedPdf({ pages, count: pages.length }), '')?.map((page) => page?.key);
    const [first, second, third] = keysOf('0 0 9 9 re f', '0 0 8 8 re f', '0 0 9 9 re f') ?? [];
    expect([first, third]).toEqual([expect.stringMatching(/^[\da-f]{64}$/), first]);
    expect(second).not.toBe(first);
    expect(keysOf('0 0 8 8 re f')).toEqual([second]);
  });

  it('is not known of a file that is not quite as the standard has it', async () => {
    const sound = rawPdf(looks({}));
    expect(pageKeys(sound.subarray(0, sound.length - 40), '')).toBeNull();
    expect(
      pageKeys(Buffer.from(sound.toString('latin1').replace('/Length 5', '/Length 7'), 'latin1'), ''),
    ).toBeNull();
    expect(pageKeys(Buffer.concat([Buffer.from('%PDF-1.7\n'), sound]), '')).toBeNull();
    expect(pageKeys(await newPdf([1], { password: 'secret' }), '')).toBeNull();
    expect(pageKeys(Buffer.from('%PDF-1.7\n'), '')).toBeNull();
  });
});
