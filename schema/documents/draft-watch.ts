/** Following the draft of a document on which several people work. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import { forgetLoaded } from '../../src/graphql/loaders.js';
import { stateOf } from '../../src/kernel/precondition.js';
import type { DraftView } from '../../src/documents/drafts/draft-views.js';
import { builder } from '../builder.js';
import { DraftType } from './draft.js';

builder.subscriptionField('documentDraft', (t) =>
  t.field({
    type: DraftType,
    nullable: true,
    description:
      'The draft of a document now and whenever it changes; null while there is none. Ends with an error when the document is deleted or your rights to it are taken away.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    subscribe: async (_root, { id }, context) => {
      await context.services.documents.get(context.viewer, id);
      return draftOf(context, id);
    },
    resolve: (draft) => draft,
  }),
);

async function* draftOf(context: GraphqlContext, id: string): AsyncGenerator<DraftView | null> {
  const { drafts, documentWatch } = context.services;
  let seen: string | undefined;
  for await (const _ of documentWatch.follow(id)) {
    const draft = await drafts.get(await context.currentViewer(), id);
    const state = draft === null ? '' : `${draft.id} ${stateOf(draft).version}`;
    if (state === seen) continue;
    seen = state;
    forgetLoaded(context);
    yield draft;
  }
}
