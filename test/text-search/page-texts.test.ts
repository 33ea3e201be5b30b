/** Words that are printed on pages are found, with the place where they stand. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { elementsOf, memberOf } from '../kit/json.js';
import { type Leaflet, leafletOf } from '../kit/files/leaflets.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const PAGES: readonly Leaflet[] = [
  { title: 'Lake Market', lines: ['Fresh marmalade of Seville oranges,', 'and forty kinds of mustard.'] },
  {
    title: 'Opening hours',
    lines: ['Tuesday to Sunday, closed on holi-', 'days. Café in the Größe of a barn.'],
  },
  { lines: ['100% wool, 50_50 blends, and a!b'] },
];

describe('words of pages', () => {
  const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });
  let user: SeededUser;
  let document: SeededDocument;

  const ask = async (query: string, variables: object, who = user) =>
    memberOf(await who.send('POST', '/graphql', { json: { query, variables } }), 'data');
  const find = async (text: string, { fields = null as readonly string[] | null, who = user } = {}) =>
    elementsOf(
      memberOf(
        memberOf(
          await ask(
            `query ($text: String!, $fields: [SearchField!]) { searchTexts(text: $text, fields: $fields) { nodes {
               element { __typename ... on Image { id } }
               matches { field text languageCode action { id } box { left top width height } } } } }`,
            { text, fields },
            who,
          ),
          'searchTexts',
        ),
        'nodes',
      ),
    );
  const places = async (text: string, options = {}) =>
    (await find(text, options)).map((hit) => memberOf(memberOf(hit, 'element'), 'id'));
  const isRead = (id: string) =>
    vi.waitFor(
      async () => {
        const answer = await ask('query ($id: ID!) { document(id: $id) { isReadForProposals } }', { id });
        expect(memberOf(memberOf(answer, 'document'), 'isReadForProposals')).toBe(false);
      },
      { timeout: 20_000, interval: 50 },
    );

  beforeAll(async () => {
    user = await (await seed(loupe).organization({ credit: 50 })).user();
    const folder = await user.folder();
    document = await folder.document(await leafletOf(PAGES), { contentType: 'application/pdf' });
    await isRead(document.id);
  });

  it('are found with the line that holds them and its place', async () => {
    const [hit, ...others] = await find('seville oranges');
    expect(others).toEqual([]);
    expect(hit).toEqual({
      element: { __typename: 'Image', id: document.imageIds[0] },
      matches: [
        {
          field: 'PAGE_TEXT',
          text: 'Fresh marmalade of Seville oranges,',
          languageCode: null,
          action: null,
          box: expect.anything() as object,
        },
      ],
    });
    const box = memberOf(elementsOf(memberOf(hit, 'matches'))[0], 'box') as Record<string, number>;
    // The line begins 30 pt from the left and 100 pt from the top of a page of 400 by 560 pt.
    expect(box['left']).toBeCloseTo(30 / 400, 1);
    expect(box['top']).toBeGreaterThan(95 / 560);
    expect((box['top'] ?? 1) + (box['height'] ?? 1)).toBeLessThan(118 / 560);
  });

  it('are found across lines, parted ones as one word, without regard to case and accents', async () => {
    const [first, second, third] = document.imageIds;
    await expect(places('ORANGES, AND FORTY')).resolves.toEqual([first]);
    await expect(places('holidays')).resolves.toEqual([second]);
    await expect(places('cafe in the grosse')).resolves.toEqual([second]);
    await expect(places('100% wool')).resolves.toEqual([third]);
    await expect(places('50_50')).resolves.toEqual([third]);
    await expect(places('505050')).resolves.toEqual([]);
    await expect(places('a!b')).resolves.toEqual([third]);
  });

  it('are looked for from three letters on, and with two where they are asked for', async () => {
    await expect(places('of')).resolves.toEqual([]);
    await expect(places('of', { fields: ['PAGE_TEXT'] })).resolves.toEqual(document.imageIds.slice(0, 2));
    await expect(places('mustard', { fields: ['NAME', 'TITLE'] })).resolves.toEqual([]);
  });

  it('come behind names and titles, and over REST with their place', async () => {
    await document.title('Mustard of the month', { nodeId: document.id });
    const hits = elementsOf(await user.send('GET', '/services/Search/Texts?text=mustard'));
    expect(hits).toMatchObject([
      { Type: 'Document', Matches: [{ Field: 'Title', Box: null }] },
      {
        Id: document.imageIds[0],
        Matches: [
          {
            Field: 'PageText',
            Text: 'and forty kinds of mustard.',
            Box: { Left: expect.any(Number) as number },
          },
        ],
      },
    ]);
  });

  it('are of one organization alone, and go with their page', async () => {
    const stranger = await (await seed(loupe).organization()).user();
    await expect(find('marmalade', { who: stranger })).resolves.toEqual([]);
    const folder = await user.folder();
    const other = await folder.document(await leafletOf([{ lines: ['Quinces from the hill'] }]), {
      contentType: 'application/pdf',
    });
    await isRead(other.id);
    await expect(places('quinces')).resolves.toEqual(other.imageIds);
    await user.send('DELETE', `/api/documents/${other.id}`);
    await expect(places('quinces')).resolves.toEqual([]);
  });

  it('are those of the file that there is, and none of a picture', async () => {
    const folder = await user.folder();
    const changing = await folder.document(
      await leafletOf([{ title: 'Menu', lines: ['Turbot with leeks'] }]),
      {
        contentType: 'application/pdf',
      },
    );
    await isRead(changing.id);
    await expect(places('turbot')).resolves.toEqual(changing.imageIds);
    const drawn = await folder.document(await jpegPicture(14), { name: 'Drawn' });
    await isRead(drawn.id);
    await expect(places('menu')).resolves.toEqual(changing.imageIds);
    const form = new FormData();
    form.append('document', JSON.stringify({}));
    const next = await leafletOf([{ title: 'Menu', lines: ['Trout with almonds'] }]);
    form.append('file', new Blob([new Uint8Array(next)], { type: 'application/pdf' }), 'menu.pdf');
    await user.request('PUT', `/api/documents/${changing.id}?async=false`, { form });
    await isRead(changing.id);
    await expect(places('trout')).resolves.toHaveLength(1);
    await expect(places('turbot')).resolves.toEqual([]);
  });

  it('go with the file of a page that gets another one', async () => {
    const folder = await user.folder();
    const pages = [{ lines: ['Medlars in autumn'] }, { lines: ['Quails and medlars'] }];
    const changing = await folder.document(await leafletOf(pages), { contentType: 'application/pdf' });
    await isRead(changing.id);
    await expect(places('medlars')).resolves.toEqual(changing.imageIds);
    const form = new FormData();
    form.append('document', JSON.stringify({}));
    form.append('file', new Blob([new Uint8Array(await jpegPicture(15))], { type: 'image/jpeg' }), 'x.jpg');
    await user.request('PUT', `/api/images/${changing.imageIds[0] ?? ''}/file`, { form });
    await expect(places('medlars')).resolves.toEqual(changing.imageIds.slice(1));
  });
});
