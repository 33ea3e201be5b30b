/** Packs: pages that phones recognize without a network. */
import { z } from 'zod';
import { created, file, ok } from '../rest/platform/answer.js';
import type { Call } from '../rest/platform/call.js';
import { changeRoute } from '../rest/platform/change-routes.js';
import { route, type Route } from '../rest/platform/route.js';
import {
  date,
  dates,
  datesOf,
  guid,
  optionalAddress,
  optionalText,
  shape,
  text as textShape,
  whole,
} from '../rest/platform/shapes.js';
import { flag, nullable, optional, text, wholeNumber } from '../rest/shared/members.js';
import { packAddresses } from './pack.rules.js';
import type { PackView } from './pack.service.js';

const packShape = shape('Pack', 'Active pages of an element in one signed file', {
  Id: guid,
  ElementId: guid,
  Languages: z.array(textShape).describe('That readers are shown; empty for those of each document'),
  ValidDays: whole,
  Version: whole.describe('How often it was made; 0 until it is there'),
  PageCount: whole,
  SizeBytes: whole,
  PictureBytes: whole.describe('Of these: icons and thumbnails'),
  ComparisonBytes: whole.describe('Of these: pictures of pages that others look like, to tell them apart'),
  WithIcons: z.boolean().describe('Whether it holds the icons of actions'),
  WithThumbnails: z.boolean().describe('Whether it holds a small picture of each page and zone'),
  Keypoints: whole.describe('Of a page: 500, or 300 in a smaller pack'),
  DateMade: date.nullable(),
  DateExpires: date.nullable().describe('From then on phones refuse it'),
  IsBeingMade: z.boolean(),
  Progress: z.number().describe('0–1 of the making that is going on'),
  FailureReason: optionalText,
  PublicKey: textShape.describe('Ed25519 key that it is signed with, base64url'),
  Url: optionalAddress.describe(
    'Its public address for ?key=, a publishable key; null without, and until it is made',
  ),
  ScanUrl: optionalAddress.describe('The page for phones that keeps it, for ?key='),
  ...dates,
});

/** With its public addresses where the query names a publishable key. */
function answerOf(call: Call, pack: PackView): z.output<typeof packShape> {
  const key = call.query.get('key');
  const addresses = key === null ? null : packAddresses(call.baseUrl, key, pack.id);
  return {
    Id: pack.id,
    ElementId: pack.elementId,
    Languages: [...pack.languages],
    ValidDays: pack.validDays,
    Version: pack.version,
    PageCount: pack.pageCount,
    SizeBytes: Number(pack.sizeBytes),
    PictureBytes: Number(pack.pictureBytes),
    ComparisonBytes: Number(pack.comparisonBytes),
    WithIcons: pack.withIcons,
    WithThumbnails: pack.withThumbnails,
    Keypoints: pack.keypoints,
    DateMade: pack.dateMade?.toISOString() ?? null,
    DateExpires: pack.dateExpires?.toISOString() ?? null,
    IsBeingMade: pack.isBeingMade,
    Progress: pack.progress,
    FailureReason: pack.failureReason,
    PublicKey: call.services.packs.publicKey,
    Url: pack.version === 0 ? null : (addresses?.url ?? null),
    ScanUrl: addresses?.scanUrl ?? null,
    ...datesOf(pack),
  };
}

const creation = z.object({
  ElementId: text,
  Languages: nullable(z.array(text, 'must be a list of languages')),
  ValidDays: optional(wholeNumber),
  WithIcons: optional(flag),
  WithThumbnails: optional(flag),
  Keypoints: optional(wholeNumber),
});

const KEY = { key: 'A publishable key of the organization, for Url and ScanUrl' };

export const packRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/Packs',
    'List the packs of an organization, folder or document by ?elementId=, the oldest first',
    async (call) => {
      const packs = await call.services.packs.list(call.viewer, call.query.required('elementId'));
      return ok(packs.map((pack) => answerOf(call, pack)));
    },
    { query: { 'elementId*': 'The element', ...KEY }, answer: z.array(packShape) },
  ),
  route(
    'POST',
    '/services/Packs',
    'Have a pack made in the background: ask for it by its Id until IsBeingMade is false',
    async (call) => {
      const { ElementId: elementId, Languages, ValidDays: validDays, ...rest } = await call.members(creation);
      const { WithIcons: withIcons, WithThumbnails: withThumbnails, Keypoints: keypoints } = rest;
      const pictures = { withIcons, withThumbnails };
      const choice = { elementId, languages: Languages ?? undefined, validDays, ...pictures, keypoints };
      return created(answerOf(call, await call.services.packs.create(call.viewer, choice)));
    },
    { body: creation, query: KEY, answer: packShape },
  ),
  {
    ...route(
      'GET',
      '/services/Packs/Draft',
      'Make a pack of a document as its draft has it, valid for an hour: what readers get once it is published and active',
      async (call) => {
        const documentId = call.query.required('documentId');
        const { file: content } = await call.services.draftPacks.ofDocument(call.viewer, documentId);
        const fileName = `draft-${documentId.toLowerCase()}.loupepack`;
        return file({ content, contentType: 'application/octet-stream', fileName });
      },
      {
        query: { 'documentId*': 'The document' },
        answer: z.string().describe('The file'),
        statuses: { 409: 'No page can be recognized yet, or there are more than 200 pages and zones' },
      },
    ),
    isSecret: true,
  },
  route(
    'GET',
    '/services/Packs/:id',
    'Get a pack',
    async (call) => ok(answerOf(call, await call.services.packs.find(call.viewer, call.id('pack')))),
    { query: KEY, answer: packShape },
  ),
  changeRoute(
    'PUT',
    '/services/Packs/:id/Remake',
    'Have the next version of a pack made: phones fetch of it what has changed',
    async (call) => {
      await call.services.packs.remake(call.viewer, call.id('pack'));
    },
  ),
  changeRoute(
    'DELETE',
    '/services/Packs/:id',
    'Revoke a pack: nobody can fetch it any more; phones that have it use it until it expires',
    (call) => call.services.packs.revoke(call.viewer, call.id('pack')),
  ),
];
