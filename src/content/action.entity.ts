import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../hierarchy/node.entity.js';
import { Icon } from './icon.entity.js';

export const actionTypes = [
  'URL',
  'RAW',
  'MAIL',
  'MAP',
  'TEL',
  'SHARE',
  'SMS',
  'VCARD',
  'VCALENDAR',
] as const;
export type ActionType = (typeof actionTypes)[number];

/** Something that a reader can trigger after recognition, in one language. */
export const Action = defineEntity({
  name: 'Action',
  tableName: 'action',
  indexes: [{ properties: ['nodeId', 'languageCode'] }],
  properties: {
    id: p.uuid().primary(),
    nodeId: () => p.manyToOne(Node).mapToPk().fieldName('node_id').deleteRule('cascade'),
    iconId: () => p.manyToOne(Icon).mapToPk().fieldName('icon_id').nullable().deleteRule('set null'),
    languageCode: p.string(),
    priority: p.integer().nullable(),
    order: p.integer().nullable(),
    name: p.text(),
    style: p.text().nullable(),
    type: p.string().$type<(typeof actionTypes)[number]>(),
    /** Serialized JSON whose shape depends on the type. */
    content: p.text(),
    isValid: p.boolean(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Action = InferEntity<typeof Action>;
