/** Zones: rectangles of a page that are recognized on their own. */
import { nodeStateOf } from '../../src/kernel/precondition.js';
import { builder } from '../builder.js';
import { ContentElement, TreeElement } from '../content/content-fields.js';
import { givenOrNull } from '../inputs.js';
import { graded } from '../recognition/recognizability.js';
import { arg, condition, deletion, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Image, Zone } from '../refs.js';
import { ActivityStatusEnum } from '../status.js';
import {
  zoneFields,
  zoneNullable,
  zoneOtherInputs,
  zonePatchInputs,
  zonePlaceInputs,
} from './zone-fields.js';

Zone.implement({
  description: 'A rectangle of a page, in percent of the page, with titles and actions of its own.',
  interfaces: [NodeInterface, TreeElement, ContentElement],
  fields: (t) => ({
    imageId: t.exposeID('imageId', { description: 'The page.' }),
    ...zoneFields(t),
    status: t.field({
      type: ActivityStatusEnum,
      description: 'Whether it is recognized.',
      resolve: (z) => z.status,
    }),
    order: t.exposeInt('order', { description: 'Place in the page, from 1.' }),
    recognizability: t.field(graded),
    actionCount: t.exposeInt('actionCount', { description: 'Number of actions in all languages.' }),
    smallThumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 100 px.',
      resolve: (zone, _args, { fileUrl }) =>
        zone.smallThumbnailFileId === null ? null : fileUrl(zone.smallThumbnailFileId),
    }),
    bigThumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: (zone, _args, { fileUrl }) =>
        zone.bigThumbnailFileId === null ? null : fileUrl(zone.bigThumbnailFileId),
    }),
    image: t.field({ type: Image, description: 'The page.', resolve: ({ imageId }) => imageId }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({
      description: VERSION_DESCRIPTION,
      resolve: (element) => nodeStateOf(element).version,
    }),
  }),
});

const newZoneFields = {
  imageId: arg.id({ required: true, description: 'The page.' }),
  ...zonePlaceInputs(arg),
  ...zoneOtherInputs(arg, { name: '', others: '' }),
};

const ZonePatch = builder.inputType('ZonePatch', {
  description: 'What to change of a zone.',
  fields: (t) => ({
    ...zonePatchInputs(t),
    actionStyle: t.string({ description: 'Default style of its actions; null removes it.' }),
    titleStyle: t.string({ description: 'Default style of its titles; null removes it.' }),
    order: t.int({ description: 'Place among the zones of its page, from 1.' }),
  }),
});

const replacementFields = {
  ...zonePlaceInputs(arg),
  ...zoneOtherInputs(arg, { name: '; it stays when left out', others: '; emptied when left out' }),
};

problemMutation('createZone', {
  may: ['credit'],
  type: Zone,
  description: 'Marks a zone on a page. The page stops being a target of its own.',
  args: newZoneFields,
  resolve: ({ name, ...place }, { services, viewer }) =>
    services.zones.create(viewer, { ...place, ...(name == null ? {} : { name }) }),
});

problemMutation('replaceZone', {
  may: ['credit'],
  type: Zone,
  description: 'Sets place, name and automatic trigger of a zone.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the zone.' }),
    ...replacementFields,
    ...condition,
  },
  resolve: ({ id, name, ifVersion, ...rest }, { services, viewer }) => {
    const zone = { ...rest, timeWindow: rest.timeWindow ?? null, ...(name == null ? {} : { name }) };
    return services.zones.replace(viewer, id, zone, seen(ifVersion));
  },
});

problemMutation('updateZone', {
  may: ['credit'],
  type: Zone,
  description: 'Changes the given members of a zone.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the zone.' }),
    patch: arg.field({ type: ZonePatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) => {
    const changes = givenOrNull(patch, [...zoneNullable, 'actionStyle', 'titleStyle']);
    return services.zones.patch(viewer, id, changes, seen(ifVersion));
  },
});

deletion('deleteZone', {
  may: ['credit'],
  description: 'Deletes a zone. With the last one the page as a whole is recognized again.',
  idDescription: 'Guid of the zone.',
  work: ({ services, viewer }, id, precondition) => services.zones.delete(viewer, id, precondition),
});
