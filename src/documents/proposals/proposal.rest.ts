/** Proposals of the file of a document, in the platform's own words. */
import { z } from 'zod';
import { ok } from '../../rest/platform/answer.js';
import type { Call } from '../../rest/platform/call.js';
import { route, type Route } from '../../rest/platform/route.js';
import { boxOf, boxShape, guid, shape, text, whole } from '../../rest/platform/shapes.js';
import { nullable, oneOf, text as textMember } from '../../rest/shared/members.js';
import { view } from '../../rest/shared/view.js';
import type { ProposalView } from './proposal-edits.js';
import { PROPOSAL_KINDS, PROPOSAL_ORIGINS, PROPOSAL_STATES } from './proposal.entity.js';
import type { ProposalChoice } from './proposal.service.js';

const MOST_LISTED = 500;

const proposalView = view(
  shape('Proposal', 'A title, zone or action that a page proposes', {
    Id: guid,
    PageId: guid,
    Kind: z.enum(PROPOSAL_KINDS),
    Origin: z.enum(PROPOSAL_ORIGINS),
    State: z.enum(PROPOSAL_STATES),
    IsOfDocument: z.boolean().describe('Most pages say the same: its action goes to the document'),
    Box: boxShape,
    Zone: boxShape.nullable().describe('The zone that is made of it, or that its action goes to'),
    Title: text.nullable(),
    LanguageCode: text.nullable().describe('Of a title: the language of its page; null for the default one'),
    ActionType: text.nullable(),
    ActionName: text.nullable(),
    Content: text.nullable().describe('Of the action, as JSON'),
  }),
  (proposal: ProposalView) => ({
    Id: proposal.id,
    PageId: proposal.pageId,
    Kind: proposal.kind,
    Origin: proposal.origin,
    State: proposal.state,
    IsOfDocument: proposal.isOfDocument,
    Box: boxOf(proposal.box),
    Zone: proposal.zone === null ? null : boxOf(proposal.zone),
    Title: proposal.title,
    LanguageCode: proposal.languageCode,
    ActionType: proposal.action?.type ?? null,
    ActionName: proposal.action?.name ?? null,
    Content: proposal.action === null ? null : JSON.stringify(proposal.action.content),
  }),
);

const acceptedShape = shape('AcceptedProposals', 'What accepting did', {
  DraftId: guid,
  Accepted: whole,
  Left: whole.describe('Open ones of the choice that another call can accept'),
});
const dismissedShape = shape('DismissedProposals', 'How many were refused', { Dismissed: whole });

const choiceBody = z.object({
  Ids: nullable(z.array(textMember, 'must be a list of guids')),
  Kinds: nullable(z.array(oneOf(PROPOSAL_KINDS), `must be a list of ${PROPOSAL_KINDS.join(', ')}`)),
  PageId: nullable(textMember),
});

async function choiceOf(call: Call): Promise<ProposalChoice> {
  const { Ids: ids, Kinds: kinds, PageId: pageId } = await call.members(choiceBody);
  return { ids, kinds, pageId };
}

const facts = { body: choiceBody };

export const proposalRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/Proposals',
    'List what the file of a document proposes and nobody has decided, in the order of the print, 500 at most',
    async (call) => {
      const keyset = { after: null, before: null, limit: MOST_LISTED, isInverted: false };
      const { proposals } = call.services;
      const found = await proposals.list(call.viewer, call.query.required('documentId'), {}, keyset);
      return ok(found.map((proposal) => proposalView.of(proposal)));
    },
    { query: { 'documentId*': 'The document' }, answer: z.array(proposalView.shape) },
  ),
  route(
    'PUT',
    '/services/Proposals/Accept',
    'Make open proposals part of the draft of a document: those of the ids, kinds or page, else all; 300 at most',
    async (call) => {
      const documentId = call.query.required('documentId');
      const choice = await choiceOf(call);
      const { draft, accepted, left } = await call.services.proposals.accept(call.viewer, documentId, choice);
      return ok({ DraftId: draft.id, Accepted: accepted, Left: left });
    },
    { ...facts, query: { 'documentId*': 'The document' }, answer: acceptedShape },
  ),
  route(
    'PUT',
    '/services/Proposals/Dismiss',
    'Refuse open proposals of a document: those of the ids, kinds or page, else all',
    async (call) => {
      const documentId = call.query.required('documentId');
      const choice = await choiceOf(call);
      return ok({ Dismissed: await call.services.proposals.dismiss(call.viewer, documentId, choice) });
    },
    { ...facts, query: { 'documentId*': 'The document' }, answer: dismissedShape },
  ),
];
