/** Trying a photo out: the answer, and how it came about. */
import type {
  RecognitionTrial,
  TrialCandidate,
  TrialOutcome,
} from '../../src/recognition/recognition-trial.service.js';
import type { SearchResult } from '../../src/engine-host/types.js';
import { builder, enumType } from '../builder.js';
import { MatchedPointType, MatchType, PointType } from '../engine/engine-match.js';
import { imageUrlDescription, withImage } from '../inputs.js';
import { arg, problemQuery } from '../mutations.js';
import { EnrichedImage } from './recognition.js';
import { Picture, TreeNode } from '../refs.js';

const OutcomeEnum = enumType('TrialOutcome', {
  description: 'What came of a candidate.',
  values: {
    Answered: { description: 'A reader gets it.' },
    OutsideWindow: { description: 'Recognized; its time window is closed now.' },
    NotTheMeantOne: { description: 'Recognized; another one suits the photo better.' },
    NoAction: { description: 'Recognized; it offers nothing.' },
    Refused: { description: 'Not recognized; `match.decision` says which test it failed.' },
  } satisfies Record<TrialOutcome, object>,
});

const Timing = builder.objectRef<SearchResult['timing']>('SearchTiming').implement({
  description: 'How long the stages of a search took, in milliseconds.',
  fields: (t) => ({
    decodeMs: t.exposeFloat('decodeMs', { description: 'Reading the picture.' }),
    extractMs: t.exposeFloat('extractMs', { description: 'Finding its points.' }),
    searchMs: t.exposeFloat('searchMs', { description: 'Finding candidates.' }),
    verifyMs: t.exposeFloat('verifyMs', { description: 'Comparing them and deciding.' }),
  }),
});

const Candidate = builder.objectRef<TrialCandidate>('TrialCandidate').implement({
  description: 'A page, zone or picture that resembles the photo.',
  fields: (t) => ({
    element: t.field({
      type: TreeNode,
      nullable: true,
      description: 'The page or zone.',
      resolve: ({ elementId }) => elementId,
    }),
    picture: t.field({
      type: Picture,
      nullable: true,
      description: 'The picture of picture mode.',
      resolve: ({ pictureId }) => pictureId,
    }),
    outcome: t.field({
      type: OutcomeEnum,
      description: 'What came of it.',
      resolve: ({ outcome }) => outcome,
    }),
    recognizedBy: t.field({
      type: TreeNode,
      nullable: true,
      description:
        'The page or zone that was recognized instead, where this one was answered because it lies on the same page: `match` and `points` are of that one. Null where it was recognized itself.',
      resolve: ({ recognizedById }) => recognizedById,
    }),
    match: t.field({ type: MatchType, description: 'How it matches.', resolve: ({ match }) => match }),
    outline: t.field({
      type: [PointType],
      description:
        'Its corners in the photo, clockwise from its top left; they may lie outside. Empty when it was not found in it.',
      resolve: ({ outline }) => [...outline],
    }),
    points: t.field({
      type: [MatchedPointType],
      description: 'Confirmed pairs of points.',
      resolve: ({ points }) => [...points],
    }),
  }),
});

const Trial = builder.objectRef<RecognitionTrial>('RecognitionTrial').implement({
  description: 'What a photo is answered, and why.',
  fields: (t) => ({
    answer: t.field({
      type: EnrichedImage,
      nullable: true,
      description: 'What a reader would get; null for nothing.',
      resolve: ({ answer }) => answer,
    }),
    candidates: t.field({
      type: [Candidate],
      description: 'The nearest five, the answered one first.',
      resolve: ({ candidates }) => [...candidates],
    }),
    keypointCount: t.exposeInt('keypointCount', { description: 'Points that were found in the photo.' }),
    timing: t.field({
      type: Timing,
      nullable: true,
      description: 'How long it took; null where there is nothing to search in.',
      resolve: ({ timing }) => timing,
    }),
  }),
});

problemQuery('tryRecognition', {
  cannot: ['input'],
  type: Trial,
  description:
    'Tries a photo out: what a reader would be answered by an organization and those below it, and why. Nothing is recorded.',
  args: {
    organizationId: arg.id({ required: true, description: 'Whose ApiKey the reader would have.' }),
    photo: arg.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('photo') }),
    languageCode: arg.field({ type: 'Locale', description: 'The reader’s language, for example fr-FR.' }),
  },
  resolve: ({ organizationId, photo, imageUrl, languageCode }, context) =>
    withImage(context, 'photo', { image: photo, imageUrl }, (file) =>
      context.services.recognitionTrials.try(context.viewer, file, {
        organizationId,
        languageCode: languageCode ?? null,
        signal: context.signal,
      }),
    ),
});
