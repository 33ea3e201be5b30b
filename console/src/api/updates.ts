/** Effects of changes on the cache beyond the elements that they answer with. */
import type { Cache, UpdatesConfig } from '@urql/exchange-graphcache';

/** Has whatever showed the deleted element read again. */
const forgets =
  (typeName: string) => (_result: unknown, args: { input?: { id?: unknown } }, cache: Cache) => {
    const id = args.input?.id;
    if (typeof id === 'string') cache.invalidate({ __typename: typeName, id });
  };

export const updates: UpdatesConfig = {
  Mutation: {
    deleteAction: forgets('Action'),
    deleteDocument: forgets('Document'),
    deleteFolder: forgets('Folder'),
    deleteIcon: forgets('Icon'),
    deleteImage: forgets('Image'),
    deletePicture: forgets('Picture'),
    deleteProperty: forgets('Property'),
    deleteUser: forgets('User'),
    deleteWebhook: forgets('Webhook'),
    deleteZone: forgets('Zone'),
  },
};
