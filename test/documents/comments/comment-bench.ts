/** Calls that the tests of comments share. */
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import type { DraftBench } from '../drafts/draft-bench.js';

const COMMENT = 'id text user isOwn isDeleted editedAt mentions { name }';
const THREAD = `id subject subjectName isGone element { id type name pageOrder } actionId languageCode
  positionXPercent positionYPercent isResolved resolvedBy comments { ${COMMENT} }`;

export function commentCalls(bench: DraftBench) {
  const call = (name: string, type: string, input: object, who = bench.user, success = THREAD) =>
    bench.mutate(
      `${name}(input: $input)`,
      `$input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`,
      `... on ${type} { ${success} }`,
      { input },
      who,
    );
  const comment = (text: string, input: object = {}, who?: SeededUser) =>
    call('createComment', 'CommentThread', { documentId: bench.document.id, text, ...input }, who);
  const reply = (threadId: string, text: string, who?: SeededUser, input: object = {}) =>
    call('replyToComment', 'CommentThread', { threadId, text, ...input }, who);
  const edit = (id: string, text: string, who?: SeededUser) =>
    call('updateComment', 'CommentThread', { id, text }, who);
  const remove = (id: string, who?: SeededUser) => call('deleteComment', 'Deleted', { id }, who, 'id');
  const resolve = (threadId: string, who?: SeededUser) =>
    call('resolveComment', 'CommentThread', { threadId }, who);
  const reopen = (threadId: string, who?: SeededUser) =>
    call('reopenComment', 'CommentThread', { threadId }, who);
  const list = async (args = 'first: 50', who = bench.user) => {
    const answer = await bench.ask(
      `query ($id: ID!) { document(id: $id) { openCommentCount comments(${args}) { totalCount nodes { ${THREAD} } } } }`,
      { id: bench.document.id },
      who,
    );
    return memberOf(memberOf(answer, 'data'), 'document');
  };
  const threads = async (args?: string, who?: SeededUser) =>
    elementsOf(memberOf(memberOf(await list(args, who), 'comments'), 'nodes'));
  return { comment, reply, edit, remove, resolve, reopen, list, threads };
}

export const threadId = (thread: unknown) => textMember(thread, 'id');
export const lastIn = (thread: unknown) => textMember(elementsOf(memberOf(thread, 'comments')).at(-1), 'id');
