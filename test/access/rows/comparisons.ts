/** Comparisons of pictures and PDFs, and the links that show them. */
import { askedBoth, graphql, peopleAlone, rest, RESULT, type SentFile } from '../row.js';
import { makeComparisonLink } from '../links.js';
import { upload } from './upload.js';

export const comparisonRows = (picture: SentFile) => [
  ...askedBoth(
    'compare',
    'reader',
    `($id: ID!, $a: Upload!) { compare(input: { reference: { imageId: $id }, query: { file: $a } }) ${RESULT} }`,
    (t) => ({ id: t.imageId }),
    upload(picture, 'a'),
  ),
  // Pictures are no PDFs: a caller that gets this error was admitted.
  graphql(
    'Mutation.comparePdfs',
    'user',
    `($a: Upload!, $b: Upload!) { comparePdfs(input: { reference: $a, query: $b }) ${RESULT} }`,
    () => ({}),
    { accepts: ['UNSUPPORTED_MEDIA'], ...upload(picture, 'a', 'b') },
  ),
  graphql(
    'Query.drawPdfPage',
    'user',
    `($a: Upload!) { drawPdfPage(input: { file: $a, page: 1 }) ${RESULT} }`,
    () => ({}),
    { accepts: ['UNSUPPORTED_MEDIA'], ...upload(picture, 'a') },
  ),
  graphql(
    'Mutation.writeComparisonReport',
    'reader',
    `($id: ID!) { writeComparisonReport(input: { keptId: $id, format: HTML }) ${RESULT} }`,
    (t) => ({ id: t.keptComparisonId }),
  ),
  graphql(
    'Mutation.createComparisonLink',
    'writer',
    `($id: ID!) { createComparisonLink(input: { keptId: $id }) ${RESULT} }`,
    (t) => ({ id: t.keptComparisonId }),
  ),
  graphql(
    'Mutation.revokeComparisonLink',
    'writer',
    `($id: ID!) { revokeComparisonLink(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.comparisonLinkId }),
    {
      fresh: async (world) => ({
        comparisonLinkId: await makeComparisonLink(world, world.target.keptComparisonId),
      }),
    },
  ),
  graphql(
    'Query.sharedComparison',
    'anybody',
    '{ sharedComparison(code: "nothing at all") { referenceName } }',
    undefined,
    // An unknown code is no element of anybody.
    { accepts: ['NOT_FOUND'] },
  ),
  graphql(
    'Mutation.decideComparison',
    'writer',
    `($id: ID!) { decideComparison(input: { keptId: $id, decisions: [] }) ${RESULT} }`,
    (t) => ({ id: t.keptComparisonId }),
  ),
  graphql(
    'Mutation.approveComparison',
    'writer',
    `($id: ID!) { approveComparison(input: { keptId: $id }) ${RESULT} }`,
    (t) => ({ id: t.keptComparisonId }),
    { but: peopleAlone('forbidden') },
  ),
  graphql(
    'Mutation.saveComparisonProfile',
    'writer',
    `($id: ID!) { saveComparisonProfile(input: { organizationId: $id, name: "Posters" }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Mutation.deleteComparisonProfile',
    'writer',
    `($id: ID!) { deleteComparisonProfile(input: { organizationId: $id, name: "Posters" }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
    // Of no such name: a caller that gets this error was admitted.
    { accepts: ['BAD_USER_INPUT'] },
  ),
  graphql(
    'Query.sharedApproval',
    'anybody',
    '{ sharedApproval(code: "nothing at all") { approval { id } } }',
    undefined,
    // An unknown code is no element of anybody.
    { accepts: ['NOT_FOUND'] },
  ),
  // Pictures are no PDFs: a caller that gets this error was admitted.
  rest(
    'POST /services/Comparisons',
    'user',
    () => ({ path: '/services/Comparisons', form: { reference: picture, query: picture } }),
    { accepts: [415] },
  ),
  rest(
    'GET /services/Comparisons/Report',
    'reader',
    (t) => `/services/Comparisons/Report?comparisonId=${t.keptComparisonId}`,
  ),
  rest('GET /services/Comparisons/:id', 'reader', (t) => `/services/Comparisons/${t.keptComparisonId}`),
  rest('PUT /services/Comparisons/:id/Decisions', 'writer', (t) => ({
    path: `/services/Comparisons/${t.keptComparisonId}/Decisions`,
    json: { Decisions: [] },
  })),
  rest(
    'POST /services/Comparisons/:id/Approval',
    'writer',
    (t) => ({ path: `/services/Comparisons/${t.keptComparisonId}/Approval`, json: {} }),
    { but: peopleAlone('forbidden') },
  ),
  rest('GET /services/Approvals', 'reader', (t) => `/services/Approvals?organizationId=${t.organizationId}`),
  rest(
    'GET /services/Approvals/Report',
    'reader',
    (t) => `/services/Approvals/Report?approvalId=${t.approvalId}`,
  ),
  rest('GET /services/Approvals/:id', 'reader', (t) => `/services/Approvals/${t.approvalId}`),
  rest(
    'GET /services/ComparisonProfiles',
    'reader',
    (t) => `/services/ComparisonProfiles?organizationId=${t.organizationId}`,
  ),
  rest('PUT /services/ComparisonProfiles', 'writer', (t) => ({
    path: '/services/ComparisonProfiles',
    json: { OrganizationId: t.organizationId, Name: 'Leaflets' },
  })),
  rest(
    'DELETE /services/ComparisonProfiles',
    'writer',
    (t) => `/services/ComparisonProfiles?organizationId=${t.organizationId}&name=Leaflets`,
    // Of no such name: a caller that gets this error was admitted.
    { accepts: [400] },
  ),
];
