/** Proposals of the files of documents, and decisions about them. */
import {
  PROPOSAL_KINDS,
  type ProposalKind,
  type ProposalOrigin,
  type ProposalState,
} from '../../src/documents/proposals/proposal.entity.js';
import type { ProposalView } from '../../src/documents/proposals/proposal-edits.js';
import type { AcceptedProposals, ProposalFilter } from '../../src/documents/proposals/proposal.service.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { arg, Done, problemMutation } from '../mutations.js';
import { Document, Image } from '../refs.js';
import { BoxType } from '../engine/fine-comparison.js';
import { DraftType } from './draft.js';

const ProposalKindEnum = enumType('ProposalKind', {
  description: 'Kinds of proposals.',
  values: {
    Link: { description: 'A web address, of a link of the file or printed.' },
    Mail: { description: 'A mail address.' },
    Phone: { description: 'A phone number.' },
    Code: { description: 'A QR code or another code that leads to an address or a number.' },
    Event: { description: 'A date to come, with its year, for a calendar.' },
    Title: { description: 'The largest print of a page.' },
    Area: { description: 'A large picture or a frame that can be a zone.' },
  } satisfies Record<ProposalKind, object>,
});
const OriginEnum = enumType('ProposalOrigin', {
  description: 'Where a proposal was found.',
  values: {
    Annotation: { description: 'A link of the file.' },
    Text: { description: 'The words of the page.' },
    Code: { description: 'A printed code.' },
    Layout: { description: 'How the page is laid out.' },
  } satisfies Record<ProposalOrigin, object>,
});
const StateEnum = enumType('ProposalState', {
  description: 'What became of a proposal.',
  values: {
    Open: { description: 'Nobody has decided.' },
    Accepted: { description: 'It was made part of a draft.' },
    Dismissed: { description: 'It was refused; the same is not proposed again.' },
  } satisfies Record<ProposalState, object>,
});

const ProposalType = builder.objectRef<ProposalView>('Proposal').implement({
  description:
    'A title, zone or action that a page proposes. Readers never see it; accepted, it is part of the draft.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its guid.' }),
    kind: t.field({ type: ProposalKindEnum, description: 'What it is.', resolve: ({ kind }) => kind }),
    origin: t.field({
      type: OriginEnum,
      description: 'Where it was found.',
      resolve: ({ origin }) => origin,
    }),
    state: t.field({ type: StateEnum, description: 'What became of it.', resolve: ({ state }) => state }),
    page: t.field({
      type: Image,
      description: 'The page that it was found on.',
      resolve: async ({ pageId }, _args, { services, viewer }) => services.images.get(viewer, pageId),
    }),
    pageId: t.exposeID('pageId', { description: 'Guid of the page.' }),
    box: t.field({ type: BoxType, description: 'Where it stands on the page.', resolve: ({ box }) => box }),
    zone: t.field({
      type: BoxType,
      nullable: true,
      description:
        'The zone that is made of it, or that its action goes to; null for the page or the document.',
      resolve: ({ zone }) => zone,
    }),
    isOfDocument: t.exposeBoolean('isOfDocument', {
      description: 'Whether most pages say the same, so that its action goes to the document.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Of a title: its text.' }),
    languageCode: t.exposeString('languageCode', {
      nullable: true,
      description:
        'Of a title: the language that its page is written in, of those of the document; null for the default language.',
    }),
    actionType: t.string({
      nullable: true,
      description: 'Type of the action; null for titles and areas.',
      resolve: ({ action }) => action?.type,
    }),
    actionName: t.string({
      nullable: true,
      description: 'Name of the action.',
      resolve: ({ action }) => action?.name,
    }),
    target: t.string({
      nullable: true,
      description: 'The address or number that the action opens.',
      resolve: ({ action }) => {
        const { Url, Address, Number: number } = action?.content ?? {};
        const found = Url ?? Address ?? number;
        return typeof found === 'string' ? found : null;
      },
    }),
    starts: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of an event: its beginning; midnight of the organization where the page prints no time.',
      resolve: (proposal) => instantOf(proposal, 'Start'),
    }),
    ends: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of an event: its end; an hour after its beginning where the page prints none.',
      resolve: (proposal) => instantOf(proposal, 'End'),
    }),
  }),
});
/** A member of the content of an event. */
function instantOf({ action }: ProposalView, member: 'Start' | 'End'): Date | null {
  const value = action?.type === 'VCALENDAR' ? action.content[member] : null;
  return typeof value === 'string' ? new Date(value) : null;
}

const [connectionType, edgeType] = connectionOf(ProposalType, 'Proposal', 'proposals');

const CountType = builder
  .objectRef<{ readonly kind: ProposalKind; readonly count: number }>('ProposalCount')
  .implement({
    description: 'How many proposals of a kind there are.',
    fields: (t) => ({
      kind: t.field({ type: ProposalKindEnum, description: 'The kind.', resolve: ({ kind }) => kind }),
      count: t.exposeInt('count', { description: 'How many.' }),
    }),
  });

const filterOf = ({ states, kinds, pageId }: ProposalFilter): ProposalFilter => ({ states, kinds, pageId });

builder.objectFields(Document, (t) => ({
  proposals: t.connection(
    {
      type: ProposalType,
      description: 'What its pages propose, in the order of the print.',
      args: {
        states: t.arg({ type: [StateEnum], description: 'Of these states; open ones unless given.' }),
        kinds: t.arg({ type: [ProposalKindEnum], description: 'Of these kinds alone.' }),
        pageId: t.arg.id({ description: 'Of this page alone: its guid.' }),
      },
      resolve: ({ id }, args, { services, viewer }) => {
        const filter = filterOf(args);
        return keysetConnection({
          args,
          order: 'Proposal place',
          valuesOf: ({ order, id: proposalId }: ProposalView) => [order, proposalId],
          read: (keyset) => services.proposals.list(viewer, id, filter, keyset),
          count: async () =>
            [...(await services.proposals.counts(viewer, id, filter)).values()].reduce(
              (sum, n) => sum + n,
              0,
            ),
        });
      },
    },
    connectionType,
    edgeType,
  ),
  proposalCounts: t.field({
    type: [CountType],
    description: 'How many open proposals it has, by kind; kinds without any are left out.',
    resolve: async ({ id }, _args, { services, viewer }) => {
      const counts = await services.proposals.counts(viewer, id, {});
      return PROPOSAL_KINDS.flatMap((kind) => {
        const count = counts.get(kind) ?? 0;
        return count === 0 ? [] : [{ kind, count }];
      });
    },
  }),
  isReadForProposals: t.boolean({
    description: 'Whether its file is being read for proposals, so that more may come.',
    resolve: ({ id }, _args, { services, viewer }) => services.proposals.isReading(viewer, id),
  }),
}));

const AcceptedType = builder.objectRef<AcceptedProposals>('AcceptedProposals').implement({
  description: 'What accepting proposals did.',
  fields: (t) => ({
    draft: t.field({
      type: DraftType,
      description: 'The draft that holds them.',
      resolve: ({ draft }) => draft,
    }),
    accepted: t.exposeInt('accepted', { description: 'How many were accepted.' }),
    left: t.exposeInt('left', {
      description: 'How many of the choice are open still: accept them in another call.',
    }),
  }),
});

const ChangedType = builder.objectRef<{ readonly changed: number }>('ChangedProposals').implement({
  description: 'How many proposals were changed.',
  fields: (t) => ({ changed: t.exposeInt('changed', { description: 'Their number.' }) }),
});

const choiceArgs = {
  documentId: arg.id({ required: true, description: 'Guid of the document.' }),
  ids: arg.idList({
    description: 'These alone: their guids, at most 1,000. Decided ones are left as they are.',
  }),
  kinds: arg.field({ type: [ProposalKindEnum], description: 'Open ones of these kinds.' }),
  pageId: arg.id({ description: 'Open ones of this page: its guid.' }),
};

problemMutation('acceptProposals', {
  type: AcceptedType,
  description:
    'Makes titles, zones and actions of open proposals in the draft of the document, which is started where there is none; 300 at most in one call. Readers get them when the draft is published.',
  args: choiceArgs,
  resolve: ({ documentId, ...choice }, { services, viewer }) =>
    services.proposals.accept(viewer, documentId, choice),
});

problemMutation('dismissProposals', {
  type: ChangedType,
  description: 'Refuses open proposals: the same is not proposed again, not by a replaced file either.',
  args: choiceArgs,
  resolve: async ({ documentId, ...choice }, { services, viewer }) => ({
    changed: await services.proposals.dismiss(viewer, documentId, choice),
  }),
});

problemMutation('reopenProposals', {
  type: ChangedType,
  description: 'Opens proposals again that were refused or accepted. What the draft holds of them stays.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    ids: arg.idList({ required: true, description: 'Their guids, at most 1,000.' }),
  },
  resolve: async ({ documentId, ids }, { services, viewer }) => ({
    changed: await services.proposals.reopen(viewer, documentId, ids),
  }),
});

problemMutation('proposeFromFile', {
  cannot: ['input'],
  type: Done,
  description: 'Reads the file of a document for proposals, as is done by itself for new and replaced files.',
  args: { documentId: arg.id({ required: true, description: 'Guid of the document.' }) },
  resolve: async ({ documentId }, { services, viewer }) => {
    await services.proposals.propose(viewer, documentId);
    return {};
  },
});
