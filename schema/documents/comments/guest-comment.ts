/** Comments of people without an account, by a preview link. */
import type { JoinedGuest } from '../../../src/documents/comments/guest-comments.service.js';
import { builder } from '../../builder.js';
import { arg, problemMutation } from '../../mutations.js';
import { ThreadType } from './comment.js';

const Joined = builder.objectRef<JoinedGuest>('JoinedPreview').implement({
  description: 'Somebody without an account who may comment by a preview link.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Their name as it is shown.' }),
    guestKey: t.exposeString('guestKey', {
      description: 'Names them from now on: a secret, which is shown once.',
    }),
  }),
});

const code = arg.string({ required: true, description: 'What the address of the link holds.' });
const guestKey = arg.string({ required: true, description: 'What `joinSharedPreview` answered.' });
const text = arg.string({ required: true, description: 'Plain text: 1 to 4,000 characters.' });

problemMutation('joinSharedPreview', {
  type: Joined,
  description:
    'Takes the name of somebody without an account who wants to comment by a preview link. Needs no log-in. Up to twenty people do so by one link.',
  args: {
    code,
    name: arg.string({
      required: true,
      description: '1 to 60 characters, another one than other guests have.',
    }),
  },
  resolve: (guest, { services }) => services.guestComments.join(guest.code, guest.name),
});

problemMutation('commentOnSharedPreview', {
  type: ThreadType,
  description: 'Comments as a guest on a shared document, on a page or zone of it, or on a place of a page.',
  args: {
    ...{ code, guestKey, text },
    elementId: arg.id({ description: 'Guid of a page or zone; the document itself without one.' }),
    positionXPercent: arg.float({ description: 'A place on the picture of the page, from the left.' }),
    positionYPercent: arg.float({ description: 'The same, from above.' }),
  },
  resolve: ({ text: written, ...place }, { services }) =>
    services.guestComments.create(place, place, written),
});

problemMutation('replyOnSharedPreview', {
  type: ThreadType,
  description: 'Answers as a guest in a thread that a guest of the same link began.',
  args: {
    ...{ code, guestKey, text },
    threadId: arg.id({ required: true, description: 'Guid of the thread.' }),
  },
  resolve: ({ threadId, text: written, ...access }, { services }) =>
    services.guestComments.reply(access, threadId, written),
});
