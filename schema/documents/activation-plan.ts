/** What activating a document would mean. */
import type {
  ActivationPlan,
  PlannedLanguage,
} from '../../src/publishing/documents/activation-plan.service.js';
import { builder } from '../builder.js';

const PlannedLanguageType = builder.objectRef<PlannedLanguage>('PlannedLanguage').implement({
  description: 'A language of a document, and how much of it is written.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'For example fr-FR.' }),
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
