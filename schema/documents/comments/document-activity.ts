/** Following a document on which several people work: its draft, its comments, and who has it open. */
import type { GraphqlContext } from '../../../src/graphql/context.js';
import { forgetLoaded } from '../../../src/graphql/loaders.js';
import { stateOf } from '../../../src/kernel/precondition.js';
import type { PresentPerson } from '../../../src/documents/document-presence.js';
import type { DraftView } from '../../../src/documents/drafts/draft-views.js';
import { builder } from '../../builder.js';
import { DraftType } from '../draft.js';
import { PersonType } from './comment.js';

interface Activity {
  readonly draft: DraftView | null;
  readonly commentsVersion: string;
  readonly openCommentCount: number;
  readonly people: readonly PresentPerson[];
}

const ActivityType = builder.objectRef<Activity>('DocumentActivity').implement({
  description: 'What people do with a document at this moment.',
  fields: (t) => ({
    draft: t.field({
      type: DraftType,
      nullable: true,
      description: 'Its draft; null while there is none.',
      resolve: ({ draft }) => draft,
    }),
    commentsVersion: t.exposeString('commentsVersion', {
      description: 'Another one after every change of its comments.',
    }),
    openCommentCount: t.exposeInt('openCommentCount', {
      description: 'Number of threads of comments that are open.',
    }),
    people: t.field({
      type: [PersonType],
      description: 'Users who have it open, in the order of their names: those who follow it as you do.',
      resolve: ({ people }) => [...people],
    }),
  }),
});

builder.subscriptionField('documentActivity', (t) =>
  t.field({
    type: ActivityType,
    description:
      'The draft and the comments of a document, and who has it open, now and whenever something of it changes. Users who follow it are shown to the others. Ends with an error when the document is deleted or your rights to it are taken away.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    subscribe: async (_root, { id }, context) => {
      await context.services.documents.get(context.viewer, id);
      return activityOf(context, id.toLowerCase());
    },
    resolve: (activity) => activity,
  }),
);

async function* activityOf(context: GraphqlContext, id: string): AsyncGenerator<Activity> {
  const { drafts, comments, documentWatch, documentPresence } = context.services;
  const { viewer, signal } = context;
  const leave =
    viewer.kind === 'user' ? documentPresence.enter(id, { id: viewer.userId, name: viewer.userName }) : null;
  // The stream itself ends only when it has something to say.
  if (leave !== null) signal.addEventListener('abort', leave, { once: true });
  let seen: string | undefined;
  try {
    for await (const _ of documentWatch.follow(id)) {
      const current = await context.currentViewer();
      const draft = await drafts.get(current, id);
      const commentsVersion = await comments.state(current, id);
      const people = documentPresence.at(id);
      const draftState = draft === null ? '' : `${draft.id} ${stateOf(draft).version}`;
      const state = [draftState, commentsVersion, ...people.map((person) => person.id)].join('\n');
      if (state === seen) continue;
      seen = state;
      forgetLoaded(context);
      const openCommentCount = await comments.count(current, id, { isResolved: false });
      yield { draft, commentsVersion, openCommentCount, people };
    }
  } finally {
    leave?.();
  }
}
