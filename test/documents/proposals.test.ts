/** Proposals of the file of a document: found, accepted into a draft, refused for good. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { type Leaflet, leafletOf } from '../kit/files/leaflets.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });
const PROBLEM = '... on Problem { code message }';
let organization: SeededOrganization;
let user: SeededUser;

beforeEach(async () => {
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 50 });
  user = await organization.user();
});

async function upload(pages: readonly Leaflet[]): Promise<SeededDocument> {
  const folder = await user.folder();
  const document = await folder.document(await leafletOf(pages), { contentType: 'application/pdf' });
  await read(document.id);
  return document;
}

const ask = async (query: string, variables: object, who = user) =>
  who.send('POST', '/graphql', { json: { query, variables } });

/** Waits until the file was read. */
async function read(id: string): Promise<void> {
  await expect
    .poll(
      async () =>
        memberOf(
          memberOf(
            memberOf(
              await ask('query ($id: ID!) { document(id: $id) { isReadForProposals } }', { id }),
              'data',
            ),
            'document',
          ),
          'isReadForProposals',
        ),
      { timeout: 20_000 },
    )
    .toBe(false);
}

async function proposalsOf(id: string, filter = ''): Promise<readonly Record<string, unknown>[]> {
  const answer = await ask(
    `query ($id: ID!) { document(id: $id) { proposals(first: 100${filter}) { nodes {
       id kind origin state pageId isOfDocument title languageCode actionType actionName target starts ends zone { left top width height } } } } }`,
    { id },
  );
  const document = memberOf(memberOf(answer, 'data'), 'document');
  return elementsOf(memberOf(memberOf(document, 'proposals'), 'nodes')) as readonly Record<string, unknown>[];
}

async function mutate(
  field: string,
  args: string,
  variables: object,
  success: string,
  who = user,
): Promise<unknown> {
  const answer = await ask(`mutation (${args}) { done: ${field} { ${success} ${PROBLEM} } }`, variables, who);
  return memberOf(memberOf(answer, 'data'), 'done');
}
const accept = (id: string, more = '', variables: object = {}, args = '') =>
  mutate(
    `acceptProposals(input: { documentId: $id${more} })`,
    `$id: ID!${args}`,
    { id, ...variables },
    '... on AcceptedProposals { accepted left draft { changeCount changes { kind element { type } actionName } } }',
  );
const dismiss = (id: string, more: string, variables: object = {}, args = '') =>
  mutate(
    `dismissProposals(input: { documentId: $id${more} })`,
    `$id: ID!${args}`,
    { id, ...variables },
    '... on ChangedProposals { changed }',
  );

describe('the file of a document', () => {
  it('proposes its links, addresses, numbers, title and pictures', async () => {
    const document = await upload([
      {
        title: 'Summer on the lake',
        lines: [
          'Book at www.lake.example-boats.com/summer or call +41 44 668 18 00',
          'Questions: crew@example-boats.com',
          'Fax +41 44 668 18 01',
        ],
        links: [{ text: 'Timetable', target: 'https://boats.ch/timetable?line=4' }],
        picture: { seed: 5, target: 'https://boats.ch/gallery' },
      },
    ]);
    const found = await proposalsOf(document.id);
    const said = found.map(({ kind, origin, target, title, actionName }) => [
      kind,
      origin,
      target ?? title,
      actionName,
    ]);
    expect(said).toEqual([
      ['TITLE', 'TEXT', 'Summer on the lake', null],
      ['LINK', 'TEXT', 'https://www.lake.example-boats.com/summer', 'lake.example-boats.com'],
      ['PHONE', 'TEXT', '+41446681800', '+41446681800'],
      ['MAIL', 'TEXT', 'crew@example-boats.com', 'crew@example-boats.com'],
      ['LINK', 'ANNOTATION', 'https://boats.ch/timetable?line=4', 'Timetable'],
      ['AREA', 'LAYOUT', null, null],
      ['LINK', 'ANNOTATION', 'https://boats.ch/gallery', 'boats.ch'],
    ]);
    // A link over a picture belongs to the picture, the others to the page.
    expect(found.filter(({ zone }) => zone !== null).map(({ kind, target }) => [kind, target])).toEqual([
      ['AREA', null],
      ['LINK', 'https://boats.ch/gallery'],
    ]);
  });

  it('proposes the part of a picture that lies on the page, and no ornaments as a title', async () => {
    const document = await upload([{ title: 'h h h h', lines: ['Text'], picture: { seed: 5, leftPt: 200 } }]);
    const [area, ...others] = await proposalsOf(document.id);
    expect(others).toEqual([]);
    expect(area).toMatchObject({ kind: 'AREA', zone: { left: 0.5, width: 0.5 } });
    expect(await accept(document.id)).toMatchObject({ accepted: 1 });
  });

  it('proposes nothing that no phone should follow, and no half address', async () => {
    const hostile = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://localhost/admin',
      'http://10.0.0.1/x',
      'https://user:pw@bank.com/',
      'data:text/html,hi',
      `https://boats.ch/${'a'.repeat(900)}`,
    ];
    const document = await upload([
      {
        lines: [
          'See https://boats.ch/very-',
          'long-path for more',
          'setup.py and README.md',
          'tex.ch changes tex.web, mf.ch changes mf.web',
          'import java.net, org.apache.commons.io and socket.io(server)',
          'z.ai and u.am stand for words; element.click, task.run, date.new',
          'ISBN 978-3-16-148410-0',
          '1.4.2024-3.5.2024 and 12345678',
        ],
        links: hostile.map((target, at) => ({ text: `Link ${at}`, target })),
      },
    ]);
    expect(
      (await proposalsOf(document.id)).map(({ kind, target, title }) => [kind, target ?? title]),
    ).toEqual([]);
  });

  it('proposes what every page says once, for the document', async () => {
    const footer = { links: [{ text: 'boats.ch', target: 'https://boats.ch' }] };
    const document = await upload(
      [1, 2, 3, 4].map((page) => ({ ...footer, lines: [`Page ${page}`, `see https://boats.ch/p${page}`] })),
    );
    const found = await proposalsOf(document.id);
    expect(found.map(({ target, isOfDocument }) => [target, isOfDocument])).toEqual([
      ['https://boats.ch/p1', false],
      ['https://boats.ch', true],
      ['https://boats.ch/p2', false],
      ['https://boats.ch/p3', false],
      ['https://boats.ch/p4', false],
    ]);
  });
});

describe('an accepted proposal', () => {
  it('is a title, zone or action of the draft, and reaches readers when that is published', async () => {
    const document = await upload([
      {
        title: 'Summer on the lake',
        lines: ['+41 44 668 18 00'],
        picture: { seed: 5, target: 'https://boats.ch/gallery' },
      },
    ]);
    expect(await accept(document.id)).toMatchObject({ accepted: 4, left: 0, draft: { changeCount: 4 } });
    expect(await proposalsOf(document.id)).toEqual([]);
    const published = await mutate(
      'publishDraft(input: { documentId: $id })',
      '$id: ID!',
      { id: document.id },
      '... on PublishedDraft { changed }',
    );
    expect(published).toMatchObject({ changed: 4 });
    const answer = await ask(
      'query ($id: ID!) { document(id: $id) { images { titles { value } actions { type name } zones { actions { name } positionXPercent heightPercent } } } }',
      { id: document.id },
    );
    expect(JSON.stringify(answer)).toContain('Summer on the lake');
    expect(JSON.stringify(answer)).toContain('boats.ch');
    // Content that is there already is not proposed once more.
    await mutate(
      'proposeFromFile(input: { documentId: $id })',
      '$id: ID!',
      { id: document.id },
      '... on Done { isDone }',
    );
    await read(document.id);
    expect(await proposalsOf(document.id)).toEqual([]);
  });

  it('is taken by kind, by page and one by one', async () => {
    const document = await upload([
      { title: 'First', lines: ['https://boats.ch/1', '+41 44 668 18 00'] },
      { title: 'Second', lines: ['https://boats.ch/2', '+41 44 668 18 02'] },
    ]);
    expect(await accept(document.id, ', kinds: [TITLE]')).toMatchObject({ accepted: 2 });
    expect(
      await accept(document.id, ', pageId: $page', { page: document.imageIds[0] }, ', $page: ID!'),
    ).toMatchObject({ accepted: 2 });
    const [first] = await proposalsOf(document.id);
    expect(await accept(document.id, ', ids: $ids', { ids: [first?.['id']] }, ', $ids: [ID!]')).toMatchObject(
      { accepted: 1 },
    );
    // Decided ones are left as they are.
    expect(await accept(document.id, ', ids: $ids', { ids: [first?.['id']] }, ', $ids: [ID!]')).toMatchObject(
      { accepted: 0 },
    );
    expect(await proposalsOf(document.id)).toHaveLength(1);
  });

  it('makes one zone for all links of a picture', async () => {
    const document = await upload([{ picture: { seed: 5, target: 'https://boats.ch/a' } }]);
    expect(await accept(document.id)).toMatchObject({ accepted: 2, draft: { changeCount: 2 } });
  });
});

describe('a refused proposal', () => {
  it('stays refused when the file is replaced, and new ones come', async () => {
    const document = await upload([
      { title: 'Summer', lines: ['https://boats.ch/old', 'more https://boats.ch/kept'] },
    ]);
    const found = await proposalsOf(document.id);
    const old = found.find(({ target }) => target === 'https://boats.ch/old');
    expect(await dismiss(document.id, ', ids: $ids', { ids: [old?.['id']] }, ', $ids: [ID!]')).toEqual({
      changed: 1,
    });
    const form = new FormData();
    form.append('document', JSON.stringify({}));
    const next = await leafletOf([
      { title: 'Summer', lines: ['https://boats.ch/old', 'https://boats.ch/new'] },
    ]);
    form.append('file', new Blob([new Uint8Array(next)], { type: 'application/pdf' }), 'x.pdf');
    await user.request('PUT', `/api/documents/${document.id}?async=false`, { form });
    await read(document.id);
    const targets = (await proposalsOf(document.id)).map(({ target, title }) => target ?? title);
    expect(targets).toEqual(['Summer', 'https://boats.ch/new']);
    const refused = await proposalsOf(document.id, ', states: [DISMISSED]');
    expect(refused.map(({ target }) => target)).toEqual(['https://boats.ch/old']);
    const again = await mutate(
      'reopenProposals(input: { documentId: $id, ids: $ids })',
      '$id: ID!, $ids: [ID!]!',
      { id: document.id, ids: [refused[0]?.['id']] },
      '... on ChangedProposals { changed }',
    );
    expect(again).toEqual({ changed: 1 });
  });
});

describe('proposals', () => {
  it('are nobody’s in another organization, and nothing to viewers who may not write', async () => {
    const document = await upload([{ title: 'Summer', lines: ['https://boats.ch/old'] }]);
    const [proposal] = await proposalsOf(document.id);
    const stranger = await (await seed(loupe).organization()).user();
    const viewer = await organization.user({ roles: ['Viewer'] });
    for (const [who, code] of [
      [stranger, 'NOT_FOUND'],
      [viewer, 'FORBIDDEN'],
    ] as const) {
      for (const field of ['acceptProposals', 'dismissProposals'] as const) {
        const refused = await mutate(
          `${field}(input: { documentId: $id, ids: $ids })`,
          '$id: ID!, $ids: [ID!]',
          { id: document.id, ids: [proposal?.['id']] },
          '__typename',
          who,
        );
        expect(textMember(refused, 'code')).toBe(code);
      }
    }
    expect(await proposalsOf(document.id)).toHaveLength(2);
  });

  it('of ids that are none are refused', async () => {
    const document = await upload([{ title: 'Summer', lines: ['Text'] }]);
    expect(await accept(document.id, ', ids: ["x"]')).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await accept(document.id, ', pageId: "x"')).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
