/** Effects of activating a document, before it is done. */
import type { ActivationPlan, PlannedLanguage } from '../../src/documents/activation-plan.service.js';
import { linkStates } from '../../src/documents/links/link-asker.js';
import type { CheckedLink, LinkPlace } from '../../src/documents/links/link-check.service.js';
import { builder, enumType } from '../builder.js';
import { PrintedElementType } from '../content/text-table.js';
import { arg, problemMutation } from '../mutations.js';

const PlannedLanguageType = builder.objectRef<PlannedLanguage>('PlannedLanguage').implement({
  description: 'A language of a document, and how much of it is written.',
  fields: (t) => ({
    code: t.expose('code', { type: 'Locale', description: 'For example fr-FR.' }),
    pagesWithActions: t.exposeInt('pagesWithActions', {
      description: 'Pages that offer an action in it, of their own, of a zone or of the document.',
    }),
  }),
});

const ActivationPlanType = builder.objectRef<ActivationPlan>('ActivationPlan').implement({
  description: 'What activating a document would mean; nothing is done yet.',
  fields: (t) => ({
    pages: t.exposeInt('pages', { description: 'Pages of the document.' }),
    recognizedPages: t.exposeInt('recognizedPages', {
      description: 'Pages that photos will find, themselves or by a zone.',
    }),
    unrecognizedPages: t.intList({
      description: 'Numbers, from 1, of the others: too plain, or inactive.',
      resolve: ({ unrecognizedPages }) => [...unrecognizedPages],
    }),
    credits: t.exposeInt('credits', {
      description: 'Page credits that it takes; 0 where the contract does not count pages.',
    }),
    remainingCredit: t.exposeInt('remainingCredit', {
      nullable: true,
      description: 'Page credits that are there; null where the contract does not count pages.',
    }),
    pagesWithoutActions: t.intList({
      description: 'Numbers, from 1, of the pages that offer nothing in any language.',
      resolve: ({ pagesWithoutActions }) => [...pagesWithoutActions],
    }),
    languages: t.field({
      type: [PlannedLanguageType],
      description: 'The default language first.',
      resolve: ({ languages }) => [...languages],
    }),
  }),
});

builder.queryField('activationPlan', (t) =>
  t.field({
    type: ActivationPlanType,
    description:
      'What activating a document would mean: page credits, pages that offer nothing, how much is written in each language. `activationWarnings` has the look-alikes.',
    args: { documentId: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    resolve: (_root, { documentId }, { services, viewer }) =>
      services.activationPlans.plan(viewer, documentId),
  }),
);

const LinkStateEnum = enumType('LinkState', {
  description:
    'ANSWERS: a page. GUARDED: somebody who does not answer servers. BROKEN: that there is no such page, or an error. SILENT: nobody, or not in time. PRIVATE: an address that only a private network has. NOT_ASKED: beyond the limits.',
  values: linkStates,
});

const LinkPlaceType = builder.objectRef<LinkPlace>('LinkPlace').implement({
  description: 'Where a web address is opened.',
  fields: (t) => ({
    element: t.expose('element', { type: PrintedElementType, description: 'The document, page or zone.' }),
    actionId: t.exposeID('actionId', { description: 'Guid of the action.' }),
    actionName: t.exposeString('actionName', { description: 'Its name.' }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
  }),
});

const CheckedLinkType = builder.objectRef<CheckedLink>('CheckedLink').implement({
  description: 'A web address that actions open, and how it answers.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'The address.' }),
    state: t.expose('state', { type: LinkStateEnum, description: 'How it answers.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the last answer; null without one.',
    }),
    places: t.field({
      type: [LinkPlaceType],
      description: 'Where it is opened, the first ten.',
      resolve: ({ places }) => [...places],
    }),
  }),
});

const LinkReport = builder.objectRef<{ readonly links: readonly CheckedLink[] }>('LinkReport').implement({
  description: 'How the web addresses of a document answer.',
  fields: (t) => ({
    links: t.field({
      type: [CheckedLinkType],
      description: 'In the order of the print.',
      resolve: ({ links }) => [...links],
    }),
  }),
});

problemMutation('checkLinks', {
  cannot: ['input'],
  type: LinkReport,
  description:
    'Asks every web address that the actions of a document open once, at most 200 within 30 seconds, and never one of a private network. Nothing is changed; a mutation, because it asks other servers.',
  args: { documentId: arg.id({ required: true, description: 'Guid of the document.' }) },
  resolve: async ({ documentId }, { services, viewer, signal }) => ({
    links: await services.linkChecks.check(viewer, documentId, signal),
  }),
});
