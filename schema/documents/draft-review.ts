/** Reviews of drafts, and the rule that they are needed. */
import type { DraftReview } from '../../src/documents/drafts/draft.entity.js';
import type {
  FolderPublishingRule,
  PublishingRule,
} from '../../src/documents/drafts/publishing-rule.service.js';
import { builder, enumType } from '../builder.js';
import { arg, condition, problemMutation, seen } from '../mutations.js';
import { Document } from '../refs.js';
import { DraftType } from './draft.js';

const StateEnum = enumType('DraftReviewState', {
  description: 'State of a review.',
  values: {
    Asked: { value: 'Asked', description: 'Somebody asked for it.' },
    Approved: { value: 'Approved', description: 'The draft was approved as it is.' },
    Refused: { value: 'Refused', description: 'The draft was refused with a reason.' },
    Void: { value: 'Void', description: 'The draft was changed after it was approved.' },
  } as const satisfies Record<DraftReview['state'], object>,
});

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export const DraftReviewType = builder.objectRef<DraftReview>('DraftReview').implement({
  description: 'The review of a draft by somebody who has not edited it.',
  fields: (t) => ({
    state: t.field({ type: StateEnum, description: 'What became of it.', resolve: ({ state }) => state }),
    askedBy: t.exposeString('askedBy', { description: 'Who asked for it.' }),
    askedAt: t.field({
      type: 'DateTime',
      description: 'When.',
      resolve: ({ askedAt }) => new Date(askedAt),
    }),
    decidedBy: t.exposeString('decidedBy', {
      nullable: true,
      description: 'Who approved or refused the draft; null while it is open.',
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When.',
      resolve: ({ decidedAt }) => dateOf(decidedAt),
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused.' }),
    voidedBy: t.exposeString('voidedBy', {
      nullable: true,
      description: 'Who changed the draft after it was approved.',
    }),
    voidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When.',
      resolve: ({ voidedAt }) => dateOf(voidedAt),
    }),
  }),
});

builder.objectFields(DraftType, (t) => ({
  review: t.field({
    type: DraftReviewType,
    nullable: true,
    description: 'Its review; null where nobody has asked for one.',
    resolve: ({ review }) => review,
  }),
  mayDecide: t.boolean({
    description: 'Whether you may approve or refuse it: as a person who may publish and has not edited it.',
    resolve: ({ id }, _args, { services, viewer }) => services.draftReviews.mayDecide(viewer, id),
  }),
}));

builder.objectField(Document, 'needsApproval', (t) =>
  t.boolean({
    description:
      'Whether its drafts are published only when somebody who has not edited them has approved them: as its organization or a folder that it lies in demands it.',
    resolve: ({ id }, _args, { services, viewer }) => services.publishingRules.isForDocument(viewer, id),
  }),
);

const documentId = arg.id({ required: true, description: 'Guid of the document.' });
const ifVersion = arg.string({
  required: true,
  description: 'The version of the draft that was looked at; else the problem is CHANGED_MEANWHILE.',
});

problemMutation('askForReview', {
  type: DraftType,
  description:
    'Asks somebody else to look at a draft. A review that is there begins again. `Draft.review` says what becomes of it.',
  args: { documentId, ...condition },
  resolve: ({ documentId: id, ifVersion: version }, { services, viewer }) =>
    services.draftReviews.ask(viewer, id, seen(version)),
});

problemMutation('approveDraft', {
  type: DraftType,
  description:
    'Approves a draft as it is: for people who may publish and have not edited it. A change of the draft makes it void.',
  args: { documentId, ifVersion },
  resolve: ({ documentId: id, ifVersion: version }, { services, viewer }) =>
    services.draftReviews.approve(viewer, id, { versions: [version], unmodifiedSince: null }),
});

problemMutation('refuseDraft', {
  type: DraftType,
  description: 'Refuses a draft with a reason: for people who may publish and have not edited it.',
  args: {
    documentId,
    reason: arg.string({ required: true, description: 'Why: 1 to 2,000 characters.' }),
    ifVersion,
  },
  resolve: ({ documentId: id, reason, ifVersion: version }, { services, viewer }) =>
    services.draftReviews.refuse(viewer, id, reason, { versions: [version], unmodifiedSince: null }),
});

const PublishingRuleType = builder.objectRef<PublishingRule>('PublishingRule').implement({
  description: 'What an organization demands before changes reach its readers.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Guid of the organization.' }),
    needsApproval: t.exposeBoolean('needsApproval', {
      description:
        'Somebody who has not edited a draft approves it before it is published, and titles, actions and zones of active documents are changed by drafts alone: else the problem is APPROVAL_NEEDED.',
    }),
    watchesLinks: t.exposeBoolean('watchesLinks', {
      description:
        'The web addresses of its actions are asked every day whether they answer; the inbox names those that do not.',
    }),
  }),
});

const organizationId = arg.id({ required: true, description: 'Guid of the organization.' });

builder.queryField('publishingRule', (t) =>
  t.field({
    type: PublishingRuleType,
    description: 'What an organization demands before changes reach its readers.',
    args: { organizationId: t.arg.id({ required: true, description: 'Guid of the organization.' }) },
    resolve: (_root, { organizationId: id }, { services, viewer }) =>
      services.publishingRules.get(viewer, id),
  }),
);

problemMutation('updatePublishingRule', {
  type: PublishingRuleType,
  description:
    'Changes what an organization demands before changes reach its readers; organizations below have rules of their own. Refused where fewer than two users may publish. For administrators.',
  args: {
    organizationId,
    needsApproval: arg.boolean({ required: true, description: 'Whether drafts have to be approved.' }),
    watchesLinks: arg.boolean({
      description: 'Whether web addresses are asked every day; left as it is when left out.',
    }),
  },
  resolve: ({ organizationId: id, ...change }, { services, viewer }) =>
    services.publishingRules.update(viewer, id, change),
});

const RulingPlace = builder
  .objectRef<NonNullable<FolderPublishingRule['inheritedFrom']>>('RulingPlace')
  .implement({
    description: 'An organization or folder whose rule holds for what is in it.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Guid of the element.' }),
      name: t.exposeString('name', { description: 'Its name.' }),
    }),
  });

const FolderPublishingRuleType = builder.objectRef<FolderPublishingRule>('FolderPublishingRule').implement({
  description: 'What a folder demands before changes of the documents in it reach readers.',
  fields: (t) => ({
    folderId: t.exposeID('folderId', { description: 'Guid of the folder.' }),
    needsApproval: t.exposeBoolean('needsApproval', {
      description:
        'Whether it demands itself what `PublishingRule.needsApproval` says, for all documents in it and in its folders.',
    }),
    isInherited: t.exposeBoolean('isInherited', {
      description: 'Whether the organization or a folder above it demands it already.',
    }),
    inheritedFrom: t.field({
      type: RulingPlace,
      nullable: true,
      description: 'Which one; null for none, and for one that you may not see.',
      resolve: ({ inheritedFrom }) => inheritedFrom,
    }),
  }),
});

builder.queryField('folderPublishingRule', (t) =>
  t.field({
    type: FolderPublishingRuleType,
    description: 'What a folder demands before changes of the documents in it reach readers.',
    args: { folderId: t.arg.id({ required: true, description: 'Guid of the folder.' }) },
    resolve: (_root, { folderId }, { services, viewer }) =>
      services.publishingRules.ofFolder(viewer, folderId),
  }),
);

problemMutation('updateFolderPublishingRule', {
  type: FolderPublishingRuleType,
  description:
    'Demands an approval for the documents of a folder and of its folders, or no longer. Refused where fewer than two users may publish. For administrators.',
  args: {
    folderId: arg.id({ required: true, description: 'Guid of the folder.' }),
    needsApproval: arg.boolean({ required: true, description: 'Whether drafts have to be approved.' }),
  },
  resolve: ({ folderId, needsApproval }, { services, viewer }) =>
    services.publishingRules.updateFolder(viewer, folderId, needsApproval),
});
