/** Signatures instead of pictures, and colors, over GraphQL. */
import { expect, test } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { changedPicture, jpegPicture } from '../../kit/pictures.js';
import { engineOverGraphql, PROBLEM } from './engine-support.js';

interface Hit {
  readonly id: string;
  readonly distance: number;
}

const { run, upload, newApplication, client } = engineOverGraphql();

test('a signature made to search by finds what its picture finds, as near as that', async () => {
  const app = await newApplication('MEDIA');
  const add = `mutation ($app: ID!, $image: Upload!) {
    addReference(input: { applicationId: $app, id: "a", image: $image }) { ... on AddedReference { reference { id } } ${PROBLEM} }
  }`;
  await upload(add, { app }, { image: await jpegPicture(8) });
  const image = await changedPicture(8);
  const hits = '... on ReferenceSearchResult { hits { id distance } }';
  const byImage = await upload(
    `mutation ($app: ID!, $image: Upload!) {
      searchReferences(input: { applicationId: $app, image: $image }) { ${hits} ${PROBLEM} }
    }`,
    { app },
    { image },
  );
  const described = await upload(
    `mutation ($app: ID!, $image: Upload!) {
      describePicture(input: { applicationId: $app, image: $image, role: QUERY }) {
        ... on PictureDescription { dna }
        ${PROBLEM}
      }
    }`,
    { app },
    { image },
  );
  const dna = textMember(memberOf(described, 'describePicture'), 'dna');
  const byDna = await run(
    `mutation ($app: ID!, $dna: String!) {
      searchReferences(input: { applicationId: $app, dna: $dna }) { ${hits} ${PROBLEM} }
    }`,
    { app, dna },
  );
  const bestOf = (found: unknown) =>
    elementsOf(memberOf(memberOf(found, 'searchReferences'), 'hits'))[0] as Hit;
  const dnaHit = bestOf(byDna);
  const imageHit = bestOf(byImage);
  expect([dnaHit.id, imageHit.id]).toEqual(['a', 'a']);
  expect(dnaHit.distance).toBeCloseTo(imageHit.distance, 2);
});

test('applications take and give signatures instead of pictures, and return colors and palettes', async () => {
  const app = await newApplication('COLOR');
  const image = await jpegPicture(8);
  const described = await upload(
    `mutation ($app: ID!, $image: Upload!) {
      describePicture(input: { applicationId: $app, image: $image }) {
        ... on PictureDescription { dna keypointCount grade gradeReason isRecognizable }
        ${PROBLEM}
      }
    }`,
    { app },
    { image },
  );
  const dna = textMember(memberOf(described, 'describePicture'), 'dna');
  expect(described).toMatchObject({ describePicture: { grade: 5, isRecognizable: true } });
  const byDna = await run(
    `mutation ($app: ID!, $dna: String!) {
      addReference(input: { applicationId: $app, id: "a", dna: $dna, keywords: ["k"] }) {
        ... on AddedReference { reference { id } }
        ${PROBLEM}
      }
      searchReferences(input: { applicationId: $app, dna: $dna }) {
        ... on ReferenceSearchResult { total hits { id distance } }
        ${PROBLEM}
      }
      neither: addReference(input: { applicationId: $app, id: "b" }) { ${PROBLEM} }
      both: searchReferences(input: { applicationId: $app, dna: $dna, colors: ["112233"] }) { ${PROBLEM} }
    }`,
    { app, dna },
  );
  expect(byDna).toEqual({
    addReference: { reference: { id: 'a' } },
    searchReferences: { total: 1, hits: [{ id: 'a', distance: expect.any(Number) }] },
    neither: { code: 'NEITHER_IMAGE_NOR_DNA', message: expect.any(String) },
    both: { code: 'BAD_USER_INPUT', message: expect.any(String) },
  });
  const COLORS = '{ hex percentage }';
  const told = await run(
    `query ($app: ID!) {
      application(id: $app) {
        referenceDna(id: "a") referenceColors(id: "a") ${COLORS}
        palette(mostColors: 3, keywords: ["k"]) { hex pictureCount }
        nobody: palette(ids: ["z"]) { hex }
      }
    }`,
    { app },
  );
  const application = memberOf(told, 'application');
  expect(application).toMatchObject({ referenceDna: dna, nobody: [] });
  const uploaded = await upload(
    `mutation ($app: ID!, $image: Upload!) {
      pictureColors(input: { applicationId: $app, image: $image }) { ... on PictureColors { colors ${COLORS} } ${PROBLEM} }
    }`,
    { app },
    { image },
  );
  expect(memberOf(memberOf(uploaded, 'pictureColors'), 'colors')).toEqual(
    memberOf(application, 'referenceColors'),
  );
  expect(elementsOf(memberOf(application, 'palette'))[0]).toMatchObject({ pictureCount: 1 });
  const other = await newApplication('MOBILE');
  const { errors } = await client().run('query ($app: ID!) { application(id: $app) { palette { hex } } }', {
    app: other,
  });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'PALETTE_NOT_AVAILABLE' });
});

test('colors asked of an application of another kind are a problem with its reason', async () => {
  const app = await newApplication('MOBILE');
  const answer = await upload(
    `mutation ($app: ID!, $image: Upload!) {
      pictureColors(input: { applicationId: $app, image: $image }) { __typename ${PROBLEM} }
    }`,
    { app },
    { image: await jpegPicture(8) },
  );
  expect(answer).toMatchObject({
    pictureColors: { __typename: 'ValidationProblem', code: 'COLORS_BY_UPLOAD_NOT_AVAILABLE' },
  });
});
