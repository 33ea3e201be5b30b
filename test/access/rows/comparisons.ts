/** Comparisons of pictures and PDFs, and the links that show them. */
import { graphql, RESULT, type SentFile } from '../row.js';
import { makeComparisonLink } from '../links.js';
import { upload } from './upload.js';

export const comparisonRows = (picture: SentFile) => [
  graphql(
    'Mutation.compare',
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
    'Mutation.writeComparisonReport',
    'reader',
    `($id: ID!) { writeComparisonReport(input: { keptId: $id, format: Html }) ${RESULT} }`,
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
];
