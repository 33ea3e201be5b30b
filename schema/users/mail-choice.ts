/** About what a user gets mails. */
import type { MailChoiceView } from '../../src/users/mail/people-mails.js';
import { builder } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';
import { MeType } from './session.js';

const MailChoice = builder.objectRef<MailChoiceView>('MailChoice').implement({
  description: 'About what you get mails, and in which language.',
  fields: (t) => ({
    aboutComments: t.exposeBoolean('aboutComments', {
      description: 'Whether mails tell you of comments that mention you or reply to you, and of reviews.',
    }),
    aboutInbox: t.exposeBoolean('aboutInbox', {
      description: 'Whether a mail a day lists what is new in the inbox of your organization.',
    }),
    languageCode: t.expose('languageCode', {
      type: 'Locale',
      nullable: true,
      description: 'Their language; null for that of the organization.',
    }),
  }),
});

builder.objectField(MeType, 'mailChoice', (t) =>
  t.field({
    type: MailChoice,
    description: 'About what you get mails.',
    resolve: (_me, _args, { services, viewer }) => services.mailChoices.get(viewer),
  }),
);

problemMutation('updateMailChoice', {
  cannot: ['missing'],
  type: MailChoice,
  description: 'Says about what you get mails, and in which language.',
  args: {
    aboutComments: arg.boolean({
      required: true,
      description: 'Whether mails tell you of comments that mention you or reply to you, and of reviews.',
    }),
    aboutInbox: arg.boolean({
      description: 'Whether a mail a day lists what is new in the inbox; left as it is when left out.',
    }),
    languageCode: arg.field({
      type: 'Locale',
      description: 'English, French or German; the language of the organization unless given.',
    }),
  },
  resolve: ({ aboutComments, aboutInbox, languageCode }, { services, viewer }) =>
    services.mailChoices.update(viewer, {
      aboutComments,
      aboutInbox,
      languageCode: languageCode ?? null,
    }),
});
