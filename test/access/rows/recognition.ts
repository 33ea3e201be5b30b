/** Scans, clicks and pictures. */
import { askedBoth, graphql, rest, RESULT, type SentFile } from '../row.js';
import { deviceHeaders as headers } from '../target.js';
import { makePicture } from '../world.js';

/** @param picture the picture that the target's zone is cut out of, and the target's picture */
export const recognitionRows = (picture: SentFile) => [
  graphql(
    'Mutation.recognize',
    'keyHolderOrNothing',
    `($photo: Upload!) { recognize(input: { photo: $photo, languageCode: "en-US" }) {
      __typename ... on EnrichedImage { title actions { name } } ... on Problem { code message }
    } }`,
    undefined,
    { files: () => ({ photo: picture }), but: { publishableKey: 'ok' } },
  ),
  graphql(
    'Mutation.recognizeById',
    'keyHolder',
    `($id: ID!) { recognizeById(input: { id: $id }) {
      __typename ... on EnrichedImage { title data actions { name } } ... on Problem { code message }
    } }`,
    (t) => ({ id: t.zoneId }),
  ),
  ...askedBoth(
    'tryRecognition',
    'reader',
    `($id: ID!, $photo: Upload!) { tryRecognition(input: { organizationId: $id, photo: $photo }) {
      __typename
      ... on RecognitionTrial { answer { title } candidates { element { name } picture { name } } }
      ... on Problem { code message }
    } }`,
    (t) => ({ id: t.organizationId }),
    { files: () => ({ photo: picture }) },
  ),
  graphql(
    'Mutation.recordClick',
    'keyHolder',
    `($id: ID!) { recordClick(input: { actionId: $id, sessionId: "s" }) ${RESULT} }`,
    (t) => ({ id: t.actionId }),
    { but: { publishableKey: 'ok' } },
  ),

  graphql('Query.publisher', 'anyKeyHolder', '{ publisher { name logoUrl } }', undefined, {
    but: { publishableKey: 'ok' },
  }),

  graphql('Query.picture', 'reader', '($id: ID!) { picture(id: $id) { name data keywords } }', (t) => ({
    id: t.pictureId,
  })),
  graphql(
    'Query.picturesOfLikeColor',
    'keyHolder',
    '($id: ID!) { picturesOfLikeColor(pictureId: $id) { pictures { name data } } }',
    (t) => ({ id: t.pictureId }),
  ),
  ...askedBoth(
    'searchPictures',
    'anyKeyHolder',
    `($photo: Upload!) { searchPictures(input: { photo: $photo }) {
      __typename ... on PictureSearchResult { pictures { name data } } ... on Problem { code message }
    } }`,
    undefined,
    { files: () => ({ photo: picture }) },
  ),
  ...askedBoth(
    'searchPictures',
    'reader',
    `($id: ID!, $photo: Upload!) { searchPictures(input: { organizationId: $id, photo: $photo }) {
      __typename ... on PictureSearchResult { pictures { name data } } ... on Problem { code message }
    } }`,
    (t) => ({ id: t.organizationId }),
    { files: () => ({ photo: picture }) },
  ),
  graphql(
    'Query.picturesOfLikeColor',
    'reader',
    '($id: ID!, $at: ID!) { picturesOfLikeColor(pictureId: $id, organizationId: $at) { pictures { name data } } }',
    (t) => ({ id: t.pictureId, at: t.organizationId }),
  ),
  graphql(
    'Query.picturesByColors',
    'reader',
    '($id: ID!) { picturesByColors(organizationId: $id, colors: ["FF6633"]) { pictures { name data } } }',
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Query.picturesByColors',
    'anyKeyHolder',
    '{ picturesByColors(colors: ["FF6633"]) { pictures { name data } } }',
  ),
  graphql(
    'Query.picture',
    'reader',
    '($id: ID!) { picture(id: $id) { colors { hex percentage } } }',
    (t) => ({ id: t.pictureId }),
  ),
  graphql(
    'Mutation.createPicture',
    'writer',
    `($id: ID!, $file: Upload!) {
      createPicture(input: { organizationId: $id, name: "x", file: $file }) ${RESULT}
    }`,
    (t) => ({ id: t.organizationId }),
    { files: () => ({ file: picture }) },
  ),
  graphql(
    'Mutation.updatePicture',
    'writer',
    `($id: ID!) { updatePicture(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({ id: t.pictureId }),
  ),
  graphql(
    'Mutation.deletePicture',
    'writer',
    `($id: ID!) { deletePicture(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.pictureId }),
    { fresh: async (world) => ({ pictureId: await makePicture(world) }) },
  ),

  rest('POST /api/EnrichedImages', 'anyKeyHolder', () => ({
    path: '/api/EnrichedImages',
    headers,
    form: { query: { Language: 'en-US' }, file: picture },
  })),
  rest('GET /api/EnrichedImages/:id?', 'keyHolder', (t) => ({
    path: `/api/EnrichedImages/${t.zoneId}`,
    headers,
  })),
  rest('PUT /api/Clicks/:id?', 'keyHolder', (t) => ({ path: `/api/clicks?actionId=${t.actionId}`, headers })),

  rest('POST /api/Pictures', 'writer', (t) => ({
    path: '/api/Pictures',
    form: { picture: { Name: 'x', OrganizationId: t.organizationId }, file: picture },
  })),
  rest('POST /api/Pictures/Search', 'anyKeyHolder', () => ({
    path: '/api/Pictures/Search',
    headers,
    form: { query: {}, file: picture },
  })),
  rest('GET /api/Pictures/:id?', 'reader', (t) => `/api/Pictures/${t.pictureId}`),
  rest('GET /api/Pictures/:id?', 'reader', (t) => `/api/Pictures?organizationId=${t.organizationId}`),
  rest('PUT /api/Pictures/:id?', 'writer', (t) => ({
    path: '/api/Pictures',
    json: { Id: t.pictureId, Name: 'x' },
  })),
  rest('PATCH /api/Pictures/:id?', 'writer', (t) => ({
    path: '/api/Pictures',
    json: { Id: t.pictureId, Name: 'x' },
  })),
  rest('DELETE /api/Pictures/:id?', 'writer', (t) => `/api/Pictures/${t.pictureId}`, {
    fresh: async (world) => ({ pictureId: await makePicture(world) }),
  }),
];
