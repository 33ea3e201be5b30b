/** Tools about what readers did, and about recognition. */
import { z } from 'zod';
import { Refused } from '../courier.js';
import { id, language, PROBLEM, tool } from '../tool.js';

const statistics = tool({
  name: 'statistics',
  title: 'Statistics',
  description:
    'Counts recognitions, clicks and scans of an organization with all below it, or of one of its elements.',
  input: z.object({
    elementId: id('the organization, folder, document, page or zone'),
    from: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('First instant, for example 2026-05-01T00:00:00Z.'),
    to: z.iso.datetime({ offset: true }).optional().describe('Instant after the last one.'),
    by: z
      .array(
        z.enum(['ACTION', 'DAY', 'DEVICE', 'DOCUMENT', 'FOLDER', 'HOUR', 'LANGUAGE', 'PAGE', 'SDK', 'ZONE']),
      )
      .max(2)
      .default([])
      .describe('What to count by, two at most; the total alone when left out.'),
  }),
  scope: 'insight:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($elementId: ID!, $from: DateTime, $to: DateTime, $by: [StatisticsDimension!]) {
        done: statistics(elementId: $elementId, from: $from, to: $to, by: $by) { timeZone
          total { matches clicks clicksWithoutMatch unrecognizedScans pictureScans }
          rows { keys { dimension id name } counts { matches clicks } } } }`,
      input,
    ),
  }),
});

const explainRecognition = tool({
  name: 'explain_recognition',
  title: 'Explain a recognition',
  description:
    'Tries a photo out: which page or zone of an organization a reader would be answered, which others resemble it, and which test they failed. Nothing is recorded.',
  input: z.object({
    organizationId: id('the organization whose pages are searched'),
    photo: z.base64().max(8_000_000).optional().describe('JPEG, PNG or WebP in Base64; or give imageUrl.'),
    imageUrl: z.url().max(2000).optional().describe('Public address of the photo.'),
    languageCode: language.optional(),
  }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, { photo, ...input }) => {
    if ((photo === undefined) === (input.imageUrl === undefined)) {
      throw new Refused('BAD_USER_INPUT', 'Give the photo either as photo or as imageUrl.');
    }
    const document = `query ($organizationId: ID!, $photo: Upload, $imageUrl: URL, $languageCode: Locale) {
      done: tryRecognition(input: { organizationId: $organizationId, photo: $photo, imageUrl: $imageUrl, languageCode: $languageCode }) {
        ... on RecognitionTrial { keypointCount answer { id documentId order title languageCode score }
          candidates { outcome element { id type name } match { decision inlierCount matchStrength distance } recognizedBy { id } } }
        ${PROBLEM} } }`;
    const bytes = photo === undefined ? undefined : { bytes: Buffer.from(photo, 'base64') };
    return { data: await courier.ask(document, input, bytes) };
  },
});

export const readerTools = [statistics, explainRecognition];
