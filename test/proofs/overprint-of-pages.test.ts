/** Inks that overprint in one file and not in another are named, though pages look the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { readConfig } from '../../src/config.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { packedPdf } from '../kit/files/packed-pdf.js';
import { FIRST_OBJECT, rawPdf } from '../kit/files/raw-pdf.js';

const OVER = '/OP true/op true/OPM 1';
const GOLD = '[/Separation/Gold/DeviceCMYK <</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 .2 .8 .1]/N 1>>]';

interface Look {
  /** Graphics states of the black letters, of the line in gold, and of the patch. */
  readonly letters?: string;
  readonly line?: string;
  readonly patch?: string;
}

const NONE = '/OP false/op false';

function page({ letters = NONE, line = NONE, patch = NONE }: Look, content: string) {
  const states = `/A<<${letters}>>/B<<${line}>>/C<<${patch}>>`;
  return {
    content,
    resources: `/ExtGState<<${states}>>/ColorSpace<</S ${GOLD}>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>`,
  };
}

const CONTENT = `0 0 1 0 k 20 120 160 60 re f
  /A gs 0 0 0 1 k BT /F 20 Tf 1 0 0 1 30 140 Tm (Thyme) Tj ET
  /B gs /S cs 1 scn 20 100 160 4 re f
  /C gs 0.6 0 0 0 k 20 20 40 40 re f`;

const plain = (look: Look): Buffer => rawPdf({ pages: [page(look, CONTENT)] });

describe('overprint of two pages', { timeout: 120_000 }, () => {
  let recognition: LocalRecognition;

  beforeAll(() => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere', LOUPE_PDF_MEMORY_MB: '256' }));
  });
  afterAll(() => recognition.close());

  async function also(first: Buffer, second: Buffer) {
    const { pages } = await recognition.pdfs.compare(first, second);
    return pages.flatMap(({ alsoDiffers }) => alsoDiffers.filter(({ kind }) => kind === 'overprint'));
  }

  it('is named by its ink and by how much of the page it covers', async () => {
    expect(await also(plain({ letters: OVER }), plain({}))).toEqual([
      { kind: 'overprint', name: 'Black (OPM 1)', before: expect.stringMatching(/^\d\.\d %$/), after: '' },
    ]);
    expect(await also(plain({}), plain({ line: OVER, patch: '/OP true/op true' }))).toEqual(
      [
        { kind: 'overprint', name: 'Gold', before: '', after: expect.stringMatching(/^\d\.\d %$/) },
        { kind: 'overprint', name: 'CMYK (OPM 0)', before: '', after: expect.stringMatching(/^\d\.\d %$/) },
      ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  it('is named where the same ink overprints elsewhere', async () => {
    const swap = (over: string, not: string): Buffer =>
      rawPdf({
        pages: [
          page(
            { letters: OVER },
            CONTENT.replace('/A gs', `${over} gs`).replace('/C gs 0.6 0 0 0 k', `${not} gs 0 0 0 1 k`),
          ),
        ],
      });
    expect(await also(swap('/A', '/C'), swap('/C', '/A'))).toEqual([
      expect.objectContaining({ name: 'Black (OPM 1)' }),
    ]);
  });

  it('is no difference where it is written in another way', async () => {
    const packed = packedPdf({
      pages: [CONTENT],
      count: 1,
      resources: page({ letters: OVER }, CONTENT).resources,
    });
    const inForm = rawPdf({
      pages: [{ content: '/X Do', resources: `/XObject<</X ${FIRST_OBJECT} 0 R>>` }],
      objects: [
        {
          entries: `/Type/XObject/Subtype/Form/BBox[0 0 400 400]/Matrix[.5 0 0 .5 0 0]/Resources<<${page({ letters: OVER }, '').resources}>>`,
          stream: `2 0 0 2 0 0 cm ${CONTENT}`,
        },
      ],
    });
    expect(await also(plain({ letters: OVER }), packed)).toEqual([]);
    expect(await also(plain({ letters: OVER }), inForm)).toEqual([]);
  });
});
