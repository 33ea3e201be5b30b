/** The answer that a reader would get, with the reason of each choice. */
import { readInstant } from '../../src/kernel/periods.js';
import { languageReasons } from '../../src/recognition/language-choice.js';
import {
  hiddenReasons,
  type PreviewAction,
  type PreviewLanguage,
  type PreviewSource,
  type ReaderPreview,
} from '../../src/recognition/reader-preview.service.js';
import type { AddressChoice, choiceReasons } from '../../src/recognition/reader-choice.js';
import { ReaderPlatformEnum, RuleType } from '../content/address-rule.js';
import { builder, enumType } from '../builder.js';
import { ActionTargetUnion, targetOfAction } from '../content/action-target.js';
import { ActionTypeEnum } from '../content/target-words.js';
import { TreeNode } from '../refs.js';

const LanguageReasonEnum = enumType('LanguageReason', {
  description: 'Why a language suits a reader, the best reason first.',
  values: languageReasons,
});

const HiddenReasonEnum = enumType('HiddenReason', {
  description: 'Why a photo of an element is not answered.',
  values: hiddenReasons,
});

const Language = builder.objectRef<PreviewLanguage>('PreviewLanguage').implement({
  description: 'A language of the document, as it suits the reader.',
  fields: (t) => ({
    code: t.expose('code', { type: 'Locale', description: 'For example fr-FR.' }),
    reason: t.field({
      type: LanguageReasonEnum,
      description: 'Why it stands at its place.',
      resolve: (l) => l.reason,
    }),
    hasActions: t.exposeBoolean('hasActions', {
      description: 'Whether there is something to do in it; the first such language is answered.',
    }),
    isChosen: t.exposeBoolean('isChosen', { description: 'Whether the reader is answered in it.' }),
  }),
});

const ChoiceReasonEnum = enumType('AddressChoiceReason', {
  description: 'Why a reader is led to an address.',
  values: {
    OfPlatform: { description: 'A rule by platform fits the device.' },
    OfShare: { description: 'The session is in the share of a rule.' },
    OfRest: { description: 'The session is in no share: it gets the action’s own address.' },
    NoRule: { description: 'No rule fits the device: it gets the action’s own address.' },
  } satisfies Record<(typeof choiceReasons)[number], object>,
});

const ChoiceType = builder.objectRef<AddressChoice>('AddressChoice').implement({
  description: 'Where the rules of an action lead a reader, and why.',
  fields: (t) => ({
    reason: t.field({ type: ChoiceReasonEnum, description: 'Why.', resolve: ({ reason }) => reason }),
    rule: t.field({
      type: RuleType,
      nullable: true,
      description: 'The rule that fits; null where none does.',
      resolve: ({ rule }) => rule,
    }),
    variant: t.exposeString('variant', {
      nullable: true,
      description: 'By which the reader is counted; null where nothing is compared.',
    }),
  }),
});

/** Elements that only a draft has are in no tree that they could be loaded from. */
const elementOf = ({ id, type, name, draftedOn }: PreviewSource) =>
  draftedOn === null ? id : { id, type, name, parentId: draftedOn };

const ActionType = builder.objectRef<PreviewAction>('PreviewAction').implement({
  description: 'An action as the reader would see it.',
  fields: (t) => ({
    actionId: t.exposeID('id', { description: 'Guid of the action.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    type: t.field({ type: ActionTypeEnum, description: 'What it does.', resolve: ({ type }) => type }),
    target: t.field({ type: ActionTargetUnion, description: 'What it opens.', resolve: targetOfAction }),
    iconUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its icon, of its own or inherited.',
      resolve: ({ iconFileId }, _args, { fileUrl }) => (iconFileId === null ? null : fileUrl(iconFileId)),
    }),
    style: t.exposeString('style', { nullable: true, description: 'Its style, of its own or inherited.' }),
    priority: t.exposeInt('priority', { nullable: true, description: 'For sorting.' }),
    order: t.exposeInt('order', { nullable: true, description: 'For sorting.' }),
    source: t.field({
      type: TreeNode,
      description: 'The zone, page or document that it belongs to.',
      resolve: ({ source }) => elementOf(source),
    }),
    hasOwnStyle: t.exposeBoolean('hasOwnStyle', {
      description: 'False where the style is a default of an element above, or there is none.',
    }),
    hasOwnIcon: t.exposeBoolean('hasOwnIcon', {
      description: 'False where the icon is a default of an element above, or there is none.',
    }),
    choice: t.field({
      type: ChoiceType,
      nullable: true,
      description:
        'Where its rules lead the reader, and why; null where it has none. `target` is what they lead to.',
      resolve: ({ choice }) => choice,
    }),
  }),
});

export const Preview = builder.objectRef<ReaderPreview>('ReaderPreview').implement({
  description: 'What a reader would be answered for a page or zone.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it is what a reader gets.' }),
    changesAt: t.expose('changesAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When a time window next opens or closes, so that the answer may be another one; null: none does.',
    }),
    hiddenReasons: t.field({
      type: [HiddenReasonEnum],
      description: 'Why a photo of it is not answered; empty when it is.',
      resolve: (preview) => [...preview.hiddenReasons],
    }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'The language that is answered.' }),
    languages: t.field({
      type: [Language],
      description: 'The languages of the document in the order in which they suit the reader.',
      resolve: ({ languages }) => [...languages],
    }),
    title: t.exposeString('title', { description: 'The title.' }),
    titleSource: t.field({
      type: TreeNode,
      nullable: true,
      description: 'Whose title it is; null where the document’s name stands for it.',
      resolve: ({ titleSource }) => (titleSource === null ? null : elementOf(titleSource)),
    }),
    titleStyle: t.exposeString('titleStyle', { nullable: true, description: 'Its style.' }),
    autoTrigger: t.exposeBoolean('autoTrigger', {
      description: 'Whether the sole action is triggered at once.',
    }),
    variants: t.stringList({
      description:
        'Names of the shares that rules of the actions compare, the actions’ own address first; empty where they compare none.',
      resolve: ({ variants }) => [...variants],
    }),
    actions: t.field({
      type: [ActionType],
      description: 'Actions in the order of the answer.',
      resolve: ({ actions }) => [...actions],
    }),
  }),
});

export const IN_DRAFT_DESCRIPTION =
  'With the draft of the document, where it has one: what a reader would be answered once that is published.';

const AT_DESCRIPTION =
  'As at this time, for example 2026-12-24T07:00, by the clocks of the organization unless a zone is written; now by default.';

builder.queryField('readerPreview', (t) =>
  t.field({
    type: Preview,
    description:
      'What a reader would be answered for a page or zone, now or at another time, and why. No match is recorded.',
    args: {
      elementId: t.arg.id({ required: true, description: 'Guid of the page or zone.' }),
      languageCode: t.arg({ type: 'Locale', description: 'As the reader’s device would send it.' }),
      inDraft: t.arg.boolean({ defaultValue: false, description: IN_DRAFT_DESCRIPTION }),
      at: t.arg.string({ description: AT_DESCRIPTION }),
      platform: t.arg({
        type: ReaderPlatformEnum,
        description: 'Of the reader’s device; not known by default.',
      }),
      variant: t.arg.string({
        description: 'The share that the reader is in, for example B; in none by default.',
      }),
    },
    resolve: async (
      _root,
      { elementId, languageCode, inDraft, at, platform, variant },
      { services, viewer },
    ) =>
      services.readerPreviews.preview(viewer, elementId, languageCode ?? null, {
        platform: platform ?? null,
        variant: variant ?? null,
        inDraft: inDraft ?? false,
        at: at == null ? null : readInstant('at', at, await services.timeZones.of(elementId)),
      }),
  }),
);
