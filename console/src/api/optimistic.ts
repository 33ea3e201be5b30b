/** Changes that are shown before the server has answered. When it refuses, the cache goes back to what was. */
import type { OptimisticMutationResolver } from '@urql/exchange-graphcache';

/** A change takes one `input`. */
interface Sent<Input> {
  readonly input: Input;
}

interface Change {
  readonly id?: unknown;
  readonly patch?: Readonly<Record<string, unknown>>;
}

/** The element with what is changed of it; where it lies is read again when it has moved. */
const patched =
  (typeName: string): OptimisticMutationResolver =>
  (args) => {
    const { id, patch = {} } = (args as unknown as Sent<Change>).input;
    const { parentId: _, ...shown } = patch;
    return { __typename: typeName, id, ...shown };
  };

interface ManyChanges {
  readonly changes?: readonly { readonly setStatus?: { readonly id: string; readonly status: string } }[];
}

/** Only where all of them set the status of documents. */
const statuses: OptimisticMutationResolver = (args) => {
  const changes = (args as unknown as Sent<ManyChanges>).input.changes ?? [];
  const set = changes.flatMap(({ setStatus }) => (setStatus == null ? [] : [setStatus]));
  if (set.length !== changes.length) return null;
  return {
    __typename: 'ChangesResult',
    ids: set.map(({ id }) => id),
    nodes: set.map(({ id, status }) => ({ __typename: 'Document', id, status })),
  };
};

export const optimistic: Record<string, OptimisticMutationResolver> = {
  applyChanges: statuses,
  updateDocument: patched('Document'),
  updateFolder: patched('Folder'),
  updateImage: patched('Image'),
};
