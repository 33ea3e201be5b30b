import { describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { engineAt } from './engine-calls.js';
import { seed, type SeededApplication } from '../kit/seed.js';

const loupe = useTestApp();

const engineOf = (application: SeededApplication) => engineAt(loupe, application);
const newEngine = async (kind?: 'similarity') =>
  engineOf(await (await seed(loupe).organization()).application(kind));

describe('the metadata of a reference', () => {
  it('is kept, answered with every list and hit, replaced as a whole and taken away', async () => {
    const engine = await newEngine();
    const metadata = { price: 12.5, language: 'de', isSold: false, shelf: { row: [1, 2] }, nothing: null };
    const added = await engine.add('p', 1, { metadata: JSON.stringify(metadata), keywords: 'k' });
    expect(added).toMatchObject({ status: 201, body: { metadata, recognitionCount: 0 } });
    expect((await engine.send('GET', 'references/p')).body['metadata']).toEqual(metadata);
    expect((await engine.send('GET', 'references')).body['items']).toMatchObject([{ metadata }]);
    expect((await engine.search({}, 1)).body['hits']).toMatchObject([{ id: 'p', metadata }]);
    const replaced = await engine.send('PATCH', 'references/p', { metadata: { language: 'fr' } });
    expect(replaced.body).toMatchObject({ metadata: { language: 'fr' }, keywords: ['k'] });
    expect(await engine.listed({ metadata: '{"price":12.5}' })).toEqual([]);
    expect(await engine.listed({ metadata: '{"language":"fr"}' })).toEqual(['p']);
    await engine.send('PATCH', 'references/p', { keywords: ['other'] });
    expect(await engine.listed({ metadata: '{"language":"fr"}', keyword: 'other' })).toEqual(['p']);
    expect((await engine.send('PATCH', 'references/p', { metadata: null })).body['metadata']).toBeNull();
    expect(await engine.listed({ metadata: '{"language":"fr"}' })).toEqual([]);
  });

  it('is shared by the images of an id, and goes with the id', async () => {
    const engine = await newEngine();
    await engine.add('p', 1, { metadata: '{"a":1}' });
    expect((await engine.add('p', 2, { additional: 'true' })).body['metadata']).toEqual({ a: 1 });
    await engine.add('p', 3, { additional: 'true', metadata: '{"a":2}' });
    for (const image of [1, 2, 3]) {
      expect(await engine.found({ metadata: '{"a":2}' }, image)).toEqual(['p']);
      expect(await engine.found({ metadata: '{"a":1}' }, image)).toEqual([]);
    }
    await engine.send('DELETE', 'references/p');
    await engine.add('p', 1);
    expect((await engine.send('GET', 'references/p')).body['metadata']).toBeNull();
    expect(await engine.listed({ metadata: '{"a":2}' })).toEqual([]);
  });

  it.each([
    ['no JSON', '{price: 1}'],
    ['a list', '[1]'],
    ['a text', '"de"'],
    ['null', 'null'],
    ['a number', '7'],
    ['too large', JSON.stringify({ text: 'x'.repeat(4096) })],
    [
      'many members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`m${at}`, at]))),
    ],
    ['a long name', JSON.stringify({ ['n'.repeat(65)]: 1 })],
    ['an empty name', '{"":1}'],
    ['a NUL', '{"a":"\\u0000"}'],
    ['half a character within', '{"a":["\\ud800"]}'],
    ['a number beyond all', '{"a":1e400}'],
    ['depths', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`],
  ])('is refused when it is %s', async (_name, metadata) => {
    const engine = await newEngine();
    const refused = await engine.add('p', 1, { metadata });
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
    expect(JSON.stringify(refused.body)).toContain('metadata');
    expect(await engine.listed({})).toEqual([]);
  });
});

describe('filters of lists and searches', () => {
  const catalog = async (kind?: 'similarity') => {
    const engine = await newEngine(kind);
    const references: readonly [string, readonly string[], object][] = [
      ['a/1', ['red', 'new'], { price: 5, language: 'de', date: '2026-01-31', isSold: true }],
      ['a/2', ['red'], { price: 10, language: 'fr', date: '2026-02-01', isSold: false }],
      ['b/1', ['blue', 'new'], { price: 20.5, language: 'DE', date: '2025-12-31' }],
      ['b/2', [], { price: '10', language: 'x'.repeat(300) }],
    ];
    for (const [at, [id, keywords, metadata]] of references.entries())
      await engine.add(id, 30 + at, { keywords, metadata: JSON.stringify(metadata) });
    return engine;
  };
  const cases: readonly [Readonly<Record<string, string>>, readonly string[]][] = [
    [{}, ['a/1', 'a/2', 'b/1', 'b/2']],
    [{ keywords: 'red' }, ['a/1', 'a/2']],
    [{ anyKeywords: 'blue' }, ['b/1']],
    [{ noKeywords: 'red' }, ['b/1', 'b/2']],
    [{ keywords: 'new', noKeywords: 'blue' }, ['a/1']],
    [{ idPrefix: 'b/' }, ['b/1', 'b/2']],
    [{ metadata: '{"language":"de"}' }, ['a/1']],
    [{ metadata: '{"language":["de","DE"]}' }, ['a/1', 'b/1']],
    [{ metadata: '{"price":10}' }, ['a/2']],
    [{ metadata: '{"price":"10"}' }, ['b/2']],
    [{ metadata: '{"price":{"from":5,"below":20.5}}' }, ['a/1', 'a/2']],
    [{ metadata: '{"price":{"above":5,"to":20.5}}' }, ['a/2', 'b/1']],
    [{ metadata: '{"date":{"from":"2026"}}' }, ['a/1', 'a/2']],
    [{ metadata: '{"date":{"below":"2026-02-01","above":"2025-12-31"}}' }, ['a/1']],
    [{ metadata: '{"isSold":true}' }, ['a/1']],
    [{ metadata: '{"isSold":[false,true]}' }, ['a/1', 'a/2']],
    [{ metadata: '{"isSold":false,"price":10}', idPrefix: 'a' }, ['a/2']],
    [{ metadata: '{"absent":1}' }, []],
  ];

  it('narrow a list, page after page', async () => {
    const engine = await catalog();
    for (const [query, ids] of cases) {
      expect({ query, ids: await engine.listed(query) }).toEqual({ query, ids });
      const first = await engine.send('GET', `references?${new URLSearchParams({ ...query, first: '1' })}`);
      const { endCursor, hasNextPage } = first.body['pageInfo'] as Record<string, string | null | boolean>;
      expect(hasNextPage).toBe(ids.length > 1);
      if (endCursor !== null)
        expect(await engine.listed({ ...query, after: String(endCursor) })).toEqual(ids.slice(1));
    }
  });

  it('narrow searches by a picture, by look and without one', async () => {
    const [engine, looks] = [await catalog(), await catalog('similarity')];
    for (const [query, ids] of cases.slice(1)) {
      expect({ query, ids: await engine.found(query) }).toEqual({ query, ids });
      for (const [at, id] of ['a/1', 'a/2', 'b/1', 'b/2'].entries()) {
        const found = await engine.found({ ...query, secondTry: 'false' }, 30 + at);
        expect({ query, id, found }).toEqual({ query, id, found: ids.includes(id) ? [id] : [] });
      }
      const ranked = await looks.search(query, 30);
      expect({ query, total: ranked.body['total'] }).toEqual({ query, total: ids.length });
    }
  });

  it('narrow the lists and searches of GraphQL alike, with a count', async () => {
    const { organization, application } = await seed(loupe)
      .organization()
      .then(async (made) => ({ organization: made, application: await made.application() }));
    const engine = engineOf(application);
    await engine.add('one', 1, { metadata: '{"price":1}' });
    await engine.add('two', 2, { metadata: '{"price":2}', keywords: 'k' });
    const { token } = await organization.user();
    const graphql = new GraphqlClient(loupe.url, { Authorization: `Bearer ${token}` });
    const listed = await graphql.run(
      `query ($id: ID!, $metadata: JSONObject) { application(id: $id) {
        references(metadata: $metadata) { totalCount nodes { id metadata recognitionCount recognizedAt } } } }`,
      { id: application.id, metadata: { price: { from: 2 } } },
    );
    expect(listed).toMatchObject({
      data: {
        application: {
          references: {
            totalCount: 1,
            nodes: [{ id: 'two', metadata: { price: 2 }, recognitionCount: 0, recognizedAt: null }],
          },
        },
      },
    });
    const changed = await graphql.run(
      `mutation ($id: ID!, $metadata: JSONObject) {
        setReferenceMetadata(input: { applicationId: $id, id: "one", metadata: $metadata }) {
          ... on Reference { metadata } ... on Problem { message } } }`,
      { id: application.id, metadata: { price: 3 } },
    );
    expect(changed).toMatchObject({ data: { setReferenceMetadata: { metadata: { price: 3 } } } });
    const searched = await graphql.run(
      `query ($id: ID!) { searchReferences(input: { applicationId: $id, noKeywords: ["k"], metadata: { price: 3 } }) {
        ... on ReferenceSearchResult { hits { id metadata } } ... on Problem { message } } }`,
      { id: application.id },
    );
    expect(JSON.stringify(searched)).toContain('"id":"one"');
  });

  it.each([
    'price',
    '[]',
    '"de"',
    '{"price":null}',
    '{"price":[]}',
    '{"price":[null]}',
    '{"price":{}}',
    '{"price":{"min":1}}',
    '{"price":{"from":1,"to":"2"}}',
    '{"price":{"from":true}}',
    '{"price":{"from":[1]}}',
    '{"price":1e999}',
    '{"":1}',
    JSON.stringify({ text: 'x'.repeat(256) }),
  ])('are refused when the metadata is %s', async (metadata) => {
    const engine = await newEngine();
    const query = new URLSearchParams({ metadata });
    for (const refused of [
      await engine.send('GET', `references?${query}`),
      await engine.search({ metadata }, 1),
    ])
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
  });

  it('never see references of another application', async () => {
    const [mine, other] = [await newEngine(), await newEngine()];
    await other.add('theirs', 1, { metadata: '{"a":1}', keywords: 'k' });
    const queries: readonly Readonly<Record<string, string>>[] = [
      { metadata: '{"a":1}' },
      { anyKeywords: 'k' },
      { noKeywords: 'x' },
    ];
    for (const query of queries) {
      expect(await mine.listed(query)).toEqual([]);
      expect(await mine.found(query)).toEqual([]);
    }
  });
});
