import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../tree/node.entity.js';

/** A key that web pages and QR codes carry. It is no secret, and kept as it is: it can be shown again at any time. */
export const PublishableKey = defineEntity({
  name: 'PublishableKey',
  tableName: 'publishable_key',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    key: p.string().unique(),
    /** Of pages beside the server's own that may use it, for example `https://print.example`. */
    origins: p.json<readonly string[]>(),
    scansPerMinute: p.integer(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type PublishableKey = InferEntity<typeof PublishableKey>;
