/** Searches in applications, explanations of matches, and comparisons of two pictures. */
import type { FineComparisonView } from '../../src/engine/search/comparison.service.js';
import type { Explanation } from '../../src/engine/search/explanation.service.js';
import type { Baseline, BaselineMatch, PairComparison } from '../../src/engine/search/pair-comparison.js';
import type { NearDuplicate, ReferenceHit, SearchPage } from '../../src/engine/views.js';
import type {
  Decision,
  ExplainedMatch,
  LocalMatch,
  MatchedPoint,
  MatchSide,
  Point,
} from '../../src/engine-host/types.js';
import { builder, enumType } from '../builder.js';
import { FineType } from './fine-comparison.js';

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

const DecisionEnum = enumType('MatchDecision', {
  description: 'What the engine decides of a picture and a reference.',
  values: {
    Clone: { description: 'The same picture.' },
    Match: { description: 'The reference is in it.' },
    Similar: { description: 'It looks like the reference, and shows something else.' },
    Different: { description: 'They have nothing in common.' },
    RejectedByGeometry: {
      value: 'Rejection due to geometric test',
      description: 'What they share does not lie as it would on one surface.',
    },
    RejectedByBox: {
      value: 'Rejection due to shape of the matching box',
      description: 'The reference would lie in it in a shape that no photo gives.',
    },
  } satisfies Record<string, { value?: Decision; description: string }>,
});

export const MatchType = builder.objectRef<LocalMatch>('LocalMatch').implement({
  description: 'How a picture matches a reference by local features.',
  fields: (t) => ({
    decision: t.expose('decision', {
      type: DecisionEnum,
      description: 'CLONE and MATCH count as recognized.',
    }),
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

export const BaselineEnum = enumType('ComparisonBaseline', {
  description: 'A baseline to set beside the answer of recognition.',
  values: { orb: { description: 'OpenCV’s ORB and findHomography.' } } satisfies Record<Baseline, object>,
});

const BaselineMatchType = builder.objectRef<BaselineMatch>('BaselineMatch').implement({
  description: 'The answer of a baseline to two pictures, on the pixels that recognition looks at.',
  fields: (t) => ({
    referenceKeypointCount: t.exposeInt('referenceKeypointCount', {
      description: 'Keypoints of the first picture.',
    }),
    queryKeypointCount: t.exposeInt('queryKeypointCount', {
      description: 'Keypoints of the second picture.',
    }),
    matchCount: t.exposeInt('matchCount', { description: 'Pairs of keypoints that pass the ratio test.' }),
    inlierCount: t.exposeInt('inlierCount', {
      description: 'Of these, that the homography maps onto each other.',
    }),
    queryFromReference: t.floatList({
      nullable: true,
      description: 'Homography on fractions, row by row; null when none was found.',
      resolve: ({ queryFromReference }) => queryFromReference,
    }),
    timeMs: t.exposeFloat('timeMs', { description: 'Wall time of decoding, describing and matching both.' }),
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
    baseline: t.field({
      type: BaselineMatchType,
      nullable: true,
      description: 'Answer of the baseline, when it was asked for.',
      resolve: ({ pair }) => pair.baseline,
    }),
    fine: t.field({
      type: FineType,
      nullable: true,
      description: 'What differs in detail, when it was asked for.',
      resolve: ({ fine }) => fine,
    }),
  }),
});
