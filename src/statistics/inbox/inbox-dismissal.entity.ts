import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** An item that an organization does not want to see in its inbox while it is the same fact. */
export const InboxDismissal = defineEntity({
  name: 'InboxDismissal',
  tableName: 'inbox_dismissal',
  properties: {
    organizationId: () =>
      p.manyToOne(Node).mapToPk().primary().fieldName('organization_id').deleteRule('cascade'),
    /** See `InboxItem.id`. */
    itemId: p.string().primary(),
    /** Count of the item then; null where it counts nothing. */
    count: p.integer().nullable(),
    user: p.text(),
    dateDismissed: p.datetime(),
  },
});
export type InboxDismissal = InferEntity<typeof InboxDismissal>;
