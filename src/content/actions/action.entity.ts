import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { foldTargets } from '../../kernel/action-targets.js';
import { addressesOfRules } from '../../kernel/rules/address-rules.js';
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

interface Opened {
  readonly type: ActionType;
  readonly content: string;
  readonly rules?: string | null;
}
const targetOf = ({ type, content, rules }: Opened) => foldTargets(type, content, addressesOfRules(rules));

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
    /** Where some readers are led instead, as `checkedRules` writes it; null: nobody. */
    rules: p.text().nullable(),
    /** When readers are shown it, as `checkedTimeWindow` writes it; null: always. */
    timeWindow: p.text().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Action = InferEntity<typeof Action>;
