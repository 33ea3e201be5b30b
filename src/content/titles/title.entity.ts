import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { foldText } from '../../kernel/text-fold.js';

/** The name of an element in one language. On a higher node it is the default for what lies below. */
export const Title = defineEntity({
  name: 'Title',
  tableName: 'title',
  uniques: [{ properties: ['nodeId', 'languageCode'] }],
  properties: {
    id: p.uuid().primary(),
    nodeId: () => p.manyToOne(Node).mapToPk().fieldName('node_id').deleteRule('cascade'),
    languageCode: p.string(),
    value: p.text(),
    /** The value as searches compare it; kept by the entity itself. */
    valueFolded: p
      .text()
      .default('')
      .onCreate(({ value }: { value: string }) => foldText(value))
      .onUpdate(({ value }: { value: string }) => foldText(value)),
    style: p.text().nullable(),
    /** When readers are shown it, as `checkedTimeWindow` writes it; null: always. */
    timeWindow: p.text().nullable(),
  },
});
export type Title = InferEntity<typeof Title>;
