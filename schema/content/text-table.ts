/** Titles and actions of many elements as a table: read, searched, edited at once, taken back. */
import type { PrintedElement } from '../../src/documents/texts/printed-elements.js';
import type { AppliedChanges } from '../../src/documents/texts/recorded-changes.js';
import { textFields } from '../../src/documents/texts/text-edit.js';
import type { ProposedEdit } from '../../src/documents/texts/text-search.js';
import type {
  Proposals,
  TextRow,
  TextTable,
  TextTableDocument,
} from '../../src/documents/texts/text-table.service.js';
import type { TitleState } from '../../src/documents/history/text-states.js';
import type { ActionType } from '../../src/content/actions/action.entity.js';
import { builder, enumType } from '../builder.js';
import { ActionTypeEnum } from './target-words.js';
import { arg, Done, problemMutation } from '../mutations.js';

export const PrintedTypeEnum = enumType('PrintedElementType', {
  description: 'Kinds of elements that titles and actions are written for.',
  values: ['Document', 'Image', 'Zone'] as const,
});

export const PrintedElementType = builder.objectRef<PrintedElement>('PrintedElement').implement({
  description: 'A document, page or zone among others, in the order of the print.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the element.' }),
    type: t.expose('type', { type: PrintedTypeEnum, description: 'Its kind.' }),
    label: t.exposeString('label', { description: 'What people call it, for example `Flyer / 2: Prices`.' }),
    documentId: t.exposeID('documentId', { description: 'Guid of its document.' }),
    folders: t.stringList({
      description: 'Names of the folders between the place and its document, the outermost first.',
      resolve: ({ folders }) => [...folders],
    }),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Guid of the page that it is or lies on; null for a document.',
    }),
  }),
});

const TableTitle = builder.objectRef<TitleState>('TextTableTitle').implement({
  description: 'A title in a table of texts.',
  fields: (t) => ({
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    value: t.exposeString('value', { description: 'The title; empty where it inherits.' }),
  }),
});

type RowAction = TextRow['actions'][number];

const TargetText = builder.objectRef<RowAction['targets'][number]>('TargetText').implement({
  description: 'An address, number or name that an action opens.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Where it stands; `editTexts` takes it.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why readers do not see the action, in English; null where nothing is wrong.',
    }),
  }),
});

const TableAction = builder.objectRef<RowAction>('TextTableAction').implement({
  description: 'An action in a table of texts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the action.' }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    name: t.exposeString('name', { description: 'What readers see.' }),
    type: t.field({
      type: ActionTypeEnum,
      description: 'What it does.',
      resolve: ({ type }) => type as ActionType,
    }),
    targets: t.field({
      type: [TargetText],
      description: 'What it opens.',
      resolve: ({ targets }) => [...targets],
    }),
  }),
});

const Row = builder.objectRef<TextRow>('TextTableRow').implement({
  description: 'An element with its own titles and actions.',
  fields: (t) => ({
    element: t.expose('element', { type: PrintedElementType, description: 'The element.' }),
    titles: t.field({
      type: [TableTitle],
      description: 'By language.',
      resolve: ({ titles }) => [...titles],
    }),
    actions: t.field({
      type: [TableAction],
      description: 'By language, then as readers see them.',
      resolve: ({ actions }) => [...actions],
    }),
  }),
});

const TableDocument = builder.objectRef<TextTableDocument>('TextTableDocument').implement({
  description: 'A document in a table of texts, and where its rows begin.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the document.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    folders: t.stringList({
      description: 'Names of the folders between the place and the document, the outermost first.',
      resolve: ({ folders }) => [...folders],
    }),
    row: t.exposeInt('row', { description: 'Number of its first row, from 0: `skip` to begin with it.' }),
  }),
});

const Table = builder.objectRef<TextTable>('TextTable').implement({
  description: 'Titles and actions of a document, or of all documents of a folder or organization.',
  fields: (t) => ({
    rows: t.field({
      type: [Row],
      description: 'In the order of the print.',
      resolve: ({ rows }) => [...rows],
    }),
    total: t.exposeInt('total', {
      description: 'Documents, pages and zones of the whole place, as far as the filter shows them.',
    }),
    documents: t.field({
      type: [TableDocument],
      description: 'Documents of all these rows, in their order.',
      resolve: ({ documents }) => [...documents],
    }),
    languages: t.field({
      type: ['Locale'],
      description: 'Languages of its documents: those that are the default of most come first.',
      resolve: ({ languages }) => [...languages],
    }),
  }),
});

const ELEMENT_DESCRIPTION = 'Guid of a document, a folder or an organization.';

builder.queryField('textTable', (t) =>
  t.field({
    type: Table,
    description: 'Titles and actions of a document, or of all documents of a folder or organization.',
    args: {
      elementId: t.arg.id({ required: true, description: ELEMENT_DESCRIPTION }),
      skip: t.arg.int({ defaultValue: 0, description: 'Rows to leave out in front.' }),
      first: t.arg.int({ defaultValue: 50, description: 'How many rows, at most 100.' }),
      text: t.arg.string({
        description:
          'Only rows whose names, titles or actions hold it, whatever their case and accents. At most 200 characters.',
      }),
      untranslatedIn: t.arg.string({
        description:
          'A language, for example de-DE: only rows with a title or action in another one and none in this one.',
      }),
    },
    resolve: (_root, { elementId, skip, first, text, untranslatedIn }, { services, viewer }) =>
      services.textTables.rows(viewer, elementId, {
        skip: skip ?? 0,
        first: first ?? 50,
        text,
        untranslatedIn,
      }),
  }),
);

const FieldEnum = enumType('TextField', {
  description: 'Texts that readers see: titles, names of actions, and what actions open.',
  values: textFields,
});

const ProposedEditType = builder.objectRef<ProposedEdit>('ProposedTextEdit').implement({
  description: 'An edit that a replacement asks for; send it to `editTexts` to make it.',
  fields: (t) => ({
    element: t.expose('element', { type: PrintedElementType, description: 'Where the text stands.' }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    actionId: t.exposeID('actionId', {
      nullable: true,
      description: 'Guid of the action; null for a title.',
    }),
    actionName: t.exposeString('actionName', {
      nullable: true,
      description: 'Name of the action; null for a title.',
    }),
    field: t.expose('field', { type: FieldEnum, description: 'Which text it is.' }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'Of a target: where it stands in the content (RFC 6901).',
    }),
    before: t.exposeString('before', { description: 'What is there.' }),
    after: t.exposeString('after', { description: 'What would be there.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why it cannot be made, in English; null when it can.',
    }),
  }),
});

const ProposalsType = builder.objectRef<Proposals>('TextReplacement').implement({
  description: 'What a replacement would change.',
  fields: (t) => ({
    edits: t.field({
      type: [ProposedEditType],
      description: 'The first 1,000, in the order of the print.',
      resolve: ({ edits }) => [...edits],
    }),
    total: t.exposeInt('total', { description: 'How many they are.' }),
  }),
});

builder.queryField('textReplacement', (t) =>
  t.field({
    type: ProposalsType,
    description: 'What it would change to replace a text in titles and actions; nothing is changed.',
    args: {
      elementId: t.arg.id({ required: true, description: ELEMENT_DESCRIPTION }),
      find: t.arg.string({ required: true, description: 'Taken as it is written: no pattern.' }),
      replacement: t.arg.string({ required: true, description: 'What to put there; may be empty.' }),
      fields: t.arg({
        type: [FieldEnum],
        required: true,
        defaultValue: [...textFields],
        description: 'Texts to look in.',
      }),
      languageCode: t.arg({ type: 'Locale', description: 'Only in this language.' }),
      matchesCase: t.arg.boolean({ defaultValue: false, description: 'Whether A is not a.' }),
    },
    resolve: (_root, { elementId, matchesCase, languageCode, ...wanted }, { services, viewer }) =>
      services.textTables.find(viewer, elementId, {
        ...wanted,
        languageCode: languageCode ?? null,
        matchesCase: matchesCase ?? false,
      }),
  }),
);

const TextEditInput = builder.inputType('TextEditInput', {
  description: 'One edit of a text that readers see.',
  fields: (t) => ({
    elementId: t.id({ required: true, description: 'Guid of the document, page or zone.' }),
    languageCode: t.field({ type: 'Locale', required: true, description: 'Language, for example fr-FR.' }),
    actionId: t.id({ description: 'Guid of the action; left out for a title.' }),
    field: t.field({ type: FieldEnum, required: true, description: 'Which text it is.' }),
    path: t.string({ description: 'Of a target: where it stands in the content (RFC 6901).' }),
    before: t.string({ required: true, description: 'What you have seen: another text is not overwritten.' }),
    after: t.string({ required: true, description: 'What to write.' }),
  }),
});

const TextChange = builder.objectRef<AppliedChanges>('TextChange').implement({
  description: 'What a change of many texts did.',
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Titles and actions that are not what they were.' }),
    undoId: t.exposeID('undoId', {
      nullable: true,
      description: 'For `undoTextChange`, for a day; null when nothing changed.',
    }),
  }),
});

problemMutation('editTexts', {
  type: TextChange,
  may: ['rereading'],
  description:
    'Makes all of the edits or none. Fields of a problem begin with the place of the mistake, counted from 0: `edits.3.after`.',
  args: {
    elementId: arg.id({ required: true, description: `${ELEMENT_DESCRIPTION} All edits lie in it.` }),
    edits: arg.field({ type: [TextEditInput], required: true, description: 'At most 5,000.' }),
  },
  resolve: ({ elementId, edits }, { services, viewer }) =>
    services.textTables.edit(
      viewer,
      elementId,
      edits.map((edit) => ({ ...edit, actionId: edit.actionId ?? null, path: edit.path ?? null })),
    ),
});

problemMutation('undoTextChange', {
  cannot: ['input'],
  type: Done,
  may: ['rereading', 'credit'],
  description:
    'Takes back what `editTexts`, `importSpreadsheet` or `publishDraft` changed, all of it or nothing, within a day and unless somebody changed one of the titles, actions and zones since. A language that came with it stays.',
  args: { id: arg.id({ required: true, description: 'The `undoId` of the change.' }) },
  resolve: async ({ id }, { services, viewer }) => {
    await services.recordedChanges.undo(viewer, id);
    return {};
  },
});
