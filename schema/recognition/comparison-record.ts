/** Types about a comparison of PDFs as a record: files, decisions, what differs without that it shows. */
import type { AlsoDiffers } from '../../src/proofs/also-differs.js';
import { markedWords, type TextPart } from '../../src/proofs/changed-letters.js';
import type { SheetCopy } from '../../src/proofs/compared-pdfs.js';
import type { ComparedFile, Decision } from '../../src/proofs/comparison-record.js';
import type { MmBox } from '../../src/proofs/page-geometry.js';
import { proofWords } from '../../src/proofs/words/languages.js';
import { alsoLine, recordLines } from '../../src/proofs/words/record-lines.js';
import { nameOfCopy } from '../../src/proofs/words/sheet-words.js';
import { builder } from '../builder.js';
import {
  ChangedWordsType,
  ComparedPageType,
  PageDifferenceType,
  PdfComparisonType,
} from './pdf-comparison.js';
import { ReportLanguageEnum } from './report-language.js';

export const VerdictEnum = builder.enumType('ComparisonVerdict', {
  description: 'What is decided about a place.',
  values: { ACCEPTED: { value: 'accepted' }, REJECTED: { value: 'rejected' } } as const,
});

export const ComparisonDecisionType = builder.objectRef<Decision>('ComparisonDecision').implement({
  description: 'What somebody decided about a place.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Place of the page in the list `pages`, from 0.' }),
    number: t.exposeInt('number', { description: 'Of the difference; 0 for the page itself.' }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description: 'Null for a comment alone.',
      resolve: ({ verdict }) => verdict,
    }),
    comment: t.exposeString('comment', { description: 'Empty for none.' }),
    user: t.exposeString('user', { description: 'Who decided it.' }),
    createdAt: t.expose('date', { type: 'DateTime', description: 'When it was decided.' }),
  }),
});

const AlsoDiffersType = builder.objectRef<AlsoDiffers>('AlsoDiffers').implement({
  description: 'What differs without that it shows; it counts as no difference.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'metadata, userUnit, box, link, note, field, unseenText or overprint; others may follow.',
    }),
    name: t.exposeString('name', { description: 'Which one; empty where there is nothing to name.' }),
    before: t.exposeString('before', { description: 'Empty where the first file has none.' }),
    after: t.exposeString('after', { description: 'Empty where the second file has none.' }),
    sentence: t.string({
      description: 'What differs.',
      args: {
        language: t.arg({ type: ReportLanguageEnum, defaultValue: 'en', description: 'Of the sentence.' }),
      },
      resolve: (also, { language }) => alsoLine(also, proofWords(language ?? 'en')),
    }),
  }),
});

const MillimeterBoxType = builder.objectRef<MmBox>('MillimeterBox').implement({
  description: 'A place on a sheet, in millimeters.',
  fields: (t) => ({
    left: t.exposeFloat('left', { description: 'From the left edge.' }),
    top: t.exposeFloat('top', { description: 'From the top edge.' }),
    width: t.exposeFloat('width', { description: 'Its width.' }),
    height: t.exposeFloat('height', { description: 'Its height.' }),
  }),
});

const TextPartType = builder.objectRef<TextPart>('MarkedText').implement({
  description: 'A part of words that changed.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Its letters.' }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether they are others.' }),
  }),
});

interface FileOfProof extends ComparedFile {
  readonly pageCount: number;
}

const ComparedFileType = builder.objectRef<FileOfProof>('ComparedFile').implement({
  description: 'One of two PDFs that were compared.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As it was uploaded.' }),
    sha256: t.exposeString('sha256', { description: 'In lower-case hex.' }),
    byteCount: t.exposeFloat('byteCount', { description: 'Its bytes.' }),
    pageCount: t.exposeInt('pageCount', { description: 'Its pages.' }),
  }),
});

builder.objectFields(ChangedWordsType, (t) => ({
  beforeParts: t.field({
    type: [TextPartType],
    description: '`before`, with the letters marked that are others.',
    resolve: (words) => [...markedWords(words).before],
  }),
  afterParts: t.field({
    type: [TextPartType],
    description: '`after`, with the letters marked that are others.',
    resolve: (words) => [...markedWords(words).after],
  }),
}));

builder.objectField(PageDifferenceType, 'fromTrim', (t) =>
  t.field({
    type: MillimeterBoxType,
    description: 'Where in the second file, from the top left corner of the trimmed sheet.',
    resolve: ({ fromTrim }) => fromTrim.query,
  }),
);

const SheetCopyType = builder.objectRef<SheetCopy>('SheetCopy').implement({
  description: 'A copy of a page on a sheet.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1, sheet by sheet and row by row.' }),
    sheet: t.exposeInt('sheet', {
      nullable: true,
      description: 'Page of the second file, from 1; null for a copy that is missing somewhere.',
    }),
    place: t.field({
      type: MillimeterBoxType,
      nullable: true,
      description: 'From the top left corner of the sheet; null likewise.',
      resolve: ({ place }) => place,
    }),
    turn: t.exposeInt('turn', {
      nullable: true,
      description: 'How it stands there, in degrees clockwise; null for a copy that is missing.',
    }),
    name: t.string({
      description: 'Number, sheet, place and turn in words.',
      args: {
        language: t.arg({ type: ReportLanguageEnum, defaultValue: 'en', description: 'Of the name.' }),
      },
      resolve: (copy, { language }) => nameOfCopy(copy, proofWords(language ?? 'en')),
    }),
  }),
});

builder.objectFields(ComparedPageType, (t) => ({
  copy: t.field({
    type: SheetCopyType,
    nullable: true,
    description: 'Which copy it is, in a comparison with sheets.',
    resolve: ({ page }) => page.copy,
  }),
  alsoDiffers: t.field({
    type: [AlsoDiffersType],
    description: 'What both pages differ in without that it shows.',
    resolve: ({ page }) => [...page.alsoDiffers],
  }),
  lacksText: t.boolean({
    description: 'Whether a page that both files have is without a text layer in one of them.',
    resolve: ({ page }) => page.lacksText,
  }),
}));

builder.objectFields(PdfComparisonType, (t) => ({
  files: t.field({
    type: [ComparedFileType],
    description: 'The first file and the second one.',
    resolve: ({ record, comparison }) => {
      const counts = [comparison.referencePageCount, comparison.queryPageCount];
      return record.files.map((file, at) => ({ ...file, pageCount: counts[at] ?? 0 }));
    },
  }),
  profile: t.string({
    nullable: true,
    description: 'Name of the profile whose settings were taken.',
    resolve: ({ record }) => record.profile,
  }),
  version: t.string({ description: 'Of Loupe.', resolve: ({ record }) => record.version }),
  user: t.string({ nullable: true, description: 'Who compared.', resolve: ({ record }) => record.user }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'When the files were compared.',
    resolve: ({ record }) => record.date,
  }),
  remarks: t.stringList({
    description: 'How the files were compared: the mode and what it forgives, settings, what was left out.',
    args: {
      language: t.arg({ type: ReportLanguageEnum, defaultValue: 'en', description: 'Of the sentences.' }),
    },
    resolve: ({ record, comparison }, { language }) => [
      ...recordLines(record, comparison, proofWords(language ?? 'en')),
    ],
  }),
  alsoDiffers: t.field({
    type: [AlsoDiffersType],
    description: 'What the files as such differ in without that it shows.',
    resolve: ({ comparison }) => [...comparison.alsoDiffers],
  }),
  decisions: t.field({
    type: [ComparisonDecisionType],
    description: 'What was decided about places and pages.',
    resolve: ({ decisions }) => [...decisions],
  }),
}));
