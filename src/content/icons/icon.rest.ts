/** Icons and properties. */
import { z } from 'zod';
import { iconState } from './icon.service.js';
import { propertyState } from '../properties/property.service.js';
import { created, noContent, ok } from '../../rest/platform/answer.js';
import { deleteRoute, patchRoute, replaceRoute } from '../../rest/platform/change-routes.js';
import type { Call } from '../../rest/platform/call.js';
import { listRoute, conditional, route, type Route } from '../../rest/platform/route.js';
import { nullable, optional, text } from '../../rest/shared/members.js';
import { withForm } from '../../rest/platform/platform-form.js';
import { iconView, propertyView } from '../content.view.js';

const newIcon = z.object({ NodeId: text, Name: nullable(text), Tags: nullable(text) });
const changedIcon = z.object({
  Id: optional(text),
  NodeId: optional(text),
  Name: nullable(text),
  Tags: nullable(text),
});
const newProperty = z.object({ NodeId: text, Type: text, Name: text, Value: nullable(text) });
const wholeProperty = z.object({ Id: optional(text), Name: text, Value: nullable(text) });
const changedProperty = z.object({
  Id: optional(text),
  Type: optional(text),
  Name: optional(text),
  Value: nullable(text),
});

const idOnly = z.object({ Id: optional(text) });
const inherited = { inherited: 'true lists the icons of the elements above, too' };

async function listIcons(call: Call, nodeId: string) {
  const options = { withInherited: call.query.flag('inherited') ?? false };
  return call.services.icons.list(call.viewer, nodeId, options);
}

export const iconRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/Icons',
    'Upload an icon of at most 64x64 pixels for a node',
    async (call) =>
      withForm(call, async (form) => {
        const { NodeId, Name, Tags } = await form.members('icon', newIcon);
        const input = { nodeId: NodeId, name: Name ?? null, tags: Tags ?? null };
        return created(
          iconView.of(await call.services.icons.create(call.viewer, input, form.file), call.urlOf),
        );
      }),
    { form: { 'icon*': newIcon }, answer: iconView.shape },
  ),
  listRoute(
    '/api/nodes/:id/icons',
    "List a node's icons",
    (call) => listIcons(call, call.id('node')),
    iconView,
    { query: inherited },
  ),
  route(
    'GET',
    '/api/Icons/:id?',
    'Read an icon; ?nodeId= lists those of a node',
    async (call) => {
      const nodeId = call.query.get('nodeId');
      if (call.givenId('icon') === null && nodeId !== null) {
        return ok((await listIcons(call, nodeId)).map((icon) => iconView.of(icon, call.urlOf)));
      }
      const icon = await call.services.icons.get(call.viewer, call.id('icon'));
      return ok(iconView.of(icon, call.urlOf), iconState(icon));
    },
    {
      query: { nodeId: 'Without an id: lists the icons of this element', ...inherited },
      answer: z.union([iconView.shape, z.array(iconView.shape)]),
    },
  ),
  route(
    'PUT',
    '/api/Icons/:id?',
    'Replace the file of an icon',
    async (call) => {
      await withForm(call, async (form) => {
        const { Id } = await form.optionalMembers('icon', idOnly);
        const iconId = call.id('icon', Id);
        return call.services.icons.replaceFile(call.viewer, iconId, form.file, call.precondition);
      });
      return noContent;
    },
    { ...conditional, form: { icon: idOnly } },
  ),
  patchRoute(
    '/api/Icons/:id?',
    'Change NodeId, Name or Tags of an icon',
    changedIcon,
    async (call, { Id, NodeId, Name, Tags }) => {
      const patch = { nodeId: NodeId, name: Name, tags: Tags };
      await call.services.icons.patch(call.viewer, call.id('icon', Id), patch, call.precondition);
    },
  ),
  deleteRoute('/api/Icons/:id?', 'Delete an icon', (call) =>
    call.services.icons.delete(call.viewer, call.id('icon'), call.precondition),
  ),
];

export const propertyRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/Properties',
    'Create a default icon or style of a node',
    async (call) => {
      const { NodeId, Type, Name, Value } = await call.members(newProperty);
      const input = { nodeId: NodeId, type: Type, name: Name, value: Value ?? null };
      return created(propertyView.of(await call.services.properties.create(call.viewer, input)));
    },
    {
      body: newProperty,
      answer: propertyView.shape,
      statuses: { 409: 'The element has a property of this type and name already' },
    },
  ),
  listRoute(
    '/api/nodes/:id/properties',
    "List a node's properties",
    (call) => call.services.properties.list(call.viewer, call.id('node')),
    propertyView,
  ),
  route(
    'GET',
    '/api/Properties/:id?',
    'Read a property; ?nodeId= lists those of a node',
    async (call) => {
      const nodeId = call.query.get('nodeId');
      if (call.givenId('property') === null && nodeId !== null) {
        return ok((await call.services.properties.list(call.viewer, nodeId)).map(propertyView.of));
      }
      const property = await call.services.properties.get(call.viewer, call.id('property'));
      return ok(propertyView.of(property), propertyState(property));
    },
    {
      query: { nodeId: 'Without an id: lists the properties of this element' },
      answer: z.union([propertyView.shape, z.array(propertyView.shape)]),
    },
  ),
  replaceRoute(
    '/api/Properties/:id?',
    'Replace Name and Value of a property',
    wholeProperty,
    async (call, { Id, Name, Value }) => {
      const input = { name: Name, value: Value ?? null };
      const { properties } = call.services;
      await properties.replace(call.viewer, call.id('property', Id), input, call.precondition);
    },
    {
      statuses: { 409: 'The element has a property of this type and name already' },
    },
  ),
  patchRoute(
    '/api/Properties/:id?',
    'Change Type, Name or Value of a property',
    changedProperty,
    async (call, { Id, Type, Name, Value }) => {
      const { properties } = call.services;
      const patch = { type: Type, name: Name, value: Value };
      await properties.patch(call.viewer, call.id('property', Id), patch, call.precondition);
    },
    {
      statuses: { 409: 'The element has a property of this type and name already' },
    },
  ),
  deleteRoute('/api/Properties/:id?', 'Delete a property', (call) =>
    call.services.properties.delete(call.viewer, call.id('property'), call.precondition),
  ),
];
