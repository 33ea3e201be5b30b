/** Comments, and who has a document open. */
import { makeThread } from '../comments.js';
import { graphql, peopleAlone, RESULT, type RowOptions } from '../row.js';
import type { Target } from '../target.js';

const thread = (t: Target) => ({ id: t.threadId });
/** The administrator wrote it; the tokens are theirs. */
const own: RowOptions = {
  but: {
    editor: 'forbidden',
    viewer: 'forbidden',
    parentAdministrator: 'forbidden',
    readingMachine: 'ok',
    writingMachine: 'ok',
  },
};

export const commentRows = [
  graphql(
    'Mutation.createComment',
    'reader',
    `($id: ID!, $element: ID!) { createComment(input: { documentId: $id, elementId: $element, text: "x" }) ${RESULT} }`,
    (t) => ({ id: t.documentId, element: t.zoneId }),
  ),
  graphql(
    'Mutation.replyToComment',
    'reader',
    `($id: ID!) { replyToComment(input: { threadId: $id, text: "x" }) ${RESULT} }`,
    thread,
  ),
  graphql(
    'Mutation.updateComment',
    'reader',
    `($id: ID!) { updateComment(input: { id: $id, text: "x" }) ${RESULT} }`,
    thread,
    own,
  ),
  graphql(
    'Mutation.deleteComment',
    'reader',
    `($id: ID!) { deleteComment(input: { id: $id }) ${RESULT} }`,
    thread,
    { ...own, fresh: async (world) => ({ threadId: await makeThread(world, world.target.documentId) }) },
  ),
  graphql(
    'Mutation.resolveComment',
    'reader',
    `($id: ID!) { resolveComment(input: { threadId: $id }) ${RESULT} }`,
    thread,
  ),
  graphql(
    'Mutation.reopenComment',
    'reader',
    `($id: ID!) { reopenComment(input: { threadId: $id }) ${RESULT} }`,
    thread,
  ),
  graphql(
    'Subscription.documentActivity',
    'reader',
    '($id: ID!) { documentActivity(id: $id) { openCommentCount people { name } } }',
    (t) => ({ id: t.documentId }),
  ),
  // Those who have the code of a link may; nobody has this one.
  graphql(
    'Mutation.joinSharedPreview',
    'anybody',
    `{ joinSharedPreview(input: { code: "nothing at all", name: "x" }) ${RESULT} }`,
    () => ({}),
    { accepts: ['NOT_FOUND'] },
  ),
  graphql(
    'Mutation.commentOnSharedPreview',
    'anybody',
    `($id: ID!) { commentOnSharedPreview(input: { code: "nothing at all", guestKey: "x", text: "x", elementId: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
    { accepts: ['NOT_FOUND'] },
  ),
  graphql(
    'Mutation.replyOnSharedPreview',
    'anybody',
    `($id: ID!) { replyOnSharedPreview(input: { code: "nothing at all", guestKey: "x", text: "x", threadId: $id }) ${RESULT} }`,
    thread,
    { accepts: ['NOT_FOUND'] },
  ),
  graphql(
    'Mutation.updateMailChoice',
    'user',
    `{ updateMailChoice(input: { aboutComments: true }) ${RESULT} }`,
    () => ({}),
    { but: peopleAlone('forbidden') },
  ),
];
