/** Management of the engine's applications. */
import type { Target } from '../target.js';
import { askedBoth, graphql, rest, RESULT, type SentFile } from '../row.js';
import { upload } from './upload.js';
import { makeReference } from '../fresh.js';
import { makeApplication } from '../world.js';

const BASE = '/api/v3/engine/applications';
const at = (t: Target, rest: string) => `${BASE}/${t.applicationId}${rest}`;
const inReference = (t: Target) => at(t, `/references/${t.referenceId}`);

/** The application matches and has no colors: a caller that gets this error was admitted. */
const ofAnotherKind = { accepts: [400] };

/** Calls that a token opens; those with a key of the application have tests of their own. */
export const engineRows = (picture: SentFile) => [
  rest(`GET ${BASE}`, 'ownAdministrator', () => BASE),
  rest(`POST ${BASE}`, 'administrator', (t) => ({
    path: BASE,
    json: { kind: 'mobile', organizationId: t.organizationId },
  })),
  rest(`GET ${BASE}/:id`, 'administrator', (t) => at(t, '')),
  rest(`PATCH ${BASE}/:id`, 'administrator', (t) => ({ path: at(t, ''), json: { name: 'x' } })),
  rest(`DELETE ${BASE}/:id`, 'administrator', (t) => at(t, ''), { fresh: makeApplication }),
  rest(`POST ${BASE}/:id/keys`, 'administrator', (t) => ({ path: at(t, '/keys'), json: {} }), {
    fresh: makeApplication,
  }),
  ...['counters', 'counts', 'references'].map((name) =>
    rest(`GET ${BASE}/:id/${name}`, 'administrator', (t) => at(t, `/${name}`)),
  ),
  rest(
    `POST ${BASE}/:id/references`,
    'administrator',
    (t) => ({ path: at(t, '/references?imageId=another'), form: { image: picture } }),
    { fresh: makeReference },
  ),
  rest(`GET ${BASE}/:id/references/:imageId`, 'administrator', inReference),
  rest(
    `PATCH ${BASE}/:id/references/:imageId`,
    'administrator',
    (t) => ({ path: inReference(t), json: { keywords: ['x'] } }),
    { fresh: makeReference },
  ),
  rest(`DELETE ${BASE}/:id/references/:imageId`, 'administrator', inReference, { fresh: makeReference }),
  rest(`POST ${BASE}/:id/imports/:importId/cancellation`, 'administrator', (t) => ({
    path: at(t, `/imports/${t.importId}/cancellation`),
  })),
  rest(`GET ${BASE}/:id/duplicates`, 'administrator', (t) => ({ path: at(t, '/duplicates') })),
  rest(
    `POST ${BASE}/:id/activations`,
    'administrator',
    (t) => ({ path: at(t, '/activations'), json: { imageIds: [t.referenceId], isActive: false } }),
    { fresh: makeReference },
  ),
  rest(
    `POST ${BASE}/:id/deletions`,
    'administrator',
    (t) => ({ path: at(t, '/deletions'), json: { imageIds: [t.referenceId] } }),
    { fresh: makeReference },
  ),
  rest(
    `POST ${BASE}/:id/imports`,
    'administrator',
    (t) => ({ path: at(t, '/imports'), form: { zip: picture } }),
    {
      // A picture is no ZIP: a caller that gets this error was admitted.
      accepts: [415],
    },
  ),
  rest(`GET ${BASE}/:id/imports`, 'administrator', (t) => at(t, '/imports')),
  rest(`GET ${BASE}/:id/imports/:importId`, 'administrator', (t) => at(t, `/imports/${t.importId}`)),
  rest(`GET ${BASE}/:id/imports/:importId/lines`, 'administrator', (t) =>
    at(t, `/imports/${t.importId}/lines`),
  ),
  rest(`POST ${BASE}/:id/search`, 'administrator', (t) => ({
    path: at(t, '/search'),
    form: { image: picture },
  })),
  rest(`POST ${BASE}/:id/explain`, 'administrator', (t) => ({
    path: at(t, `/explain?imageId=${t.referenceId}`),
    form: { image: picture },
  })),
  rest(`POST ${BASE}/:id/compare`, 'administrator', (t) => ({
    path: at(t, '/compare'),
    form: { reference: picture, query: picture },
  })),
  rest(`POST ${BASE}/:id/extract`, 'administrator', (t) => ({
    path: at(t, '/extract'),
    form: { image: picture },
  })),
  rest(`GET ${BASE}/:id/references/:imageId/dna`, 'administrator', (t) => `${inReference(t)}/dna`),
  rest(
    `GET ${BASE}/:id/references/:imageId/colors`,
    'administrator',
    (t) => `${inReference(t)}/colors`,
    ofAnotherKind,
  ),
  rest(
    `POST ${BASE}/:id/colors`,
    'administrator',
    (t) => ({ path: at(t, '/colors'), form: { image: picture } }),
    ofAnotherKind,
  ),
  rest(
    `POST ${BASE}/:id/palette`,
    'administrator',
    (t) => ({ path: at(t, '/palette'), json: {} }),
    ofAnotherKind,
  ),
  ...graphqlRows(picture),
];

const ID = '($id: ID!)';
const graphqlRows = (picture: SentFile) => [
  graphql(
    'Query.applications',
    'ownAdministrator',
    '{ applications { totalCount edges { node { id modifyKey } } } }',
  ),
  graphql(
    'Query.application',
    'administrator',
    `
      ${ID}
      {
        application(id: $id) {
          id
          modifyKey
          referenceCount
          keepsThumbnails
          references {
            edges {
              node {
                id
                thumbnailUrl
              }
            }
          }
          months {
            month
          }
        }
      }
    `,
    (t) => ({ id: t.applicationId }),
  ),
  graphql(
    'Subscription.duplicateCheck',
    'administrator',
    '($id: ID!) { duplicateCheck(applicationId: $id) { checked total result { reference { id } nearDuplicates { id } } } }',
    (t) => ({ id: t.applicationId }),
  ),
  graphql(
    'Mutation.createApplication',
    'administrator',
    `${ID} { createApplication(input: { kind: MOBILE, organizationId: $id }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Mutation.updateApplication',
    'administrator',
    `${ID} { updateApplication(input: { id: $id, patch: { name: "x", keepsThumbnails: false } }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    { fresh: makeApplication },
  ),
  ...['rotateApplicationKeys', 'deleteApplication'].map((name) =>
    graphql(
      `Mutation.${name}`,
      'administrator',
      `${ID} { ${name}(input: { id: $id }) ${RESULT} }`,
      (t) => ({ id: t.applicationId }),
      { fresh: makeApplication },
    ),
  ),
  graphql(
    'Mutation.addReference',
    'administrator',
    `($id: ID!, $image: Upload!) { addReference(input: { applicationId: $id, id: "one more", image: $image }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    { fresh: makeReference, ...upload(picture, 'image') },
  ),
  graphql(
    'Mutation.setReferenceKeywords',
    'administrator',
    `($id: ID!, $name: ID!) { setReferenceKeywords(input: { applicationId: $id, id: $name, keywords: ["x"] }) ${RESULT} }`,
    (t) => ({ id: t.applicationId, name: t.referenceId }),
    { fresh: makeReference },
  ),
  graphql(
    'Mutation.cancelReferenceImport',
    'administrator',
    `($id: ID!, $import: ID!) { cancelReferenceImport(input: { applicationId: $id, id: $import }) ${RESULT} }`,
    (t) => ({ id: t.applicationId, import: t.importId }),
  ),
  graphql(
    'Mutation.setReferenceMetadata',
    'administrator',
    `($id: ID!, $name: ID!) { setReferenceMetadata(input: { applicationId: $id, id: $name, metadata: { a: 1 } }) ${RESULT} }`,
    (t) => ({ id: t.applicationId, name: t.referenceId }),
    { fresh: makeReference },
  ),
  graphql(
    'Mutation.setReferencesActive',
    'administrator',
    `($id: ID!, $name: ID!) { setReferencesActive(input: { applicationId: $id, ids: [$name], isActive: false }) ${RESULT} }`,
    (t) => ({ id: t.applicationId, name: t.referenceId }),
    { fresh: makeReference },
  ),
  graphql(
    'Mutation.deleteReferences',
    'administrator',
    `($id: ID!, $name: ID!) { deleteReferences(input: { applicationId: $id, ids: [$name] }) ${RESULT} }`,
    (t) => ({ id: t.applicationId, name: t.referenceId }),
    { fresh: makeReference },
  ),
  graphql(
    'Mutation.importReferences',
    'administrator',
    `($id: ID!, $zip: Upload!) { importReferences(input: { applicationId: $id, zip: $zip }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    // A picture is no ZIP: a caller that gets this error was admitted.
    { accepts: ['UNSUPPORTED_MEDIA'], ...upload(picture, 'zip') },
  ),
  ...askedBoth(
    'searchReferences',
    'administrator',
    `($id: ID!, $image: Upload) { searchReferences(input: { applicationId: $id, image: $image }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    upload(picture, 'image'),
  ),
  ...askedBoth(
    'explainMatch',
    'administrator',
    `($id: ID!, $name: ID!, $image: Upload!) { explainMatch(input: { applicationId: $id, referenceId: $name, image: $image }) ${RESULT} }`,
    (t) => ({ id: t.applicationId, name: t.referenceId }),
    upload(picture, 'image'),
  ),
  graphql(
    'Mutation.describePicture',
    'administrator',
    `($id: ID!, $image: Upload!) { describePicture(input: { applicationId: $id, image: $image }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    upload(picture, 'image'),
  ),
  ...askedBoth(
    'pictureColors',
    'administrator',
    `($id: ID!, $image: Upload!) { pictureColors(input: { applicationId: $id, image: $image }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    { accepts: ['COLORS_BY_UPLOAD_NOT_AVAILABLE'], ...upload(picture, 'image') },
  ),
  ...askedBoth(
    'comparePictures',
    'administrator',
    `($id: ID!, $a: Upload!, $b: Upload!) { comparePictures(input: { applicationId: $id, reference: $a, query: $b }) ${RESULT} }`,
    (t) => ({ id: t.applicationId }),
    upload(picture, 'a', 'b'),
  ),
];
