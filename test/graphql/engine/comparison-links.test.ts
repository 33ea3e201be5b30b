/** Comparisons that are kept: reports of them without what is ignored, and links to show them to somebody without an account. */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawBooklet } from '../../../packages/bench/benchmark/proofs/booklet.js';
import { StoredFile } from '../../../src/media/blobs/stored-file.entity.js';
import { ComparisonLink } from '../../../src/proofs/kept/kept-comparison.entity.js';
import { useTestApp } from '../../kit/use-app.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { GraphqlClient } from '../support.js';

const COMPARE = `mutation ($a: Upload!, $b: Upload!) {
  made: comparePdfs(input: { reference: $a, query: $b, keeps: true }) { ... on PdfComparison { keptId report { fileName } } ... on Problem { code } }
}`;
const REPORT = `mutation ($id: ID!, $format: ComparisonReportFormat!, $language: ComparisonReportLanguage, $ignored: [ComparedPlaceInput!]) {
  report: writeComparisonReport(input: { keptId: $id, format: $format, language: $language, ignored: $ignored }) {
    ... on ComparisonReport { fileName base64 } ... on Problem { code message }
  }
}`;
const SHARE = `mutation ($id: ID!, $ignored: [ComparedPlaceInput!]) {
  made: createComparisonLink(input: { keptId: $id, ignored: $ignored }) {
    ... on CreatedComparisonLink { url link { id } } ... on Problem { code message }
  }
}`;
const REVOKE = `mutation ($id: ID!) { ended: revokeComparisonLink(input: { id: $id }) { __typename ... on Problem { code } } }`;
const LINKS = `query ($id: ID!) { organization(id: $id) { comparisonLinks { id referenceName queryName user } } }`;
const DECIDE = `mutation ($id: ID!, $decisions: [ComparisonDecisionInput!]!) {
  decided: decideComparison(input: { keptId: $id, decisions: $decisions }) {
    ... on DecidedComparison { decisions { page number verdict comment } }
  }
}`;
const OPEN = `query ($code: String!) { sharedComparison(code: $code) {
  referenceName queryName ignoredCount
  comparison {
    keptId hasDifferences differenceCount counts { changed unchanged }
    pages { status reference queryThumbnail { base64 } differences { number words { before after } } }
  }
  report(format: HTML) { base64 }
} }`;

interface Decided {
  readonly decided: { readonly decisions: readonly object[] };
}
interface Report {
  readonly report: { readonly base64: string };
}

describe('a comparison that is kept', { timeout: 120_000 }, () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let pair: { readonly first: Buffer; readonly second: Buffer };

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    pair = await drawBooklet({
      pageCount: 2,
      size: [298, 420],
      textPt: 8,
      changes: { 1: 'price', 2: 'missing picture' },
    });
  });

  const clientOf = async (owner = organization, roles: readonly ('Editor' | 'Viewer')[] = ['Editor']) =>
    new GraphqlClient(loupe.url, {
      authorization: `Bearer ${(await owner.user({ roles: [...roles] })).token}`,
    });
  const guest = () => new GraphqlClient(loupe.url, {});
  const file = (bytes: Buffer, name: string) => ({ bytes, type: 'application/pdf', name });
  async function keep(client: GraphqlClient): Promise<string> {
    const files = { a: file(pair.first, 'old.pdf'), b: file(pair.second, 'new.pdf') };
    const { data } = await client.upload(COMPARE, {}, files);
    expect(data).toMatchObject({ made: { keptId: expect.any(String), report: null } });
    return (data as { made: { keptId: string } }).made.keptId;
  }
  async function share(client: GraphqlClient, id: string, ignored: readonly object[] = []) {
    const { data } = await client.run(SHARE, { id, ignored });
    const { url, link } = (data as { made: { url: string; link: { id: string } } }).made;
    const address = new URL(url);
    expect(address.pathname).toBe('/comparison');
    return { code: address.hash.replace('#code=', ''), linkId: link.id };
  }
  const textOf = (data: unknown) => Buffer.from((data as Report).report.base64, 'base64').toString();
  /** Rows and bytes: both or neither. */
  async function filesOf({ id: organizationId }: SeededOrganization): Promise<number> {
    const { database, blobs } = loupe.app.services;
    const rows = await database.reader().find(StoredFile, { organizationId });
    for (const { id, sizeBytes } of rows) expect(await blobs.size(id)).toBe(sizeBytes);
    return rows.length;
  }
  const gone = { errors: [{ extensions: { code: 'NOT_FOUND' } }] };

  it('is reported without the places that are ignored, with counts that fit', async () => {
    const client = await clientOf();
    const id = await keep(client);
    const all = textOf((await client.run(REPORT, { id, format: 'HTML' })).data);
    expect(all).toContain('<p class="verdict">2 differences.</p>');
    expect(all).toContain('Pages: 2 changed, 0 inserted, 0 removed, 0 moved, 0 unchanged.');
    expect(all.match(/<span class="mark"[^>]*><b>/g)).toHaveLength(4);
    const ignored = [{ page: 0, number: 1 }];
    const rest = textOf((await client.run(REPORT, { id, format: 'HTML', language: 'GERMAN', ignored })).data);
    expect(rest).toContain('<p class="verdict">1 Unterschied.</p>');
    expect(rest).toContain('Seiten: 1 geändert, 0 eingefügt, 0 entfernt, 0 verschoben, 1 unverändert.');
    expect(rest.match(/<span class="mark"[^>]*><b>/g)).toHaveLength(2);
    expect(rest).toMatch(
      /Auf Wunsch ignoriert<\/h2><ul><li>Seite 1: 1\. geändert, ΔE \d+,\d\. „\d+,\d\d“ → „\d+,\d\d“\./,
    );
    const none = [...ignored, { page: 1, number: 1 }];
    expect(textOf((await client.run(REPORT, { id, format: 'HTML', ignored: none })).data)).toContain(
      'No other differences were found.',
    );
    const pdf = textOf((await client.run(REPORT, { id, format: 'PDF', ignored: none })).data);
    expect(pdf.startsWith('%PDF-')).toBe(true);
    const json = JSON.parse(textOf((await client.run(REPORT, { id, format: 'JSON' })).data)) as object;
    expect(json).toMatchObject({
      files: expect.anything() as unknown,
      version: expect.anything() as unknown,
    });
    for (const place of [
      { page: 0, number: 9 },
      { page: 7, number: 1 },
      { page: -1, number: 1 },
    ]) {
      expect((await client.run(REPORT, { id, format: 'PDF', ignored: [place] })).data).toMatchObject({
        report: { code: 'BAD_USER_INPUT' },
      });
    }
  });

  it('keeps what two people decide about one place at once', async () => {
    const [one, other] = [await clientOf(), await clientOf()];
    const id = await keep(one);
    const place = { page: 0, number: 1 };
    const decided = async (client: GraphqlClient, decision: object) => {
      const { data } = await client.run(DECIDE, { id, decisions: [{ ...place, ...decision }] });
      return (data as unknown as Decided).decided.decisions;
    };
    for (let round = 0; round < 10; round++) {
      const comment = `Agreed ${round}`;
      await Promise.all([
        decided(one, { verdict: round % 2 === 0 ? 'ACCEPTED' : 'REJECTED' }),
        decided(other, { comment }),
      ]);
      expect(await decided(one, { verdict: 'ACCEPTED' })).toEqual([
        { ...place, verdict: 'ACCEPTED', comment },
      ]);
    }
    expect(await decided(one, { verdict: null })).toMatchObject([{ verdict: null, comment: 'Agreed 9' }]);
    expect(await decided(one, { comment: '' })).toEqual([]);
    await decided(one, { verdict: 'REJECTED', comment: 'No' });
    expect(await decided(one, {})).toEqual([]);
  });

  it('is shown by a link for seven days to anybody, without what was ignored, until the link is revoked', async () => {
    const client = await clientOf();
    const id = await keep(client);
    const { code, linkId } = await share(client, id, [{ page: 0, number: 1 }]);
    const { data } = await guest().run(OPEN, { code });
    expect(data).toMatchObject({
      sharedComparison: {
        referenceName: 'old.pdf',
        queryName: 'new.pdf',
        ignoredCount: 1,
        comparison: {
          keptId: null,
          hasDifferences: true,
          differenceCount: 1,
          counts: { changed: 1, unchanged: 1 },
          pages: [
            { status: 'UNCHANGED', reference: null, differences: [] },
            { status: 'CHANGED', reference: expect.any(String), differences: [{ number: 1 }] },
          ],
        },
      },
    });
    expect(textOf((data as { sharedComparison: unknown }).sharedComparison)).toContain('1 difference.');
    expect((await client.run(LINKS, { id: organization.id })).data).toMatchObject({
      organization: { comparisonLinks: [{ id: linkId, referenceName: 'old.pdf', queryName: 'new.pdf' }] },
    });
    expect(await guest().run(OPEN, { code: `${code}x` })).toMatchObject(gone);
    await client.run(REVOKE, { id: linkId });
    expect(await guest().run(OPEN, { code })).toMatchObject(gone);
    // The code is nowhere in the database.
    const other = await share(client, id);
    const rows = await loupe.app.services.database.reader().find(ComparisonLink, {});
    expect(rows).not.toHaveLength(0);
    expect(JSON.stringify(rows)).not.toContain(other.code);
    await client.run(REVOKE, { id: other.linkId });
  });

  it('is nothing to another organization, and shared only by those who may change content', async () => {
    const client = await clientOf();
    const id = await keep(client);
    const { linkId } = await share(client, id);
    const stranger = await clientOf(await seed(loupe).organization());
    const absent = { code: 'NOT_FOUND' };
    expect((await stranger.run(REPORT, { id, format: 'HTML' })).data).toMatchObject({ report: absent });
    expect((await stranger.run(SHARE, { id })).data).toMatchObject({ made: absent });
    expect((await stranger.run(REVOKE, { id: linkId })).data).toMatchObject({ ended: absent });
    expect(await stranger.run(LINKS, { id: organization.id })).toMatchObject(gone);
    const viewer = await clientOf(organization, ['Viewer']);
    expect((await viewer.run(REPORT, { id, format: 'HTML' })).data).toMatchObject({
      report: { fileName: 'comparison.html' },
    });
    expect((await viewer.run(SHARE, { id })).data).toMatchObject({ made: { code: 'FORBIDDEN' } });
    expect((await viewer.run(REVOKE, { id: linkId })).data).toMatchObject({ ended: { code: 'FORBIDDEN' } });
    await client.run(REVOKE, { id: linkId });
  });

  it('goes after a day, or after the seven days of its link, with its bytes', async () => {
    const { keptComparisons } = loupe.app.services;
    const own = await seed(loupe).organization();
    const client = await clientOf(own);
    const [plain, linked] = [await keep(client), await keep(client)];
    const { code } = await share(client, linked);
    expect(await filesOf(own)).toBe(2);
    clock.forward({ days: 2 });
    await keptComparisons.purgeOld();
    expect(await filesOf(own)).toBe(1);
    const late = await clientOf(own);
    expect((await late.run(REPORT, { id: plain, format: 'HTML' })).data).toMatchObject({
      report: { code: 'NOT_FOUND' },
    });
    expect(await guest().run(OPEN, { code })).toMatchObject({ data: { sharedComparison: {} } });
    clock.forward({ days: 6 });
    expect(await guest().run(OPEN, { code })).toMatchObject(gone);
    await keptComparisons.purgeOld();
    expect(await filesOf(own)).toBe(0);
  });

  it('goes with its organization', async () => {
    const parent = await seed(loupe).organization();
    const child = await parent.organization({ name: 'Child' });
    await keep(await clientOf(child));
    expect(await filesOf(child)).toBe(1);
    const administrator = await parent.user();
    await administrator.send('DELETE', `/api/Organizations/${child.id}?deleteChildren=true`);
    expect(await filesOf(child)).toBe(0);
  });
});
