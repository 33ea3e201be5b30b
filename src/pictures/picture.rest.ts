/** Picture mode. Managing pictures needs a token; searching needs an ApiKey and the headers of scans only. */
import { z } from 'zod';
import { stateOf } from '../kernel/precondition.js';
import { badInput } from '../kernel/errors.js';
import type { PictureSearchResult } from './views.js';
import { created, listed, ok } from '../rest/platform/answer.js';
import { deleteRoute, patchRoute, replaceRoute } from '../rest/platform/change-routes.js';
import type { Call } from '../rest/platform/call.js';
import { photoHeaders, scanDevice } from '../readers/device.rest.js';
import { nullable, oneOf, optional, text, wholeNumber } from '../rest/shared/members.js';
import { type PlatformForm, withForm } from '../rest/platform/platform-form.js';
import { route, type Route } from '../rest/platform/route.js';
import { foundPictureView, pictureView } from './picture.view.js';

const keywords = z.array(z.string('must be a text'), 'must be a list of texts');
const newPicture = z.object({
  Name: text,
  OrganizationId: text,
  Data: nullable(text),
  Keywords: nullable(keywords),
});
const wholePicture = z.object({
  Id: optional(text),
  Name: text,
  Data: nullable(text),
  Keywords: nullable(keywords),
});
const changedPicture = z.object({
  Id: optional(text),
  Name: optional(text),
  Data: optional(text),
  Keywords: optional(keywords),
});
const pictureQuery = z.object({
  Keywords: optional(keywords),
  SearchBy: optional(oneOf(['Picture', 'Color'])),
  ColorOf: optional(text),
  Take: optional(wholeNumber),
});

export const pictureRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/Pictures',
    'Add a picture to an organization',
    async (call) =>
      withForm(call, async (form) => {
        const { Name, OrganizationId, Data, Keywords } = await form.members('picture', newPicture);
        const input = { name: Name, organizationId: OrganizationId, data: Data, keywords: Keywords };
        const picture = await call.services.pictures.create(call.viewer, input, form.file);
        return created(pictureView.of(picture, call.urlOf));
      }),
    { form: { 'picture*': newPicture }, answer: pictureView.shape },
  ),
  {
    method: 'POST',
    path: '/api/Pictures/Search',
    authentication: 'apiKey',
    summary: 'Find pictures by a photo, or by its colors or those of a picture; best first',
    form: { query: pictureQuery },
    files: { file: 'The photo; none where the query names a picture by ColorOf' },
    headers: photoHeaders,
    answer: z.array(pictureView.shape),
    handle: async (call) => {
      scanDevice(call);
      return withForm(call, async (form) => {
        const { sessionId, pictures } = await search(call, form);
        return ok(pictures.map((picture) => foundPictureView.of(picture, sessionId, call.urlOf)));
      });
    },
  },
  {
    ...route(
      'GET',
      '/api/Pictures/:id?',
      'Read a picture; ?organizationId= lists by _objectId (?afterObjectId=, ?take=)',
      async (call) => {
        const organizationId = call.query.get('organizationId');
        if (call.givenId('picture') === null && organizationId !== null) {
          return listPictures(call, organizationId);
        }
        const picture = await call.services.pictures.get(call.viewer, call.id('picture'));
        return ok(pictureView.of(picture, call.urlOf), stateOf(picture));
      },
      {
        query: {
          organizationId: 'Without an id: lists the pictures of this organization',
          name: 'Of a list: whole or part of Name',
          afterObjectId: '_objectId of the last picture of the page before',
          take: 'Pictures of the answer',
        },
        answer: z.union([pictureView.shape, z.array(pictureView.shape)]),
      },
    ),
    isPaged: true,
  },
  replaceRoute(
    '/api/Pictures/:id?',
    'Replace Name, Data and Keywords of a picture',
    wholePicture,
    async (call, { Id, Name, Data, Keywords }) => {
      const input = { name: Name, data: Data, keywords: Keywords };
      await call.services.pictures.replace(call.viewer, call.id('picture', Id), input, call.precondition);
    },
  ),
  patchRoute(
    '/api/Pictures/:id?',
    'Change each of Name, Data and Keywords that has a value',
    changedPicture,
    async (call, { Id, Name, Data, Keywords }) => {
      const patch = { name: Name, data: Data, keywords: Keywords };
      await call.services.pictures.patch(call.viewer, call.id('picture', Id), patch, call.precondition);
    },
  ),
  deleteRoute('/api/Pictures/:id?', 'Delete a picture', (call) =>
    call.services.pictures.delete(call.viewer, call.id('picture'), call.precondition),
  ),
];

async function listPictures(call: Call, organizationId: string) {
  const { pictures } = call.services;
  const name = call.query.get('name');
  const page = { after: call.query.get('afterObjectId'), take: call.query.count('take'), name };
  const found = await pictures.list(call.viewer, organizationId, page);
  const last = found.at(-1)?.objectId;
  const isFull = last !== undefined && found.length === page.take;
  return listed(
    found.map((picture) => pictureView.of(picture, call.urlOf)),
    {
      total: await pictures.count(call.viewer, organizationId, { name }),
      next: isFull ? { afterObjectId: last } : null,
    },
  );
}

/** By the photo itself, by its colors, or, without a photo, by the colors of a stored picture. */
async function search(call: Call, form: PlatformForm): Promise<PictureSearchResult> {
  const { Keywords, SearchBy, ColorOf, Take } = await form.optionalMembers('query', pictureQuery);
  const { pictureSearch } = call.services;
  const query = { keywords: Keywords, take: Take, signal: call.signal };
  if (ColorOf !== undefined) {
    if (SearchBy === 'Picture') throw badInput('ColorOf', 'goes with SearchBy Color only');
    return pictureSearch.byColorOf(call.viewer, ColorOf, query);
  }
  if (SearchBy === 'Color') return pictureSearch.byColorOfPhoto(call.viewer, form.file, query);
  return pictureSearch.byPhoto(call.viewer, form.file, query);
}
