/** Searches in applications, explanations of matches, and comparisons of two pictures. */
import type { FineComparisonView } from '../../src/engine/search/comparison.service.js';
import type { Explanation } from '../../src/engine/search/explanation.service.js';
import type { PairComparison } from '../../src/engine/search/pair-comparison.js';
import type { NearDuplicate, ReferenceHit, SearchPage } from '../../src/engine/views.js';
import type { Coverage } from '../../src/engine-host/appearance/comparison-settings.js';
import type { Difference } from '../../src/engine-host/appearance/fine-comparison.js';
import type {
  ExplainedMatch,
  FractionBox,
  LocalMatch,
  MatchedPoint,
  MatchSide,
  Point,
} from '../../src/engine-host/types.js';
import type { WholeChange } from '../../src/engine-host/appearance/whole-change.js';
import { proofWords } from '../../src/proofs/words/languages.js';
import { wholeSentence } from '../../src/proofs/words/sentences.js';
import { builder } from '../builder.js';
import { ReportLanguageEnum } from '../recognition/report-language.js';

export const PointType = builder.objectRef<Point>('Point').implement({
  description: 'A place in a picture, as fractions of its width and height.',
  fields: (t) => ({
    x: t.float({ description: '0 at the left, 1 at the right.', resolve: ([x]) => x }),
    y: t.float({ description: '0 at the top, 1 at the bottom.', resolve: ([, y]) => y }),
  }),
});

const Side = builder.objectRef<MatchSide>('MatchSide').implement({
  description: 'One picture of a match.',
  fields: (t) => ({
    box: t.field({
      type: [PointType],
      description: 'Four corners, clockwise from the top left.',
      resolve: ({ box }) => [...box],
    }),
    boxArea: t.exposeFloat('boxArea', { description: 'Share of the picture that the box covers.' }),
  }),
});

export const MatchType = builder.objectRef<LocalMatch>('LocalMatch').implement({
  description: 'How a picture matches a reference by local features.',
  fields: (t) => ({
    decision: t.exposeString('decision', { description: 'Clone, Match, Similar, Different or a rejection.' }),
    distance: t.exposeFloat('distance', { description: '0 (same) to 1.' }),
    isMirrored: t.exposeBoolean('isMirrored', {
      description: 'Whether the mirror image of the reference was recognized.',
    }),
    coveredSurface: t.float({
      description: 'Share of the visible part of the box that confirmed points cover, 0–1.',
      resolve: ({ scores }) => scores.boxCoveredSurface,
    }),
    matchStrength: t.float({
      description: 'Strength by the number of confirmed points, 0–1.',
      resolve: ({ scores }) => scores.matchStrength,
    }),
    inlierCount: t.exposeInt('inlierCount', { description: 'Confirmed pairs of points.' }),
    query: t.field({ type: Side, description: 'The picture searched with.', resolve: ({ query }) => query }),
    reference: t.field({ type: Side, description: 'The reference.', resolve: ({ reference }) => reference }),
    queryFromReference: t.floatList({
      nullable: true,
      description: 'Homography on fractions, row by row.',
      resolve: ({ queryFromReference }) => queryFromReference,
    }),
  }),
});

export const MatchedPointType = builder.objectRef<MatchedPoint>('MatchedPoint').implement({
  description: 'The same point in both pictures.',
  fields: (t) => ({
    inQuery: t.field({ type: PointType, description: 'In the query.', resolve: ({ inQuery }) => inQuery }),
    inReference: t.field({
      type: PointType,
      description: 'In the reference.',
      resolve: ({ inReference }) => inReference,
    }),
  }),
});

const Hit = builder.objectRef<ReferenceHit>('ReferenceHit').implement({
  description: 'A reference that was found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    keywords: t.exposeStringList('keywords', { description: 'Its keywords.' }),
    metadata: t.expose('metadata', {
      type: 'JSONObject',
      nullable: true,
      description: 'What you keep with it; null for nothing.',
    }),
    distance: t.exposeFloat('distance', { description: '0 (same, or as wanted) to 1.' }),
    match: t.field({
      type: MatchType,
      nullable: true,
      description: 'In applications that match.',
      resolve: ({ match }) => match,
    }),
    shapeDistance: t.float({
      nullable: true,
      description: 'In similarity applications: by shape alone.',
      resolve: ({ similarity }) => similarity?.shapeDistance,
    }),
    colorDistance: t.float({
      nullable: true,
      description: 'In similarity applications: by color alone.',
      resolve: ({ similarity }) => similarity?.colorDistance,
    }),
  }),
});

export const SearchPageType = builder.objectRef<SearchPage>('ReferenceSearchResult').implement({
  description: 'What a search found, best first.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All that matched, not only this page.' }),
    hits: t.field({ type: [Hit], description: 'The page.', resolve: ({ hits }) => hits }),
  }),
});

type NumberedDifference = Difference & { readonly number: number };

const pointsOf = ({ match }: { readonly match: ExplainedMatch }) => match.points;

const NearEqualType = builder.objectRef<NearDuplicate>('NearEqualReference').implement({
  description:
    'A reference that is so like another that a photo may be taken for either: a copy, an edition, a volume.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the reference.' }),
    distance: t.exposeFloat('distance', { description: 'Between the two references, 0 (same)–1.' }),
  }),
});

export const ExplanationType = builder.objectRef<Explanation>('MatchExplanation').implement({
  description: 'Why a picture matches a reference, or not.',
  fields: (t) => ({
    match: t.field({ type: MatchType, description: 'The match.', resolve: ({ match }) => match }),
    points: t.field({
      type: [MatchedPointType],
      description: 'Confirmed pairs of points.',
      resolve: pointsOf,
    }),
    nearEquals: t.field({
      type: [NearEqualType],
      description: 'Other references that a photo of this one may be taken for, nearest first.',
      resolve: ({ nearEquals }) => [...nearEquals],
    }),
    overlay: t.string({
      nullable: true,
      description: 'The picture with box and points: JPEG, base64.',
      resolve: ({ overlayJpeg }) => overlayJpeg?.toString('base64'),
    }),
  }),
});

export const BoxType = builder.objectRef<FractionBox>('PictureBox').implement({
  description: 'A rectangle in a picture, as fractions of its width and height.',
  fields: (t) => ({
    left: t.exposeFloat('left', { description: 'From the left edge, 0–1.' }),
    top: t.exposeFloat('top', { description: 'From the top edge, 0–1.' }),
    width: t.exposeFloat('width', { description: 'Its width, 0–1.' }),
    height: t.exposeFloat('height', { description: 'Its height, 0–1.' }),
  }),
});

export const DifferenceKindEnum = builder.enumType('DifferenceKind', {
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

export const SensitivityEnum = builder.enumType('ComparisonSensitivity', {
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

const WholeChangeKindEnum = builder.enumType('WholeChangeKind', {
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
      args: { language: t.arg({ type: ReportLanguageEnum, defaultValue: 'en' }) },
      resolve: (change, { language }) => wholeSentence(change, proofWords(language ?? 'en'), 'px'),
    }),
  }),
});

const FineType = builder.objectRef<FineComparisonView>('FineComparison').implement({
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

export interface WholeComparison {
  readonly pair: PairComparison;
  readonly fine: FineComparisonView | null;
}

export const ComparisonType = builder.objectRef<WholeComparison>('PictureComparison').implement({
  description: 'How two pictures compare.',
  fields: (t) => ({
    match: t.field({ type: MatchType, description: 'By local features.', resolve: ({ pair }) => pair.match }),
    points: t.field({
      type: [MatchedPointType],
      description: 'Pairs of points.',
      resolve: ({ pair }) => pointsOf(pair),
    }),
    lookDistance: t.float({
      description: 'How unlike they look as a whole, 0–1.',
      resolve: ({ pair }) => pair.appearance.distance,
    }),
    grade: t.int({
      description: 'How well the first would serve as a reference, 0–5.',
      resolve: ({ pair }) => pair.grade.value,
    }),
    overlay: t.string({
      description: 'Both side by side with matched points: JPEG, base64.',
      resolve: ({ pair }) => pair.overlayJpeg.toString('base64'),
    }),
    fine: t.field({
      type: FineType,
      nullable: true,
      description: 'What differs in detail, when it was asked for.',
      resolve: ({ fine }) => fine,
    }),
  }),
});
