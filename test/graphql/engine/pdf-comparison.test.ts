import { beforeAll, describe, expect, it } from 'vitest';
import { drawBooklet } from '../../../packages/bench/benchmark/proofs/booklet.js';
import { useTestApp } from '../../kit/use-app.js';
import { jpegPicture } from '../../kit/pictures.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { GraphqlClient } from '../support.js';

const COMPARE = `mutation ($a: Upload!, $b: Upload!, $settings: FineComparisonInput, $report: ComparisonReportFormat) {
  comparePdfs(input: { reference: $a, query: $b, settings: $settings, report: $report }) {
    ... on PdfComparison {
      hasDifferences
      differenceCount
      counts { unchanged changed inserted removed moved }
      pages {
        status isMoved referencePage queryPage isTextCompared reference query
        queryThumbnail { base64 }
        differences { number kind sentence words { before after } inReference { left } inQuery { left } }
      }
      report { fileName contentType base64 }
    }
    ... on Problem { code message }
  }
}`;

describe('a comparison of two PDFs', { timeout: 120_000 }, () => {
  const loupe = useTestApp({ environment: { LOUPE_PAGES_PER_DAY: '8' } });
  let organization: SeededOrganization;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
  });

  const pdf = (bytes: Buffer, name = 'a.pdf') => ({ bytes, type: 'application/pdf', name });
  const clientOf = async () =>
    new GraphqlClient(loupe.url, {
      authorization: `Bearer ${(await organization.user({ roles: ['Viewer'] })).token}`,
    });
  const compare = async (client: GraphqlClient, a: Buffer, b: Buffer, variables: object = {}) =>
    (await client.upload(COMPARE, { ...variables }, { a: pdf(a), b: pdf(b, 'b.pdf') })).data;

  it('draws a page before it is compared', async () => {
    const { token } = await (await seed(loupe).organization()).user({ roles: ['Viewer'] });
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${token}` });
    const draw = async (page: number, bytes: Buffer) =>
      (
        await client.upload(
          `query ($file: Upload!, $page: Int!) {
            drawPdfPage(input: { file: $file, page: $page }) {
              ... on DrawnPdfPage { picture pageCount }
              ... on Problem { code message }
            }
          }`,
          { page },
          { file: pdf(bytes) },
        )
      ).data;
    const drawn = await draw(1, await newPdf([1]));
    expect(drawn).toMatchObject({ drawPdfPage: { pageCount: 1 } });
    const { picture } = (drawn as { readonly drawPdfPage: { readonly picture: string } }).drawPdfPage;
    expect(Buffer.from(picture, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(await draw(2, await newPdf([1]))).toMatchObject({
      drawPdfPage: { code: 'BAD_USER_INPUT', message: expect.stringContaining('from 1 to 1') },
    });
    expect(await draw(1, Buffer.from('no PDF'))).toMatchObject({
      drawPdfPage: { code: 'UNSUPPORTED_MEDIA' },
    });
  });

  it('answers pages with counts, places, words, pictures and a report, within the pages of a day', async () => {
    const { first, second } = await drawBooklet({
      pageCount: 3,
      size: [298, 420],
      textPt: 8,
      changes: { 1: 'price' },
      removed: [3],
    });
    const client = await clientOf();
    const found = await compare(client, first, second, { report: 'HTML' });
    expect(found).toMatchObject({
      comparePdfs: {
        hasDifferences: true,
        differenceCount: 1,
        counts: { unchanged: 1, changed: 1, inserted: 0, removed: 1, moved: 0 },
        pages: [
          {
            status: 'CHANGED',
            isTextCompared: true,
            differences: [{ number: 1, kind: 'CHANGED', words: [{ before: expect.stringMatching(/,/) }] }],
          },
          { status: 'UNCHANGED', referencePage: 2, queryPage: 2, reference: null, differences: [] },
          { status: 'REMOVED', referencePage: 3, queryPage: null, queryThumbnail: null },
        ],
        report: { fileName: 'comparison.html' },
      },
    });
    const { pages, report } = (
      found as { comparePdfs: { pages: { query: string }[]; report: { base64: string } } }
    ).comparePdfs;
    expect(Buffer.from(pages[0]?.query ?? '', 'base64').subarray(0, 3)).toEqual(
      Buffer.from([0xff, 0xd8, 0xff]),
    );
    expect(Buffer.from(report.base64, 'base64').toString()).toContain('First file: a.pdf, 3 pages');
    // Five of eight pages of the day are used.
    expect(await compare(client, first, second)).toMatchObject({ comparePdfs: { code: 'RATE_LIMITED' } });
  });

  it('is for users, and names what it cannot compare', async () => {
    const picture = await jpegPicture(1);
    const nobody = new GraphqlClient(loupe.url, { 'GraphQL-Require-Preflight': '1' });
    expect(await compare(nobody, picture, picture)).toMatchObject({
      comparePdfs: { code: 'UNAUTHENTICATED' },
    });
    const client = await clientOf();
    const good = await newPdf([1]);
    expect(await compare(client, good, picture)).toMatchObject({
      comparePdfs: { code: 'UNSUPPORTED_MEDIA', message: 'b.pdf is not a PDF. Give two PDFs.' },
    });
    expect(await compare(client, await newPdf([1], { password: 'x' }), good)).toMatchObject({
      comparePdfs: { code: 'INVALID_IMAGE', message: expect.stringMatching(/^a\.pdf: .*password/) },
    });
    expect(await compare(client, good, good, { settings: { minSize: -1 } })).toMatchObject({
      comparePdfs: { code: 'BAD_USER_INPUT' },
    });
  });
});
