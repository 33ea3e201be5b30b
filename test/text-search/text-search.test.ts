import { beforeAll, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

interface Hit {
  readonly Id: string;
  readonly Type: string;
  readonly Name: string;
  readonly Path: readonly { readonly Name: string }[];
  readonly Matches: readonly {
    readonly Field: string;
    readonly LanguageCode: string | null;
    readonly Text: string;
    readonly ActionId: string | null;
  }[];
}

const query = `query ($text: String!, $fields: [SearchField!], $first: Int, $after: String, $last: Int) {
  searchTexts(text: $text, fields: $fields, first: $first, after: $after, last: $last) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { path { name } matches { field languageCode text action { name } }
      element { __typename ... on Folder { name } ... on Document { name } ... on Image { name } ... on Zone { name } } }
  }
}`;

describe('a search in texts', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;
  let zoneId: string;

  beforeAll(async () => {
    organization = await seed(loupe).organization({ name: 'Éditions' });
    editor = await organization.user({ roles: ['Editor'] });
    folder = await editor.folder({ name: 'Catalogue' });
    document = await folder.document(await jpegPicture(71), { name: 'Spring' });
    zoneId = await document.zone();
    await document.title('Vélos de ville', { languageCode: 'fr-FR' });
    await document.title('City bikes', { nodeId: zoneId });
    await action('TEL', { Number: '+41 (0)22 767-61 11' }, 'Call us');
    await action('URL', { Url: 'https://shop.example/files/Tarif%20%C3%A9t%C3%A9.pdf' }, 'Prices', zoneId);
    await action('VCARD', { LastName: 'Müller', Emails: [{ Type: 'WORK', Email: 'vente@bikes.example' }] });
    await action('MAIL', { Address: 'hello@lake.example', Subject: 'Secret subject' }, 'Write');
  });

  async function action(Type: string, content: object, Name = 'Action', nodeId = document.id) {
    const json = { NodeId: nodeId, LanguageCode: 'en-US', Name, Type, Content: JSON.stringify(content) };
    return textMember(await editor.send('POST', '/api/Actions', { json }), 'Id');
  }
  const search = async (text: string, user = editor, more = '') =>
    (await user.send('GET', `/services/Search/Texts?text=${encodeURIComponent(text)}${more}`)) as Hit[];
  const found = async (text: string, user = editor) =>
    (await search(text, user)).map(({ Type, Matches }) => [Type, ...Matches.map((match) => match.Text)]);

  it('finds titles whatever case and accents, with the language and the way', async () => {
    expect(await search('VELOS de')).toEqual([
      {
        Id: document.id,
        Type: 'Document',
        Name: 'Spring',
        Path: ['Éditions', 'Catalogue', 'Spring'].map((Name) => expect.objectContaining({ Name }) as unknown),
        Matches: [
          { Field: 'Title', LanguageCode: 'fr-FR', Text: 'Vélos de ville', ActionId: null, Box: null },
        ],
      },
    ]);
    expect(await found('city')).toEqual([['Zone', 'City bikes']]);
  });

  it('finds what actions open: addresses as they are read, numbers by their digits, people, mail', async () => {
    const url = 'https://shop.example/files/Tarif%20%C3%A9t%C3%A9.pdf';
    expect(await found('tarif été.pdf')).toEqual([['Zone', url]]);
    expect(await found('Tarif%20')).toEqual([['Zone', url]]);
    for (const number of ['022 767 61', '0227676111', '+41 (0)22 767-61 11']) {
      expect(await found(number)).toEqual([['Document', '+41 (0)22 767-61 11']]);
    }
    expect(await found('muller')).toEqual([['Document', 'Müller']]);
    expect(await found('hello@lake')).toEqual([['Document', 'hello@lake.example']]);
    expect(await found('secret subject')).toEqual([]);
    expect(await search('call us')).toMatchObject([
      { Id: document.id, Matches: [{ Field: 'ActionName', LanguageCode: 'en-US', Text: 'Call us' }] },
    ]);
  });

  it('takes signs for the same that look alike, and does not see what is never shown', async () => {
    await document.title('Don’t “quote” l\u00adong\u200bword «ici» A\u2011B 1\u00a0000 – x', {
      languageCode: 'en-GB',
    });
    for (const text of [
      "don't",
      'don’t',
      'DONʼT',
      'don´t',
      '"quote"',
      '„quote“',
      'longword',
      'lo\u00adngword',
      '"ici"',
      'a-b',
      'a−b',
      '1 000 - x',
    ])
      expect([text, (await found(text))[0]?.[0]]).toEqual([text, 'Document']);
    expect(await found('dont')).toEqual([]);
  });

  it('follows changes, imports and the trash', async () => {
    const id = await action('URL', { Url: 'https://old.example/' }, 'Read');
    await editor.send('PATCH', `/api/Actions/${id}`, {
      json: { Type: 'URL', Content: JSON.stringify({ Url: 'https://new.example/' }) },
    });
    expect(await found('old.example')).toEqual([]);
    expect(await found('new.example')).toEqual([['Document', 'https://new.example/']]);
    const other = await folder.document(await jpegPicture(72), { name: 'Autumn' });
    const Json = {
      DefaultLanguage: 'en-US',
      Name: 'Autumn',
      Titles: [{ LanguageCode: 'en-US', Value: 'Imported title' }],
      Actions: [
        {
          LanguageCode: 'en-US',
          Name: 'Go',
          Type: 'URL',
          Content: JSON.stringify({ Url: 'https://imported.example/' }),
        },
      ],
    };
    await editor.send('PUT', '/services/Automation/Import', { json: { DocumentId: other.id, Json } });
    expect(await found('imported')).toEqual([['Document', 'Imported title', 'https://imported.example/']]);
    await editor.send('DELETE', `/api/documents/${other.id}`);
    expect(await found('imported')).toEqual([]);
    expect(await found('autumn')).toEqual([]);
    await editor.send('POST', `/api/Trash/${other.id}/Restore`);
    expect(await found('imported.example')).toHaveLength(1);
  });

  it('puts whole texts first, then beginnings, and walks through all of them once', async () => {
    const below = await editor.folder({ name: 'Shelf' });
    for (const name of ['Marée basse', 'Maree', 'La marée 10', 'La marée 9'])
      await editor.folder({ name, parentId: below.id });
    await editor.send('PUT', '/api/Titles', {
      json: { NodeId: document.id, LanguageCode: 'fr-FR', Value: 'Vélos de la marée' },
    });
    const names = ['Maree', 'Marée basse', 'La marée 9', 'La marée 10', 'Spring'];
    expect((await search('marée')).map(({ Name }) => Name)).toEqual(names);
    const walked: string[] = [];
    let path: string | null = '/services/Search/Texts?text=mar%C3%A9e&take=2';
    while (path !== null) {
      const response: Response = await editor.request('GET', path);
      expect(response.headers.get('X-Total-Count')).toBe('5');
      walked.push(...elementsOf(await response.json()).map((hit) => textMember(hit, 'Name')));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
      if (path !== null) path = path.replace(loupe.url, '');
    }
    expect(walked).toEqual(names);
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${editor.token}` });
    const first = await client.run(query, { text: 'marée', first: 3 });
    expect(first.data).toMatchObject({
      searchTexts: {
        totalCount: 5,
        pageInfo: { hasNextPage: true },
        nodes: names.slice(0, 3).map((name) => ({ element: { __typename: 'Folder', name } })),
      },
    });
    const { pageInfo } = (first.data as { searchTexts: { pageInfo: { endCursor: string } } }).searchTexts;
    const rest = await client.run(query, { text: 'marée', after: pageInfo.endCursor });
    expect(rest.data).toMatchObject({
      searchTexts: {
        pageInfo: { hasNextPage: false },
        nodes: [
          { element: { name: 'La marée 10' } },
          {
            element: { __typename: 'Document', name: 'Spring' },
            matches: [{ field: 'TITLE', languageCode: 'fr-FR', text: 'Vélos de la marée', action: null }],
          },
        ],
      },
    });
    expect((await client.run(query, { text: 'marée', last: 1 })).data).toMatchObject({
      searchTexts: { nodes: [{ element: { name: 'Spring' } }] },
    });
    expect(
      (await client.run(query, { text: '767 61', first: 1, fields: ['ACTION_TARGET'] })).data,
    ).toMatchObject({
      searchTexts: { nodes: [{ matches: [{ action: { name: 'Call us' } }] }] },
    });
    expect((await client.run(query, { text: '767 61', fields: ['NAME', 'TITLE'] })).data).toMatchObject({
      searchTexts: { totalCount: 0, nodes: [] },
    });
  });

  it('is the same for viewers and administrators, and empty for everybody else', async () => {
    const expected = await search('spring');
    expect(expected).toHaveLength(1);
    for (const role of ['Viewer', 'Administrator'] as const) {
      expect(await search('spring', await organization.user({ roles: [role] }))).toEqual(expected);
    }
    const stranger = await (await seed(loupe).organization()).user();
    const below = await (await organization.organization({ name: 'Below' })).user();
    for (const user of [stranger, below]) {
      for (const text of ['spring', 'velos', 'shop.example', '0227676111'])
        expect(await search(text, user)).toEqual([]);
      const after = await user.request('GET', `/services/Search/Texts?text=spring&after=${document.id}`);
      expect(after.status).toBe(400);
    }
    expect((await fetch(`${loupe.url}/services/Search/Texts?text=spring`)).status).toBe(401);
  });

  it('takes wildcards of SQL for what they are, and refuses what is no question', async () => {
    for (const text of ['%%', '__', '!!', `x' or 1=1 --`]) expect(await search(text)).toEqual([]);
    for (const bad of ['', 'text=', 'text=x', 'text=spring&take=0', 'text=spring&take=201']) {
      expect((await editor.request('GET', `/services/Search/Texts?${bad}`)).status).toBe(400);
    }
  });
});
