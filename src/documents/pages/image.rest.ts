import { z } from 'zod';
import { nodeStateOf } from '../../kernel/precondition.js';
import { activationAnswer, activationQuery } from '../activation.rest.js';
import { created, ok } from '../../rest/platform/answer.js';
import { changeRoute, deleteRoute, replaceRoute } from '../../rest/platform/change-routes.js';
import type { Call } from '../../rest/platform/call.js';
import { uploaded, withDocumentFile } from '../document-file.rest.js';
import { flag, nullable, optional, text, wholeNumber } from '../../rest/shared/members.js';
import { conditional, route, type Route } from '../../rest/platform/route.js';
import { activityStatus } from '../../rest/platform/shapes.js';
import { imageAndZonesView, imageView } from '../../tree/tree.view.js';

const wholeImage = z.object({
  Id: optional(text),
  Name: text,
  Order: wholeNumber,
  Status: activityStatus,
  AutoTrigger: nullable(flag),
  TimeWindow: nullable(text).describe('Stays when it is left out'),
});
const changedImage = z.object({
  Id: optional(text),
  Name: optional(text),
  Order: optional(wholeNumber),
  Status: optional(activityStatus),
  AutoTrigger: nullable(flag),
  TimeWindow: nullable(text),
});

const insertion = z.object({
  Order: optional(wholeNumber).describe(
    'Place of the first new page, from 1; behind the last one by default',
  ),
  Status: optional(activityStatus).describe('Active by default'),
});
const idOnly = z.object({ Id: optional(text) });
const BEING_MADE = 'Pages of the document are still being processed, or processing failed';

const id = (call: Call) => call.id('image');

export const imageRoutes: readonly Route[] = [
  route(
    'GET',
    '/api/images/:id?',
    "Read an image; ?documentId= lists a document's",
    async (call) => {
      const documentId = call.query.get('documentId');
      if (call.givenId('image') === null && documentId !== null) {
        const images = await call.services.documents.images(call.viewer, documentId);
        return ok(images.map((image) => imageView.of(image, call.urlOf)));
      }
      const image = await call.services.images.get(call.viewer, id(call));
      return ok(imageView.of(image, call.urlOf), nodeStateOf(image));
    },
    {
      query: { documentId: 'Without an id: lists the images of this document' },
      answer: z.union([imageView.shape, z.array(imageView.shape)]),
    },
  ),
  replaceRoute(
    '/api/images/:id?',
    'Replace Name, Order, Status, AutoTrigger and TimeWindow of an image',
    wholeImage,
    async (call, { Id, Name, Order, Status, AutoTrigger, TimeWindow }) => {
      const own = { name: Name, order: Order, status: Status };
      const image = { ...own, autoTrigger: AutoTrigger ?? null, timeWindow: TimeWindow };
      await call.services.images.replace(call.viewer, call.id('image', Id), image, call.precondition);
    },
  ),
  route(
    'PATCH',
    '/api/images/:id?',
    'Change AutoTrigger, Name, Order, Status or TimeWindow of an image',
    async (call) => {
      const { Id, Name, Order, Status, ...shown } = await call.changes(changedImage);
      const { AutoTrigger: autoTrigger, TimeWindow: timeWindow } = shown;
      const patch = { name: Name, order: Order, status: Status, autoTrigger, timeWindow };
      const imageId = call.id('image', Id);
      await call.services.images.patch(call.viewer, imageId, patch, call.precondition);
      return activationAnswer(call, imageId, Status);
    },
    { ...conditional, body: changedImage, query: activationQuery },
  ),
  deleteRoute(
    '/api/images/:id?',
    'Throw a page away; those behind it move up',
    (call) => call.services.images.delete(call.viewer, id(call), call.precondition),
    { statuses: { 409: 'The only page, or pages are still being processed' } },
  ),
  route(
    'POST',
    '/api/documents/:id/images',
    'Insert the pages of a file into a document; those behind them move back',
    async (call) => {
      const pages = await withDocumentFile(call, insertion, (file, { Order, Status }) =>
        call.services.pageFiles.insert(
          call.viewer,
          call.id('document'),
          file,
          { order: Order, status: Status, precondition: call.precondition },
          call.signal,
        ),
      );
      return created(pages.map((page) => imageView.of(page, call.urlOf)));
    },
    {
      ...conditional,
      form: { document: insertion },
      bodyInstead: insertion.extend(uploaded),
      answer: z.array(imageView.shape),
      statuses: { 409: BEING_MADE },
    },
  ),
  changeRoute(
    'PUT',
    '/api/images/:id/file',
    "Replace a page's file by another of one page; titles, actions and zones stay",
    (call) =>
      withDocumentFile(call, idOnly, (file) =>
        call.services.pageFiles.replace(call.viewer, id(call), file, call.precondition, call.signal),
      ),
    {
      ...conditional,
      form: { document: idOnly },
      bodyInstead: idOnly.extend(uploaded),
      statuses: { 409: BEING_MADE },
    },
  ),
  route(
    'GET',
    '/api/ImageAndZones/:id?',
    'Read an image together with its zones',
    async (call) =>
      ok(imageAndZonesView.of(await call.services.images.withZones(call.viewer, id(call)), call.urlOf)),
    { answer: imageAndZonesView.shape },
  ),
];
