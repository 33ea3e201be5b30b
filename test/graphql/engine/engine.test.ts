import { describe, expect, test } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { zipOf } from '../../kit/files/zips.js';
import { engineOverGraphql, PROBLEM } from './engine-support.js';
import { eventsOf } from '../support.js';

const { run, upload, newApplication, client, loupe } = engineOverGraphql();

const ADD = `mutation ($app: ID!, $id: ID!, $keywords: [String!], $more: Boolean, $image: Upload!) {
  addReference(input: { applicationId: $app, id: $id, keywords: $keywords, isAdditional: $more, image: $image }) {
    ... on AddedReference { reference { id grade keywords } imageCount nearDuplicates { id } }
    ${PROBLEM}
  }
}`;
const SEARCH = `mutation ($app: ID!, $image: Upload, $keywords: [String!]) {
  searchReferences(input: { applicationId: $app, image: $image, keywords: $keywords }) {
    ... on ReferenceSearchResult { total hits { id distance match { decision query { box { x y } } } } }
    ${PROBLEM}
  }
}`;

describe('applications of the engine over GraphQL', () => {
  test('are made, changed, listed by pages and deleted', async () => {
    const ids = [await newApplication('BRAND'), await newApplication('MEDIA'), await newApplication()];
    const [id] = ids;
    const changed = await run(
      `mutation ($id: ID!) {
        updateApplication(input: { id: $id, patch: { name: "Logos", isActive: false, settings: { resultCount: null } } }) {
          ... on Application { name isActive settings { resultCount } }
        }
        rotateApplicationKeys(input: { id: $id, modify: false }) { ... on Application { queryKey } }
      }`,
      { id },
    );
    expect(changed).toMatchObject({
      updateApplication: { name: 'Logos', isActive: false, settings: { resultCount: null } },
      rotateApplicationKeys: { queryKey: expect.stringMatching(/^\w{32}$/) },
    });
    const page = '{ totalCount pageInfo { endCursor hasNextPage } edges { node { id } } }';
    const first = memberOf(await run(`{ applications(first: 2) ${page} }`), 'applications');
    const cursor = textMember(memberOf(first, 'pageInfo'), 'endCursor');
    const rest = memberOf(
      await run(`query ($after: String) { applications(first: 2, after: $after) ${page} }`, {
        after: cursor,
      }),
      'applications',
    );
    const named = [first, rest].flatMap((part) => elementsOf(memberOf(part, 'edges')));
    expect(named.map((edge) => textMember(memberOf(edge, 'node'), 'id'))).toEqual(ids);
    expect(first).toMatchObject({ totalCount: 3 });
    const gone = await run(`mutation ($id: ID!) { deleteApplication(input: { id: $id }) { __typename } }`, {
      id,
    });
    expect(gone).toMatchObject({ deleteApplication: { __typename: 'Deleted' } });
    const again = await run(`mutation ($id: ID!) { deleteApplication(input: { id: $id }) { ${PROBLEM} } }`, {
      id,
    });
    expect(again).toMatchObject({ deleteApplication: { code: 'NOT_FOUND' } });
  });

  test('hold references that are added, tagged, listed, searched and deleted', async () => {
    const app = await newApplication();
    const image = await jpegPicture(1);
    const added = await upload(ADD, { app, id: 'a', keywords: ['red'] }, { image });
    expect(added).toMatchObject({ addReference: { reference: { id: 'a', grade: 5 }, imageCount: 1 } });
    const second = await upload(ADD, { app, id: 'a', more: true }, { image: await jpegPicture(2) });
    expect(second).toMatchObject({ addReference: { imageCount: 2, reference: { keywords: ['red'] } } });
    const near = await upload(ADD, { app, id: 'b' }, { image });
    expect(near).toMatchObject({ addReference: { nearDuplicates: [{ id: 'a' }] } });
    const wrong = await upload(ADD, { app, id: 'c', keywords: ['a;b'] }, { image });
    expect(wrong).toMatchObject({ addReference: { code: 'INVALID_KEYWORD' } });
    const found = await upload(SEARCH, { app, keywords: ['red'] }, { image });
    expect(found).toMatchObject({
      searchReferences: { total: 1, hits: [{ id: 'a', match: { decision: 'CLONE' } }] },
    });
    const listed = await run(
      `query ($app: ID!) {
        application(id: $app) {
          referenceCount imageCount
          references(first: 1) { totalCount pageInfo { hasNextPage } edges { node { id keywords } } }
          reference(id: "b") { id }
        }
      }`,
      { app },
    );
    expect(listed).toMatchObject({
      application: {
        referenceCount: 2,
        imageCount: 3,
        references: { totalCount: 2, pageInfo: { hasNextPage: true }, edges: [{ node: { id: 'a' } }] },
        reference: { id: 'b' },
      },
    });
    const filtered = await run(
      `query ($app: ID!) {
        application(id: $app) {
          begun: references(first: 9, idPrefix: "b") { totalCount edges { node { id } } }
          upper: references(first: 9, idPrefix: "B") { totalCount }
          off: references(first: 9, isActive: false) { totalCount edges { node { id } } }
          on: references(first: 1, isActive: true, idPrefix: "") { totalCount pageInfo { hasNextPage } }
        }
      }`,
      { app },
    );
    expect(filtered).toMatchObject({
      application: {
        begun: { totalCount: 1, edges: [{ node: { id: 'b' } }] },
        upper: { totalCount: 0 },
        off: { totalCount: 0, edges: [] },
        on: { totalCount: 2, pageInfo: { hasNextPage: true } },
      },
    });
    // Other servers write what they counted within seconds.
    const counted = `query ($app: ID!) { application(id: $app) { months { searches searchesWithResult imagesAdded } } }`;
    await expect
      .poll(() => run(counted, { app }))
      .toMatchObject({ application: { months: [{ searches: 1, searchesWithResult: 1, imagesAdded: 3 }] } });
    const changes = await run(
      `mutation ($app: ID!) {
        setReferenceKeywords(input: { applicationId: $app, id: "b", keywords: ["blue"] }) { ... on Reference { keywords } }
        deleteReferences(input: { applicationId: $app, ids: ["a", "z"] }) { ... on ReferenceDeletion { removed unknown } }
        searchReferences(input: { applicationId: $app, keywords: ["blue"] }) {
          ... on ReferenceSearchResult { hits { id } }
        }
      }`,
      { app },
    );
    expect(changes).toEqual({
      setReferenceKeywords: { keywords: ['blue'] },
      deleteReferences: { removed: ['a'], unknown: ['z'] },
      searchReferences: { hits: [{ id: 'b' }] },
    });
  });

  test('tell which references are nearly the same picture, reference by reference', async () => {
    const app = await newApplication();
    const image = await jpegPicture(71);
    await upload(ADD, { app, id: 'poster' }, { image: await jpegPicture(72) });
    await upload(ADD, { app, id: 'cover' }, { image });
    await upload(ADD, { app, id: 'many' }, { image: await jpegPicture(73) });
    await upload(ADD, { app, id: 'many', more: true }, { image });
    const steps = await eventsOf(
      loupe().url,
      client(),
      `subscription ($app: ID!) {
        duplicateCheck(applicationId: $app) { checked total result { reference { id } nearDuplicates { id } } }
      }`,
      { app },
    );
    const step = (checked: number, id: string, ...others: string[]) => {
      const nearDuplicates = others.map((other) => ({ id: other }));
      return {
        data: { duplicateCheck: { checked, total: 3, result: { reference: { id }, nearDuplicates } } },
      };
    };
    expect(steps).toEqual([step(1, 'poster'), step(2, 'cover', 'many'), step(3, 'many', 'cover')]);
  });

  test('take ZIPs, and explain and compare pictures', async () => {
    const app = await newApplication();
    const zip = await zipOf({ 'x.jpg': await jpegPicture(3), 'y.txt': Buffer.from('no picture') });
    const started = await upload(
      `mutation ($app: ID!, $zip: Upload!) {
        importReferences(input: { applicationId: $app, zip: $zip }) { ... on ReferenceImport { id state total } ${PROBLEM} }
      }`,
      { app },
      { zip },
    );
    const importId = textMember(memberOf(started, 'importReferences'), 'id');
    await loupe().app.services.referenceImports.ended({ id: app }, importId);
    const report = await run(
      `query ($app: ID!, $id: ID!) {
        application(id: $app) {
          referenceImport(id: $id) { state added refused progress lines { fileName code grade } }
        }
      }`,
      { app, id: importId },
    );
    expect(report).toMatchObject({
      application: {
        referenceImport: {
          state: 'DONE',
          added: 1,
          refused: 1,
          lines: [{ fileName: 'x.jpg', code: null }, { code: 'UNSUPPORTED_MEDIA' }],
        },
      },
    });
    const image = await jpegPicture(3);
    const explained = await upload(
      `mutation ($app: ID!, $image: Upload!) {
        explainMatch(input: { applicationId: $app, referenceId: "x.jpg", image: $image, secondTry: false }) {
          ... on MatchExplanation { match { decision } nearEquals { id distance } points { inQuery { x y } } overlay }
          ${PROBLEM}
        }
      }`,
      { app },
      { image },
    );
    expect(explained).toMatchObject({ explainMatch: { match: { decision: 'CLONE' }, nearEquals: [] } });
    expect(elementsOf(memberOf(memberOf(explained, 'explainMatch'), 'points')).length).toBeGreaterThan(20);
    const compared = await upload(
      `mutation ($app: ID!, $a: Upload!, $b: Upload!) {
        comparePictures(input: { applicationId: $app, reference: $a, query: $b, isFine: true, baseline: ORB }) {
          ... on PictureComparison { match { decision } lookDistance grade baseline { inlierCount queryFromReference } fine { score differenceCount } }
          ${PROBLEM}
        }
      }`,
      { app },
      { a: image, b: image },
    );
    expect(compared).toEqual({
      comparePictures: {
        match: { decision: 'CLONE' },
        lookDistance: 0,
        grade: 5,
        baseline: {
          inlierCount: expect.any(Number),
          queryFromReference: [1, 0, 0, 0, 1, 0, 0, 0, 1].map((entry) => expect.closeTo(entry, 2)),
        },
        fine: { score: 0, differenceCount: 0 },
      },
    });
  });
});
