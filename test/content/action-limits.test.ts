import { describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument } from '../kit/seed/seed-user.js';

const loupe = useTestApp();

const newDocument = async () =>
  (await (await (await seed(loupe).organization()).user()).folder()).document(await jpegPicture(11));

const Content = '{"Url":"https://loupe.example/"}';
const link = (LanguageCode: string, changes: object = {}) => ({
  LanguageCode,
  Name: 'More',
  Type: 'URL',
  Content,
  ...changes,
});

/** A text for the import with a number of actions of the document in a language. */
const textWith = (count: number, changes: object = {}) => ({
  Name: 'Full',
  DefaultLanguage: 'en-US',
  Titles: ['en-US', 'fr-FR'].map((LanguageCode) => ({ LanguageCode, Value: 'T' })),
  Actions: Array.from({ length: count }, () => link('en-US', changes)),
  Images: [],
});

async function importInto({ id, user }: SeededDocument, Json: object): Promise<Response> {
  return user.request('PUT', `/services/Automation/Import?documentId=${id}`, { json: { Json } });
}

describe('actions of an element', () => {
  test('are at most 200 in a language: one more is refused with a sentence, another language has room of its own', async () => {
    const document = await newDocument();
    const { id, user } = document;
    expect((await importInto(document, textWith(200))).status).toBe(204);
    const more = await user.request('POST', '/api/actions', { json: { NodeId: id, ...link('en-US') } });
    expect(more.status).toBe(400);
    expect(textMember(await more.json(), 'Message')).toMatch(/at most 200 actions/);
    const french = await user.request('POST', '/api/actions', { json: { NodeId: id, ...link('fr-FR') } });
    expect(french.status).toBe(201);
    const moved = { LanguageCode: 'en-US' };
    const frenchId = textMember(await french.json(), 'Id');
    expect((await user.request('PATCH', `/api/actions/${frenchId}`, { json: moved })).status).toBe(400);
    expect(elementsOf(await user.send('GET', `/api/documents/${id}/actions`))).toHaveLength(201);
  });

  test('hold at most so much text together', async () => {
    const { id, user } = await newDocument();
    const long = JSON.stringify({ Url: `https://loupe.example/${'a'.repeat(180_000)}` });
    const add = async () => {
      const json = { NodeId: id, ...link('en-US', { Content: long }) };
      return (await user.request('POST', '/api/actions', { json })).status;
    };
    expect([await add(), await add(), await add()]).toEqual([201, 201, 400]);
  });
});

describe('an import', () => {
  test('with too many actions of an element is refused whole, and says of which', async () => {
    const document = await newDocument();
    await document.action({ name: 'Before' });
    const refused = await importInto(document, textWith(201));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ ModelState: { Actions: [expect.stringMatching(/201/)] } });
    const left = elementsOf(await document.user.send('GET', `/api/documents/${document.id}/actions`));
    expect(left).toMatchObject([{ Name: 'Before' }]);
  });

  test('with more members than one import may hold is refused', async () => {
    const refused = await importInto(await newDocument(), textWith(10_001));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/may hold 10000/);
  });

  test('records in the operation log how many actions an element had and has', async () => {
    const document = await newDocument();
    await document.action({ name: 'Before' });
    expect((await importInto(document, textWith(3))).status).toBe(204);
    const path = `/api/Operations?organizationId=${document.user.organizationId}&take=1`;
    const [entry] = elementsOf(await document.user.send('GET', path));
    expect(entry).toMatchObject({
      Operation: 'document:import',
      Changes: expect.arrayContaining([
        expect.objectContaining({ Kind: 'Action', Field: 'count', Before: '1', After: '3' }),
      ]),
    });
  });
});
