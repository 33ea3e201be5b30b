import { z } from 'zod';
import { noContent, ok } from './answer.js';
import type { Call } from './call.js';
import { flag, nullable, optional, text, wholeNumber } from './members.js';
import { route, type Route } from './route.js';
import { activityStatus } from './status.js';
import { imageWire } from './tree.wire.js';

const wholeImage = z.object({
  Id: optional(text),
  Name: text,
  Order: wholeNumber,
  Status: activityStatus,
  AutoTrigger: nullable(flag),
});
const changedImage = z.object({
  Id: optional(text),
  Name: optional(text),
  Order: optional(wholeNumber),
  Status: optional(activityStatus),
  AutoTrigger: nullable(flag),
});

const id = (call: Call) => call.id('image');

export const imageRoutes: readonly Route[] = [
  route('GET', '/api/images/:id?', 'Read an image', async (call) =>
    ok(imageWire(await call.services.images.get(call.viewer, id(call)), call.urlOf)),
  ),
  route(
    'PUT',
    '/api/images/:id?',
    'Replace Name, Order, Status and AutoTrigger of an image',
    async (call) => {
      const { Id, Name, Order, Status, AutoTrigger } = await call.members(wholeImage);
      const image = { name: Name, order: Order, status: Status, autoTrigger: AutoTrigger ?? null };
      await call.services.images.replace(call.viewer, call.id('image', Id), image);
      return noContent;
    },
  ),
  route(
    'PATCH',
    '/api/images/:id?',
    'Change AutoTrigger, Name, Order or Status of an image',
    async (call) => {
      const { Id, Name, Order, Status, AutoTrigger } = await call.members(changedImage);
      const patch = { name: Name, order: Order, status: Status, autoTrigger: AutoTrigger };
      await call.services.images.patch(call.viewer, call.id('image', Id), patch);
      return noContent;
    },
  ),
];
