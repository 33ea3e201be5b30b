import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { foldTargets } from '../../kernel/action-targets.js';
import { foldText } from '../../kernel/text-fold.js';
import { Icon } from '../icons/icon.entity.js';

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

const targetOf = ({ type, content }: { type: ActionType; content: string }) => foldTargets(type, content);

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
    /** The name as searches compare it; kept by the entity itself, as `targetFolded`. */
    nameFolded: p
      .text()
      .default('')
      .onCreate(({ name }: { name: string }) => foldText(name))
      .onUpdate(({ name }: { name: string }) => foldText(name)),
    style: p.text().nullable(),
    type: p.string().$type<(typeof actionTypes)[number]>(),
    /** Serialized JSON whose shape depends on the type. */
    content: p.text(),
    /** Its target, as searches compare it. */
    targetFolded: p.text().default('').onCreate(targetOf).onUpdate(targetOf),
    isValid: p.boolean(),
    /** When readers are shown it, as `checkedTimeWindow` writes it; null: always. */
    timeWindow: p.text().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Action = InferEntity<typeof Action>;
