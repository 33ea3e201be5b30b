import { z } from 'zod';
import { nodeStateOf } from '../../../kernel/precondition.js';
import { created, ok } from '../answer.js';
import { flag, nullable, optional, text, wholeNumber } from '../../shared/members.js';
import { deleteRoute, patchRoute, replaceRoute } from '../change-routes.js';
import { listRoute } from '../list-route.js';
import { route, type Route } from '../route.js';
import { zoneView } from '../tree/tree.view.js';

const rectangle = {
  PositionX: wholeNumber,
  PositionY: wholeNumber,
  Width: wholeNumber,
  Height: wholeNumber,
};
const others = { Name: optional(text), AutoTrigger: nullable(flag) };
const newZone = z.object({ ImageId: text, ...rectangle, ...others });
const wholeZone = z.object({ Id: optional(text), ...rectangle, ...others });
const changedZone = z.object({
  Id: optional(text),
  PositionX: optional(wholeNumber),
  PositionY: optional(wholeNumber),
  Width: optional(wholeNumber),
  Height: optional(wholeNumber),
  ...others,
  TitleStyle: nullable(text),
  ActionStyle: nullable(text),
  Order: optional(wholeNumber),
});

type WireZone = Partial<z.output<typeof changedZone>>;

function zoneInput<Zone extends WireZone>(zone: Zone) {
  return {
    positionXPercent: zone.PositionX as Zone['PositionX'],
    positionYPercent: zone.PositionY as Zone['PositionY'],
    widthPercent: zone.Width as Zone['Width'],
    heightPercent: zone.Height as Zone['Height'],
    name: zone.Name,
    autoTrigger: zone.AutoTrigger,
  };
}

export const zoneRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/zones',
    'Create a zone on an image; the image itself stops being recognized',
    async (call) => {
      const zone = await call.members(newZone);
      const input = { imageId: zone.ImageId, ...zoneInput(zone) };
      return created(zoneView.of(await call.services.zones.create(call.viewer, input), call.urlOf));
    },
    { body: newZone, answer: zoneView.shape },
  ),
  route(
    'GET',
    '/api/zones/:id?',
    'Read a zone; ?imageId= lists the zones of an image',
    async (call) => {
      const imageId = call.query.get('imageId');
      const zoneId = call.givenId('zone');
      if (zoneId === null && imageId !== null) {
        const zones = await call.services.zones.list(call.viewer, imageId);
        return ok(zones.map((zone) => zoneView.of(zone, call.urlOf)));
      }
      const zone = await call.services.zones.get(call.viewer, call.id('zone'));
      return ok(zoneView.of(zone, call.urlOf), nodeStateOf(zone));
    },
    {
      query: { imageId: 'Without an id: lists the zones of this image' },
      answer: z.union([zoneView.shape, z.array(zoneView.shape)]),
    },
  ),
  replaceRoute('/api/zones/:id?', 'Replace the place of a zone', wholeZone, async (call, zone) => {
    const { zones } = call.services;
    await zones.replace(call.viewer, call.id('zone', zone.Id), zoneInput(zone), call.precondition);
  }),
  patchRoute(
    '/api/zones/:id?',
    'Change the place, Name, Order, AutoTrigger or styles of a zone',
    changedZone,
    async (call, zone) => {
      const patch = {
        ...zoneInput(zone),
        titleStyle: zone.TitleStyle,
        actionStyle: zone.ActionStyle,
        order: zone.Order,
      };
      await call.services.zones.patch(call.viewer, call.id('zone', zone.Id), patch, call.precondition);
    },
  ),
  deleteRoute('/api/zones/:id?', 'Delete a zone', (call) =>
    call.services.zones.delete(call.viewer, call.id('zone'), call.precondition),
  ),
  listRoute(
    '/api/images/:id/zones',
    "List an image's zones",
    (call) => call.services.zones.list(call.viewer, call.id('image')),
    zoneView,
  ),
];
