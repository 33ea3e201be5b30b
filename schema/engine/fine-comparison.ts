/** Differences of two pictures in detail. */
import type { FineComparisonView } from '../../src/engine/search/comparison.service.js';
import type { Coverage } from '../../src/engine-host/appearance/comparison-settings.js';
import type { Difference } from '../../src/engine-host/appearance/fine-comparison.js';
import type { WholeChange } from '../../src/engine-host/appearance/whole-change.js';
import type { FractionBox } from '../../src/engine-host/types.js';
import { proofWords } from '../../src/proofs/words/languages.js';
import { wholeSentence } from '../../src/proofs/words/sentences.js';
import { builder, enumType } from '../builder.js';
import { ReportLanguageEnum } from '../recognition/report-language.js';

type NumberedDifference = Difference & { readonly number: number };

export const BoxType = builder.objectRef<FractionBox>('PictureBox').implement({
  description: 'A rectangle in a picture, as fractions of its width and height.',
  fields: (t) => ({
    left: t.exposeFloat('left', { description: 'From the left edge, 0–1.' }),
    top: t.exposeFloat('top', { description: 'From the top edge, 0–1.' }),
    width: t.exposeFloat('width', { description: 'Its width, 0–1.' }),
    height: t.exposeFloat('height', { description: 'Its height, 0–1.' }),
  }),
});

export const DifferenceKindEnum = enumType('DifferenceKind', {
  description:
    'How a place differs: the query has something more, something less, something else, elsewhere, or in another color.',
  values: {
    Added: { value: 'added' },
    Missing: { value: 'missing' },
    Changed: { value: 'changed' },
    Moved: { value: 'moved' },
    Recolored: { value: 'recolored' },
  } as const,
});

const DifferenceType = builder.objectRef<NumberedDifference>('PictureDifference').implement({
  description: 'A place where two pictures really differ.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'As in the drawings, from 1.' }),
    kind: t.field({ type: DifferenceKindEnum, description: 'How it differs.', resolve: ({ kind }) => kind }),
    inReference: t.field({
      type: BoxType,
      description: 'Where in the reference; of a moved mark, where it was.',
      resolve: ({ inReference }) => inReference,
    }),
    inQuery: t.field({
      type: BoxType,
      description: 'Where in the query; of a moved mark, where it is now.',
      resolve: ({ inQuery }) => inQuery,
    }),
    meanDifference: t.exposeFloat('meanDifference', {
      description:
        'Beyond what noise and edges explain, in CIELAB units: 2 is just visible, 100 is black against white.',
    }),
    deltaE: t.exposeFloat('deltaE', { description: 'Mean color difference (CIE 1976).' }),
    areaShare: t.exposeFloat('areaShare', { description: 'Share of the compared area, 0–1.' }),
  }),
});

export const SensitivityEnum = enumType('ComparisonSensitivity', {
  description:
    'What the second picture of a comparison is: a file of the same print, a scan of it, or a photo.',
  values: {
    Proof: { value: 'proof' },
    Scan: { value: 'scan' },
    Photo: { value: 'photo' },
  } as const,
});

const CoverageType = builder.objectRef<Coverage>('ComparisonCoverage').implement({
  description: 'What of the reference was compared, and how finely. Shares are of the reference, 0–1.',
  fields: (t) => ({
    comparedShare: t.exposeFloat('comparedShare', { description: 'What was compared.' }),
    outOfViewShare: t.exposeFloat('outOfViewShare', { description: 'What the query does not show.' }),
    glareShare: t.exposeFloat('glareShare', { description: 'What glare hides.' }),
    ignoredShare: t.exposeFloat('ignoredShare', { description: 'What was to be ignored.' }),
    blurredShare: t.exposeFloat('blurredShare', {
      description: 'Of the printed places, those too blurred to compare fine print.',
    }),
    comparedPixels: t.exposeFloat('comparedPixels', { description: 'Pixels that were compared.' }),
    resolutionShare: t.exposeFloat('resolutionShare', {
      description: 'Resolution along a side, as a share of that of the finer picture.',
    }),
    sensitivity: t.field({
      type: SensitivityEnum,
      description: 'As asked for, or as the pose says.',
      resolve: ({ sensitivity }) => sensitivity,
    }),
  }),
});

const WholeChangeKindEnum = enumType('WholeChangeKind', {
  description: 'How everything in a file can differ.',
  values: {
    Mirrored: { value: 'mirrored' },
    Turned: { value: 'turned' },
    Scaled: { value: 'scaled' },
    Moved: { value: 'moved' },
    Recolored: { value: 'recolored' },
  } as const satisfies Record<string, { value: WholeChange['kind'] }>,
});

const WholeChangeType = builder.objectRef<WholeChange>('WholeChange').implement({
  description: 'What changed all over a file.',
  fields: (t) => ({
    kind: t.field({ type: WholeChangeKindEnum, description: 'How.', resolve: ({ kind }) => kind }),
    deltaE: t.float({
      nullable: true,
      description: 'Of another color: CIEDE2000.',
      resolve: (change) => (change.kind === 'recolored' ? change.deltaE : null),
    }),
    sentence: t.string({
      description: 'What changed; lengths in pixels of the reference.',
      args: {
        language: t.arg({ type: ReportLanguageEnum, defaultValue: 'en', description: 'Of the sentence.' }),
      },
      resolve: (change, { language }) => wholeSentence(change, proofWords(language ?? 'en'), 'px'),
    }),
  }),
});

export const FineType = builder.objectRef<FineComparisonView>('FineComparison').implement({
  description: 'What differs between two pictures in detail.',
  fields: (t) => ({
    score: t.exposeFloat('score', {
      description:
        '0 when nothing differs, growing to 100 by area: a wrong price on a page is 0.01. Ask for more than 0.',
    }),
    visibleShare: t.exposeFloat('visibleShare', {
      description: 'Share of the reference that the query shows.',
    }),
    coverage: t.field({
      type: CoverageType,
      description: 'What of the reference was compared, and how finely.',
      resolve: ({ coverage }) => coverage,
    }),
    wholeChanges: t.field({
      type: [WholeChangeType],
      description: 'Of a proof: what changed all over. Of scans and photos nothing.',
      resolve: ({ wholeChanges }) => wholeChanges,
    }),
    differenceCount: t.int({
      description: 'Places that differ.',
      resolve: ({ differences }) => differences.length,
    }),
    differences: t.field({
      type: [DifferenceType],
      description: 'Those that differ most first, at most 500.',
      resolve: ({ differences }) => differences.map((each, at) => ({ ...each, number: at + 1 })),
    }),
    queryFromReference: t.floatList({
      description: 'Homography on fractions, row by row: where a point of the reference is in the query.',
      resolve: ({ queryFromReference }) => [...queryFromReference],
    }),
    reference: t.string({
      description: 'The reference with the differences drawn: JPEG, base64.',
      resolve: ({ referenceJpeg }) => referenceJpeg.toString('base64'),
    }),
    query: t.string({
      description: 'The query with the differences drawn: JPEG, base64.',
      resolve: ({ queryJpeg }) => queryJpeg.toString('base64'),
    }),
  }),
});
