/** Two PDFs, compared page by page. */
import type { Picture, PageCounts, PageStatus } from '../../src/proofs/compared-pdfs.js';
import type { PageDifference } from '../../src/proofs/page-difference.js';
import type { ReportFile } from '../../src/proofs/report/report.js';
import { proofWords } from '../../src/proofs/words/languages.js';
import { sentenceOf } from '../../src/proofs/words/sentences.js';
import type { DrawnPdfPage } from '../../src/proofs/kept/proof.service.js';
import type { Proof, ProofPage } from '../../src/proofs/kept/proof.js';
import { builder, enumType } from '../builder.js';
import { BoxType, DifferenceKindEnum } from '../engine/fine-comparison.js';
import { FineSettingsInput } from '../engine/engine-search.js';
import { arg, problemMutation, problemQuery } from '../mutations.js';
import { ComparedMatterEnum, ZoneInput } from './compared-matter.js';
import { ReportLanguageEnum } from './report-language.js';

const PageStatusEnum = enumType('ComparedPageStatus', {
  description: 'What became of a page.',
  values: {
    Unchanged: { value: 'unchanged' },
    Changed: { value: 'changed' },
    Inserted: { value: 'inserted' },
    Removed: { value: 'removed' },
  } as const satisfies Record<string, { value: PageStatus }>,
});

export const ReportFormatEnum = enumType('ComparisonReportFormat', {
  description: 'Kinds of reports: one HTML file that needs nothing else, a PDF, or JSON for programs.',
  values: { Html: { value: 'html' }, Pdf: { value: 'pdf' }, Json: { value: 'json' } } as const,
});

export const ChangedWordsType = builder.objectRef<PageDifference['words'][number]>('ChangedWords').implement({
  description: 'Words that changed.',
  fields: (t) => ({
    before: t.exposeString('before', { description: 'In the first file; empty where words were added.' }),
    after: t.exposeString('after', { description: 'In the second file; empty where words are missing.' }),
  }),
});

export const PageDifferenceType = builder.objectRef<PageDifference>('PageDifference').implement({
  description: 'A place where two pages differ.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1, from the top of the page downwards.' }),
    kind: t.field({ type: DifferenceKindEnum, description: 'How it differs.', resolve: ({ kind }) => kind }),
    inReference: t.field({
      type: BoxType,
      description: 'Where in the page of the first file.',
      resolve: ({ inReference }) => inReference,
    }),
    inQuery: t.field({
      type: BoxType,
      description: 'Where in the page of the second file.',
      resolve: ({ inQuery }) => inQuery,
    }),
    deltaE: t.exposeFloat('deltaE', {
      nullable: true,
      description: 'Mean color difference (CIE 1976); null where only texts were compared.',
    }),
    words: t.field({
      type: [ChangedWordsType],
      description: 'Words that changed there.',
      resolve: ({ words }) => words,
    }),
    isWholePage: t.boolean({
      description: 'Whether the whole page differs: by its size, pose, ground or text.',
      resolve: ({ asAWhole }) => asAWhole !== null,
    }),
    isRestyled: t.boolean({
      description: 'Whether text there stayed the same and is set in another way.',
      resolve: ({ restyled }) => restyled.length > 0,
    }),
    sentence: t.string({
      description: 'What differs.',
      args: {
        language: t.arg({ type: ReportLanguageEnum, defaultValue: 'en', description: 'Of the sentence.' }),
      },
      resolve: (difference, { language }) => sentenceOf(difference, proofWords(language ?? 'en')),
    }),
  }),
});

const PagePictureType = builder.objectRef<Picture>('PagePicture').implement({
  description: 'A small picture of a page.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    base64: t.string({ description: 'JPEG.', resolve: ({ jpeg }) => jpeg.toString('base64') }),
  }),
});

export const ComparedPageType = builder.objectRef<ProofPage>('ComparedPage').implement({
  description: 'A page of one of two PDFs, or of both.',
  fields: (t) => ({
    status: t.field({
      type: PageStatusEnum,
      description: 'What became of it.',
      resolve: ({ page }) => page.status,
    }),
    isMoved: t.boolean({
      description: 'Whether it stands at another place among the pages that both files have.',
      resolve: ({ page }) => page.isMoved,
    }),
    referencePage: t.int({
      nullable: true,
      description: 'Number in the first file, from 1; null for an inserted page.',
      resolve: ({ page }) => page.referencePage,
    }),
    queryPage: t.int({
      nullable: true,
      description: 'Number in the second file, from 1; null for a removed page.',
      resolve: ({ page }) => page.queryPage,
    }),
    differences: t.field({
      type: [PageDifferenceType],
      description: 'Places that differ, from the top downwards.',
      resolve: ({ page }) => page.differences,
    }),
    isUnlike: t.boolean({
      description: 'Whether both pages are too unlike to be compared place by place.',
      resolve: ({ page }) => page.isUnlike,
    }),
    isTextCompared: t.boolean({
      description: 'Whether both pages hold text and their words were compared.',
      resolve: ({ page }) => page.isTextCompared,
    }),
    referenceThumbnail: t.field({
      type: PagePictureType,
      nullable: true,
      description: 'The page of the first file, at most 240 pixels a side.',
      resolve: ({ thumbnails }) => thumbnails.reference,
    }),
    queryThumbnail: t.field({
      type: PagePictureType,
      nullable: true,
      description: 'The page of the second file, at most 240 pixels a side.',
      resolve: ({ thumbnails }) => thumbnails.query,
    }),
    reference: t.string({
      nullable: true,
      description:
        'Of a changed page: the page of the first file as JPEG, base64. Null after 24 MB in an answer.',
      resolve: ({ pictures }) => pictures?.reference.toString('base64'),
    }),
    query: t.string({
      nullable: true,
      description:
        'Of a changed page: the page of the second file as JPEG, base64. Null after 24 MB in an answer.',
      resolve: ({ pictures }) => pictures?.query.toString('base64'),
    }),
  }),
});

const CountsType = builder.objectRef<PageCounts>('ComparedPageCounts').implement({
  description: 'How many pages.',
  fields: (t) => ({
    unchanged: t.exposeInt('unchanged', { description: 'In both files, without a difference.' }),
    changed: t.exposeInt('changed', { description: 'In both files, with differences.' }),
    inserted: t.exposeInt('inserted', { description: 'In the second file alone.' }),
    removed: t.exposeInt('removed', { description: 'In the first file alone.' }),
    moved: t.exposeInt('moved', { description: 'Of the unchanged and changed: at another place.' }),
  }),
});

export const ReportFileType = builder.objectRef<ReportFile>('ComparisonReport').implement({
  description: 'A report to keep and to send.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'A name to save it under.' }),
    contentType: t.exposeString('contentType', { description: 'MIME type.' }),
    base64: t.string({ description: 'Its bytes.', resolve: ({ content }) => content.toString('base64') }),
  }),
});

export const PdfComparisonType = builder.objectRef<Proof>('PdfComparison').implement({
  description: 'How two PDFs differ.',
  fields: (t) => ({
    keptId: t.exposeID('keptId', {
      nullable: true,
      description:
        'Guid for `writeComparisonReport` and `createComparisonLink`, where it is kept; null where it is not.',
    }),
    hasDifferences: t.boolean({
      description: 'Whether anything differs.',
      resolve: ({ comparison }) => comparison.hasDifferences,
    }),
    differenceCount: t.int({
      description: 'Places that differ on pages that both files have.',
      resolve: ({ comparison }) => comparison.differenceCount,
    }),
    counts: t.field({
      type: CountsType,
      description: 'Pages by what became of them.',
      resolve: ({ comparison }) => comparison.counts,
    }),
    pages: t.field({
      type: [ComparedPageType],
      description: 'In the order of the second file, removed pages where they stood.',
      resolve: ({ pages }) => pages,
    }),
    report: t.field({
      type: ReportFileType,
      nullable: true,
      description: 'The report, where it was asked for.',
      resolve: ({ report }) => report,
    }),
  }),
});

problemMutation('comparePdfs', {
  may: ['media'],
  cannot: ['missing'],
  type: PdfComparisonType,
  description:
    'Compares two PDFs without storing the files. Pages are paired by their content; words are compared where both pages hold text. The pages count for those of the day.',
  args: {
    reference: arg.field({ type: 'Upload', required: true, description: 'The PDF as it was.' }),
    query: arg.field({ type: 'Upload', required: true, description: 'The PDF as it is now.' }),
    settings: arg.field({
      type: FineSettingsInput,
      description: 'What counts as a difference; `ignore` holds for every page.',
    }),
    report: arg.field({ type: ReportFormatEnum, description: 'Also writes a report.' }),
    language: arg.field({ type: ReportLanguageEnum, description: 'Of the report; English unless given.' }),
    profile: arg.string({
      description:
        'Name of a profile, whose settings hold where nothing else is given: `print ready`, `text only`, `scan` or one of the organization.',
    }),
    compares: arg.field({ type: ComparedMatterEnum, description: 'All that differs unless given.' }),
    dpi: arg.int({
      description: 'Dots to the inch that pages are looked at with, 150–600; by need unless given.',
    }),
    zones: arg.field({
      type: [ZoneInput],
      description: 'Places of single pages that are not compared, beside those of `settings`.',
    }),
    sheet: arg.boolean({
      defaultValue: false,
      description:
        'Finds the trimmed pages of the first file on sheets of the second, where they stand many times, and compares each copy. `pages` lists copies then.',
    }),
    copies: arg.int({ description: 'With `sheet`: how many copies are to stand on all sheets, 1–500.' }),
    keeps: arg.boolean({
      defaultValue: false,
      description:
        'Keeps the result, not the files, for a day, so that reports can be written of it and links made to it. Of an organization the last 30 are kept.',
    }),
  },
  resolve: (
    { reference, query, settings, report, language, profile, compares, dpi, zones, sheet, copies, keeps },
    { services, viewer, signal },
  ) =>
    services.proofs.compare(viewer, reference.file, query.file, {
      profile: profile ?? null,
      settings: {
        ...settings,
        compares,
        dpi,
        sheet,
        copies,
        ignore: [...(settings?.ignore ?? []), ...(zones ?? [])],
      },
      report,
      ...(language != null && { language }),
      keeps: keeps ?? false,
      signal,
    }),
});

const DrawnPdfPageType = builder.objectRef<DrawnPdfPage>('DrawnPdfPage').implement({
  description: 'A page of a PDF that was sent.',
  fields: (t) => ({
    picture: t.string({
      description: 'JPEG, base64; at most 3,000 pixels wide and high.',
      resolve: ({ picture }) => picture.toString('base64'),
    }),
    pageCount: t.exposeInt('pageCount', { description: 'Pages of the file.' }),
  }),
});

problemQuery('drawPdfPage', {
  isMutationToo: false,
  may: ['media'],
  cannot: ['missing'],
  type: DrawnPdfPageType,
  description:
    'Draws a page of a PDF without storing the file, to choose places that `comparePdfs` leaves out. The page counts for those of the day.',
  args: {
    file: arg.field({ type: 'Upload', required: true, description: 'The PDF.' }),
    page: arg.int({ required: true, description: 'Number in the file, from 1.' }),
  },
  resolve: ({ file, page }, { services, viewer, signal }) =>
    services.proofs.drawPage(viewer, file.file, page, signal),
});
