/** Decisions about compared PDFs, approvals that never change, and profiles of an organization. */
import type { Decision } from '../../src/proofs/comparison-record.js';
import type { ApprovalView, OpenedApproval } from '../../src/proofs/kept/approval.service.js';
import type { ProfileView } from '../../src/proofs/kept/profile.service.js';
import { approvalUrl } from '../../src/proofs/kept/approval.service.js';
import { builder } from '../builder.js';
import { SensitivityEnum } from '../engine/fine-comparison.js';
import { arg, Done, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';
import { ComparedMatterEnum } from './compared-matter.js';
import { ComparisonDecisionType, VerdictEnum } from './comparison-record.js';
import { PdfComparisonType, ReportFileType, ReportFormatEnum } from './pdf-comparison.js';
import { ReportLanguageEnum } from './report-language.js';

const DecisionInput = builder.inputType('ComparisonDecisionInput', {
  description:
    'What is decided about a place. A verdict or a comment that is left out stays; without both, all of it is taken back.',
  fields: (t) => ({
    page: t.int({ required: true, description: 'Place of the page in the list `pages`, from 0.' }),
    number: t.int({
      required: true,
      description: 'Number of the difference; 0 for a page that was inserted, removed or moved.',
    }),
    verdict: t.field({
      type: VerdictEnum,
      description: 'Accepted or rejected; null takes it back.',
    }),
    comment: t.string({ description: 'At most 2,000 characters; empty takes it back.' }),
  }),
});

interface Decided {
  readonly decisions: readonly Decision[];
}

const DecidedType = builder.objectRef<Decided>('DecidedComparison').implement({
  description: 'A comparison about which something was decided.',
  fields: (t) => ({
    decisions: t.field({
      type: [ComparisonDecisionType],
      description: 'All that is decided now.',
      resolve: ({ decisions }) => [...decisions],
    }),
  }),
});

problemMutation('decideComparison', {
  type: DecidedType,
  description:
    'Accepts or rejects places of a comparison that is kept, or comments on them. Each decision changes the one before.',
  args: {
    keptId: arg.id({ required: true, description: 'Guid of the kept comparison.' }),
    decisions: arg.field({ type: [DecisionInput], required: true, description: 'What is decided.' }),
  },
  resolve: async ({ keptId, decisions }, { services, viewer }) => ({
    decisions: await services.comparisonDecisions.decide(viewer, keptId, decisions),
  }),
});

type About = Omit<ApprovalView, 'code'>;

const ApprovalType = builder.objectRef<About & { readonly code?: string }>('ComparisonApproval').implement({
  description: 'Somebody approved how two PDFs differ. It never changes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid.' }),
    referenceName: t.exposeString('referenceName', { description: 'Name of the first file.' }),
    queryName: t.exposeString('queryName', { description: 'Name of the second file.' }),
    referenceSha256: t.exposeString('referenceSha256', { description: 'SHA-256 of the first file in hex.' }),
    querySha256: t.exposeString('querySha256', { description: 'SHA-256 of the second file in hex.' }),
    user: t.exposeString('user', { description: 'Who approved it.' }),
    comment: t.exposeString('comment', { description: 'What was said with it; empty for nothing.' }),
    createdAt: t.expose('date', { type: 'DateTime', description: 'When it was approved.' }),
    url: t.string({
      nullable: true,
      description: 'Shows it to anybody; null for those who look at it by this address.',
      resolve: ({ code }, _args, { baseUrl }) => (code === undefined ? null : approvalUrl(baseUrl, code)),
    }),
  }),
});

problemMutation('approveComparison', {
  type: ApprovalType,
  description:
    'Approves a comparison that is kept, of which every place is accepted: both files’ hashes, the pages, the decisions, the name and the time are kept for good.',
  args: {
    keptId: arg.id({ required: true, description: 'Guid of the kept comparison.' }),
    comment: arg.string({ description: 'At most 2,000 characters.' }),
  },
  resolve: ({ keptId, comment }, { services, viewer }) =>
    services.comparisonApprovals.approve(viewer, keptId, comment ?? null),
});

const ApprovalList = builder
  .objectRef<{ readonly approvals: readonly ApprovalView[]; readonly totalCount: number }>(
    'ComparisonApprovalList',
  )
  .implement({
    description: 'A part of the approvals of an organization.',
    fields: (t) => ({
      nodes: t.field({
        type: [ApprovalType],
        description: 'The newest first.',
        resolve: ({ approvals }) => [...approvals],
      }),
      totalCount: t.exposeInt('totalCount', { description: 'How many there are in all.' }),
    }),
  });

const ProfileType = builder.objectRef<ProfileView>('ComparisonProfile').implement({
  description: 'Settings of comparisons of PDFs by a name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique in an organization, in any case.' }),
    isBuiltIn: t.exposeBoolean('isBuiltIn', { description: 'Whether every organization has it.' }),
    sensitivity: t.field({
      type: SensitivityEnum,
      nullable: true,
      description: 'What the second file is.',
      resolve: ({ settings }) => (settings.sensitivity ?? null) as 'proof' | 'scan' | 'photo' | null,
    }),
    compares: t.field({
      type: ComparedMatterEnum,
      nullable: true,
      description: 'All that differs, or the words alone.',
      resolve: ({ settings }) => (settings.compares ?? null) as 'everything' | 'text' | null,
    }),
    minDeltaE: t.float({
      nullable: true,
      description: 'Least color difference that is reported.',
      resolve: ({ settings }) => settings.minDeltaE,
    }),
    minSize: t.float({
      nullable: true,
      description: 'Least longer side that is reported, in pixels.',
      resolve: ({ settings }) => settings.minSize,
    }),
    dpi: t.int({
      nullable: true,
      description: 'Dots to the inch that pages are looked at with.',
      resolve: ({ settings }) => settings.dpi,
    }),
  }),
});

builder.objectFields(Organization, (t) => ({
  comparisonApprovals: t.field({
    type: ApprovalList,
    description: 'Approvals of compared PDFs, the newest first.',
    args: {
      skip: t.arg.int({ defaultValue: 0, description: 'Approvals that are left out at the beginning.' }),
      take: t.arg.int({ defaultValue: 50, description: 'At most 200.' }),
      sha256: t.arg.string({ description: 'Only those of which either file has this hash.' }),
    },
    resolve: ({ id }, { skip, take, sha256 }, { services, viewer }) =>
      services.comparisonApprovals.list(viewer, id, {
        skip: skip ?? 0,
        take: take ?? undefined,
        sha256: sha256 ?? null,
      }),
  }),
  comparisonProfiles: t.field({
    type: [ProfileType],
    description: 'Profiles of comparisons: the built-in ones, then its own.',
    resolve: async ({ id }, _args, { services, viewer }) => [
      ...(await services.comparisonProfiles.list(viewer, id)),
    ],
  }),
}));

problemMutation('saveComparisonProfile', {
  type: ProfileType,
  description: 'Keeps settings of comparisons under a name; those of the same name are replaced.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    name: arg.string({ required: true, description: 'At most 100 characters.' }),
    sensitivity: arg.field({ type: SensitivityEnum, description: 'What the second file is.' }),
    compares: arg.field({ type: ComparedMatterEnum, description: 'All that differs, or the words alone.' }),
    minDeltaE: arg.float({ description: 'Least color difference that is reported, 0–100.' }),
    minSize: arg.float({ description: 'Least longer side that is reported, in pixels.' }),
    dpi: arg.int({ description: 'Dots to the inch, 150–600; by need unless given.' }),
  },
  resolve: ({ organizationId, name, ...settings }, { services, viewer }) =>
    services.comparisonProfiles.save(viewer, organizationId, name, settings),
});

problemMutation('deleteComparisonProfile', {
  type: Done,
  description: 'Removes a profile that the organization keeps.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    name: arg.string({ required: true, description: 'Name of the profile.' }),
  },
  resolve: async ({ organizationId, name }, { services, viewer }) => {
    await services.comparisonProfiles.remove(viewer, organizationId, name);
    return {};
  },
});

const SharedApproval = builder.objectRef<OpenedApproval>('SharedApproval').implement({
  description: 'What somebody sees who was given the link of an approval.',
  fields: (t) => ({
    approval: t.field({
      type: ApprovalType,
      description: 'Who approved what.',
      resolve: ({ approval }) => approval,
    }),
    comparison: t.field({
      type: PdfComparisonType,
      description: 'What differs, and what was decided.',
      resolve: ({ proof }) => proof,
    }),
    report: t.field({
      type: ReportFileType,
      description: 'A report of it.',
      args: {
        format: t.arg({ type: ReportFormatEnum, required: true, description: 'Kind of the report.' }),
        language: t.arg({ type: ReportLanguageEnum, description: 'English unless given.' }),
      },
      resolve: (opened, { format, language }, { services }) =>
        services.comparisonApprovals.report(opened, format, language ?? 'en'),
    }),
  }),
});

builder.queryField('sharedApproval', (t) =>
  t.field({
    type: SharedApproval,
    description: 'The approval of a link, for anybody who has its code. Needs no log-in.',
    args: { code: t.arg.string({ required: true, description: 'What the address of the link holds.' }) },
    resolve: (_root, { code }, { services }) => services.comparisonApprovals.open(code),
  }),
);
