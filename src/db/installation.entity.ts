import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** What is said once of a whole database. */
export const Installation = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    /** Name of the value: `cluster` identifies this Loupe, with all servers on its database. */
    name: p.string().primary(),
    value: p.string(),
  },
});
export type Installation = InferEntity<typeof Installation>;
