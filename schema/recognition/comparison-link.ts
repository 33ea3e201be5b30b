/** Reports of comparisons that are kept, and links to show them to somebody without an account. */
import type { ComparisonLinkView, SharedComparison } from '../../src/proofs/kept/comparison-link.service.js';
import { builder } from '../builder.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';
import { PdfComparisonType, ReportFileType, ReportFormatEnum } from './pdf-comparison.js';
import { ReportLanguageEnum } from './report-language.js';

const ComparedPlaceInput = builder.inputType('ComparedPlaceInput', {
  description: 'A place where two PDFs differ.',
  fields: (t) => ({
    page: t.int({ required: true, description: 'Place of the page in the list `pages`, from 0.' }),
    number: t.int({ required: true, description: 'Number of the difference on the page.' }),
  }),
});

const ignored = arg.field({
  type: [ComparedPlaceInput],
  description: 'Places to leave out; a page that has nothing else counts as unchanged.',
});

problemMutation('writeComparisonReport', {
  type: ReportFileType,
  description: 'Writes a report of a comparison that is kept. What is ignored is listed apart.',
  args: {
    keptId: arg.id({ required: true, description: 'Guid of the kept comparison.' }),
    format: arg.field({ type: ReportFormatEnum, required: true, description: 'Kind of the report.' }),
    language: arg.field({ type: ReportLanguageEnum, description: 'English unless given.' }),
    ignored,
  },
  resolve: ({ keptId, format, language, ignored }, { services, viewer }) =>
    services.comparisonLinks.report(viewer, keptId, ignored ?? [], { format, language: language ?? 'en' }),
});

const ComparisonLink = builder.objectRef<ComparisonLinkView>('ComparisonLink').implement({
  description: 'A link by which somebody without an account sees how two PDFs differ.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid, to revoke it.' }),
    referenceName: t.exposeString('referenceName', { description: 'Name of the first file.' }),
    queryName: t.exposeString('queryName', { description: 'Name of the second file.' }),
    user: t.exposeString('user', { description: 'Who made it.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When it stops working.' }),
  }),
});

const CreatedComparisonLink = builder
  .objectRef<{ readonly link: ComparisonLinkView; readonly url: string }>('CreatedComparisonLink')
  .implement({
    description: 'A link that was made.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'Its address; it is shown once.' }),
      link: t.field({ type: ComparisonLink, description: 'The link.', resolve: ({ link }) => link }),
    }),
  });

builder.objectField(Organization, 'comparisonLinks', (t) =>
  t.field({
    type: [ComparisonLink],
    description:
      'Links that show comparisons to people without an account, the newest first. For those who may change its content.',
    resolve: async ({ id }, _args, { services, viewer }) => [
      ...(await services.comparisonLinks.list(viewer, id)),
    ],
  }),
);

problemMutation('createComparisonLink', {
  type: CreatedComparisonLink,
  description:
    'Makes a link by which somebody without an account sees for seven days how two PDFs differ. The comparison is kept as long.',
  args: {
    keptId: arg.id({ required: true, description: 'Guid of the kept comparison.' }),
    ignored,
  },
  resolve: async ({ keptId, ignored }, { services, viewer, baseUrl }) => {
    const { code, ...link } = await services.comparisonLinks.create(viewer, keptId, ignored ?? []);
    return { link, url: `${baseUrl.replace(/\/$/, '')}/comparison#code=${code}` };
  },
});

idDeletion('revokeComparisonLink', {
  description: 'Ends a link to a comparison at once.',
  idDescription: 'Guid of the link.',
  work: ({ services, viewer }, id) => services.comparisonLinks.revoke(viewer, id),
});

const Shared = builder.objectRef<SharedComparison>('SharedComparison').implement({
  description: 'What somebody sees who was given a link to a comparison.',
  fields: (t) => ({
    referenceName: t.string({ description: 'Name of the first file.', resolve: ({ names }) => names[0] }),
    queryName: t.string({ description: 'Name of the second file.', resolve: ({ names }) => names[1] }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the files were compared.' }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When the link stops working.' }),
    ignoredCount: t.int({
      description: 'Differences that were left out when the link was made.',
      resolve: ({ ignored }) => ignored.length,
    }),
    comparison: t.field({
      type: PdfComparisonType,
      description: 'What differs.',
      resolve: ({ proof }) => proof,
    }),
    report: t.field({
      type: ReportFileType,
      description: 'A report of it.',
      args: {
        format: t.arg({ type: ReportFormatEnum, required: true, description: 'Kind of the report.' }),
        language: t.arg({ type: ReportLanguageEnum, description: 'English unless given.' }),
      },
      resolve: (shared, { format, language }, { services }) =>
        services.comparisonLinks.sharedReport(shared, format, language ?? 'en'),
    }),
  }),
});

builder.queryField('sharedComparison', (t) =>
  t.field({
    type: Shared,
    description: 'The comparison of a link, for anybody who has its code. Needs no log-in.',
    args: { code: t.arg.string({ required: true, description: 'What the address of the link holds.' }) },
    resolve: (_root, { code }, { services }) => services.comparisonLinks.open(code),
  }),
);
