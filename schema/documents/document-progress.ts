/** Following the making of a document's pages. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import { forgetLoaded } from '../../src/graphql/loaders.js';
import type { DocumentView } from '../../src/documents/views.js';
import { builder } from '../builder.js';
import { Document } from '../refs.js';

builder.subscriptionField('documentProgress', (t) =>
  t.field({
    type: Document,
    description:
      'The document now and whenever its processing goes on, until it is READY or FAILED. Ends with an error when it is deleted or your rights to it are taken away.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    subscribe: async (_root, { id }, context) => {
      await context.services.documents.get(context.viewer, id);
      return progressOf(context, id);
    },
    resolve: (document) => document,
  }),
);

async function* progressOf(context: GraphqlContext, id: string): AsyncGenerator<DocumentView> {
  const { documents, documentWatch } = context.services;
  let told = '';
  for await (const _ of documentWatch.follow(id)) {
    const document = await documents.get(await context.currentViewer(), id);
    const { processing, progress, pages, status, failureReason } = document;
    const state = JSON.stringify([processing, progress, pages, status, failureReason]);
    if (state !== told) {
      told = state;
      // Every event reloads what belongs to the document.
      forgetLoaded(context);
      yield document;
    }
    if (processing === 'Ready' || processing === 'Failed') return;
  }
}
