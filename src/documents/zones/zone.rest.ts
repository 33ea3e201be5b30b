import { z } from 'zod';
import { kindOf } from '../../kernel/members.js';
import { rectMembers, type ZoneMembers, zoneMemberNames, zoneMembers } from './zone.members.js';
import { zoneFromWire, type ZoneWireName, zoneWireName } from './zone.wire.js';
import type { ZoneRect } from './zone.rules.js';
import { nodeStateOf } from '../../kernel/precondition.js';
import { created, ok } from '../../rest/platform/answer.js';
import { flag, nullable, optional, text, wholeNumber } from '../../rest/shared/members.js';
import { deleteRoute, patchRoute, replaceRoute } from '../../rest/platform/change-routes.js';
import { listRoute, route, type Route } from '../../rest/platform/route.js';
import { zoneView } from './zone.view.js';

type WireBody<IsWhole extends boolean> = {
  [Name in keyof ZoneMembers as ZoneWireName<Name>]: z.ZodType<
    (IsWhole extends true ? (Name extends keyof ZoneRect ? never : undefined) : undefined) | ZoneMembers[Name]
  >;
};

/** Values that a body may hold of each member; its place is required of a whole zone, and everything else may be left out. */
function bodyOf<IsWhole extends boolean>(isWhole: IsWhole): WireBody<IsWhole> {
  const members = [...new Set([...rectMembers, ...zoneMemberNames])].map((name) => {
    const schema = zoneMembers[name];
    const value = { text, whole: wholeNumber, flag }[kindOf(schema)];
    if (schema.safeParse(null).success) return [zoneWireName(name), nullable(value)];
    const isRequired = isWhole && rectMembers.some((member) => member === name);
    return [zoneWireName(name), isRequired ? value : optional(value)];
  });
  return Object.fromEntries(members) as WireBody<IsWhole>;
}

const newZone = z.object({ ImageId: text, ...bodyOf(true) });
const wholeZone = z.object({ Id: optional(text), ...bodyOf(true) });
const changedZone = z.object({
  Id: optional(text),
  ...bodyOf(false),
  TitleStyle: nullable(text),
  ActionStyle: nullable(text),
  Order: optional(wholeNumber),
});

/** A body of `bodyOf(true)`, whose place is there. */
const wholeZoneOf = (zone: z.output<typeof wholeZone>) =>
  zoneFromWire(zone) as Partial<ZoneMembers> & ZoneRect;

export const zoneRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/zones',
    'Create a zone on an image; the image itself stops being recognized',
    async (call) => {
      const zone = await call.members(newZone);
      const input = { imageId: zone.ImageId, ...wholeZoneOf(zone) };
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
    await zones.replace(call.viewer, call.id('zone', zone.Id), wholeZoneOf(zone), call.precondition);
  }),
  patchRoute(
    '/api/zones/:id?',
    'Change the place, Name, Order, AutoTrigger or styles of a zone',
    changedZone,
    async (call, zone) => {
      const patch = {
        ...zoneFromWire(zone),
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
