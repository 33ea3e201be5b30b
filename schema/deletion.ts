/** Mutations that answer with no more than the id of what they were done to. */
import type { GraphqlContext } from '../src/graphql/context.js';
import { builder } from './builder.js';
import { asData, problems } from './problems.js';

interface IdMutation {
  readonly description: string;
  /** What the id is of, for example `Guid of the zone.` */
  readonly idDescription: string;
  readonly work: (context: GraphqlContext, id: string) => Promise<unknown>;
}

/** A mutation with an id, usually a deletion. */
export function idMutation(name: string, { description, idDescription, work }: IdMutation): void {
  builder.mutationField(name, (t) =>
    t.field({
      type: 'ID',
      description: `${description} Answers its id.`,
      errors: { types: problems, directResult: false },
      args: { id: t.arg.id({ required: true, description: idDescription }) },
      resolve: (_root, { id }, context) =>
        asData(async () => {
          await work(context, id);
          return id;
        }),
    }),
  );
}

interface TreeIdMutation {
  readonly description: string;
  readonly idDescription: string;
  readonly work: (context: GraphqlContext, id: string, deleteChildren: boolean) => Promise<unknown>;
}

/** A deletion of something that may hold something. */
export function treeDeletion(name: string, { description, idDescription, work }: TreeIdMutation): void {
  builder.mutationField(name, (t) =>
    t.field({
      type: 'ID',
      description: `${description} Answers its id.`,
      errors: { types: problems, directResult: false },
      args: {
        id: t.arg.id({ required: true, description: idDescription }),
        deleteChildren: t.arg.boolean({
          defaultValue: false,
          description: 'Delete what is in it, too; otherwise one that holds something is refused.',
        }),
      },
      resolve: (_root, { id, deleteChildren }, context) =>
        asData(async () => {
          await work(context, id, deleteChildren ?? false);
          return id;
        }),
    }),
  );
}
