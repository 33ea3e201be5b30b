/** Zones: rectangles of a page that are recognized on their own. */
import type { ZoneView } from '../src/tree/views.js';
import { Action } from './action.js';
import { builder } from './builder.js';
import { given } from './inputs.js';
import { NodeInterface } from './node.js';
import { asData, problems } from './problems.js';
import { ActivityStatusEnum } from './status.js';
import { Title } from './title.js';

export const Zone = builder.objectRef<ZoneView>('Zone').implement({
  description: 'A rectangle of a page, in percent of the page, with titles and actions of its own.',
  interfaces: [NodeInterface],
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'widthPercent' in value,
  fields: (t) => ({
    imageId: t.exposeID('imageId', { description: 'The page.' }),
    name: t.exposeString('name', { description: 'Name for the publisher.' }),
    status: t.field({
      type: ActivityStatusEnum,
      description: 'Whether it is recognized.',
      resolve: (z) => z.status,
    }),
    positionXPercent: t.exposeInt('positionXPercent', { description: 'Left edge, 0–100.' }),
    positionYPercent: t.exposeInt('positionYPercent', { description: 'Top edge, 0–100.' }),
    widthPercent: t.exposeInt('widthPercent', { description: 'Width, 0–100.' }),
    heightPercent: t.exposeInt('heightPercent', { description: 'Height, 0–100.' }),
    order: t.exposeInt('order', { description: 'Place in the page, from 1.' }),
    actionCount: t.exposeInt('actionCount', { description: 'Number of actions in all languages.' }),
    autoTrigger: t.exposeBoolean('autoTrigger', {
      nullable: true,
      description: 'Trigger a sole action at once.',
    }),
    smallThumbnailUrl: t.string({
      nullable: true,
      description: 'Thumbnail of 100 px.',
      resolve: (zone, _args, { fileUrl }) =>
        zone.smallThumbnailFileId === null ? null : fileUrl(zone.smallThumbnailFileId),
    }),
    bigThumbnailUrl: t.string({
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: (zone, _args, { fileUrl }) =>
        zone.bigThumbnailFileId === null ? null : fileUrl(zone.bigThumbnailFileId),
    }),
    titles: t.field({
      type: [Title],
      description: 'Its titles, by language.',
      resolve: (zone, _args, { services, viewer }) => services.titles.list(viewer, zone.id),
    }),
    actions: t.field({
      type: [Action],
      description: 'Its own actions; those of the page are offered, too.',
      resolve: (zone, _args, { services, viewer }) => services.actions.list(viewer, zone.id),
    }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    dateModified: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const CreateZoneInput = builder.inputType('CreateZoneInput', {
  description: 'A new zone. Its page stops being a target of its own.',
  fields: (t) => ({
    imageId: t.id({ required: true, description: 'The page.' }),
    positionXPercent: t.int({ required: true, description: 'Left edge, 0–100.' }),
    positionYPercent: t.int({ required: true, description: 'Top edge, 0–100.' }),
    widthPercent: t.int({ required: true, description: 'Width; the zone ends within the page.' }),
    heightPercent: t.int({ required: true, description: 'Height; the zone ends within the page.' }),
    name: t.string({ description: 'Name for the publisher.' }),
  }),
});

const ZonePatch = builder.inputType('ZonePatch', {
  description: 'What to change of a zone.',
  fields: (t) => ({
    positionXPercent: t.int({ description: 'Left edge, 0–100.' }),
    positionYPercent: t.int({ description: 'Top edge, 0–100.' }),
    widthPercent: t.int({ description: 'Width.' }),
    heightPercent: t.int({ description: 'Height.' }),
    name: t.string({ description: 'Name for the publisher.' }),
    autoTrigger: t.boolean({ description: 'Trigger a sole action at once.' }),
  }),
});

builder.mutationField('createZone', (t) =>
  t.field({
    type: Zone,
    description: 'Marks a zone on a page.',
    errors: { types: problems },
    args: { input: t.arg({ type: CreateZoneInput, required: true, description: 'The zone.' }) },
    resolve: (_root, { input }, { services, viewer }) =>
      asData(() => {
        const { name, ...place } = input;
        return services.zones.create(viewer, { ...place, ...(name == null ? {} : { name }) });
      }),
  }),
);

builder.mutationField('updateZone', (t) =>
  t.field({
    type: Zone,
    description: 'Changes the given members of a zone.',
    errors: { types: problems },
    args: {
      id: t.arg.id({ required: true, description: 'Guid of the zone.' }),
      patch: t.arg({ type: ZonePatch, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, patch }, { services, viewer }) =>
      asData(() => services.zones.patch(viewer, id, given(patch))),
  }),
);

builder.mutationField('deleteZone', (t) =>
  t.field({
    type: 'ID',
    description: 'Deletes a zone; answers its id.',
    errors: { types: problems, directResult: false },
    args: { id: t.arg.id({ required: true, description: 'Guid of the zone.' }) },
    resolve: (_root, { id }, { services, viewer }) =>
      asData(async () => {
        await services.zones.delete(viewer, id);
        return id;
      }),
  }),
);
