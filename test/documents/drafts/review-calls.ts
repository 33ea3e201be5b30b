/** Calls that the tests of reviews share. */
import { operator } from '../../../src/access/viewer.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import type { DraftBench } from './draft-bench.js';

const REVIEW = 'version review { state askedBy decidedBy decidedAt reason voidedBy }';

/** @param colleague decides by default */
export function reviewCalls(bench: DraftBench, colleague: () => SeededUser) {
  const ask = (who = bench.user) =>
    bench.mutate(
      'askForReview(input: { documentId: $id })',
      '$id: ID!',
      `... on Draft { ${REVIEW} }`,
      { id: bench.document.id },
      who,
    );
  const draftOf = async () => {
    const answer = await bench.ask(
      `query ($id: ID!) { document(id: $id) { draft { publishStopped ${REVIEW} } } }`,
      {
        id: bench.document.id,
      },
    );
    return memberOf(memberOf(memberOf(answer, 'data'), 'document'), 'draft');
  };
  const version = async () => textMember(await draftOf(), 'version');
  const approve = async (who = colleague(), ifVersion?: string) =>
    bench.mutate(
      'approveDraft(input: { documentId: $id, ifVersion: $ifVersion })',
      '$id: ID!, $ifVersion: String!',
      `... on Draft { ${REVIEW} }`,
      { id: bench.document.id, ifVersion: ifVersion ?? (await version()) },
      who,
    );
  const refuse = async (reason: string, who = colleague()) =>
    bench.mutate(
      'refuseDraft(input: { documentId: $id, reason: $reason, ifVersion: $ifVersion })',
      '$id: ID!, $reason: String!, $ifVersion: String!',
      `... on Draft { ${REVIEW} }`,
      { id: bench.document.id, reason, ifVersion: await version() },
      who,
    );
  const demand = (needsApproval: boolean, who = bench.user, id = bench.organization.id) =>
    bench.mutate(
      'updatePublishingRule(input: { organizationId: $id, needsApproval: $needsApproval })',
      '$id: ID!, $needsApproval: Boolean!',
      '... on PublishingRule { needsApproval }',
      { id, needsApproval },
      who,
    );
  const title = async () => {
    const titles = await bench.user.send('GET', `/api/Titles?nodeId=${bench.pageId}`);
    return memberOf(elementsOf(titles)[0], 'Value');
  };
  const history = async () => {
    const answer = await bench.ask(
      `query ($id: ID!) { document(id: $id) { history(first: 1) { changes {
         operations { operation } review { state askedBy decidedBy decidedAt } } } } }`,
      { id: bench.document.id },
    );
    const found = memberOf(memberOf(memberOf(answer, 'data'), 'document'), 'history');
    return elementsOf(memberOf(found, 'changes'))[0];
  };
  const log = async () => {
    const filter = { organizationId: bench.organization.id, operation: 'draft' };
    const entries = await bench.loupe.app.services.operations.list(operator, filter);
    return entries.map(({ user, operation }) => `${operation} ${user}`).toReversed();
  };
  return { ask, draftOf, version, approve, refuse, demand, title, history, log };
}
