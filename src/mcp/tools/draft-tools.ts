/** Tools that change the draft of a document. None of them reaches readers. */
import { z } from 'zod';
import type { Courier } from '../courier.js';
import { Refused } from '../courier.js';
import { id, INPUT_PROBLEM, language, PROBLEM, tool } from '../tool.js';

const element = id('the document, page or zone');
const MOST = 100;

/** Makes edits in the draft, which is started where there is none. All of them are made, or none. */
async function editDraft(courier: Courier, documentId: string, edits: readonly object[]): Promise<unknown> {
  await courier.ask(
    `mutation ($documentId: ID!) { done: startDraft(input: { documentId: $documentId }) { ... on Draft { id } ${PROBLEM} } }`,
    { documentId },
  );
  return courier.ask(
    `mutation ($documentId: ID!, $edits: [DraftEdit!]!) { done: changeDraft(input: { documentId: $documentId, edits: $edits }) {
      ... on EditedDraft { edited { id version } draft { id version changeCount } } ${INPUT_PROBLEM} } }`,
    { documentId, edits },
  );
}

const setTitles = tool({
  name: 'set_draft_titles',
  title: 'Set titles in the draft',
  description: 'Sets titles of a document, its pages and its zones in the draft; all of them, or none.',
  input: z.object({
    documentId: id('the document'),
    titles: z
      .array(z.object({ elementId: element, languageCode: language, value: z.string().max(5000) }))
      .min(1)
      .max(MOST),
  }),
  scope: 'draft:write',
  isWriting: true,
  run: async (courier, { documentId, titles }) => ({
    data: await editDraft(
      courier,
      documentId,
      titles.map(({ elementId, languageCode, value }) => ({
        change: { setTitle: { nodeId: elementId, languageCode, value } },
      })),
    ),
  }),
});

const target = z
  .object({
    url: z.url().max(5000).optional().describe('Web address.'),
    phone: z.string().max(100).optional().describe('Phone number.'),
    mail: z.string().max(320).optional().describe('Mail address.'),
  })
  .describe('What the action opens: exactly one of these.');

function targetOf({ url, phone, mail }: z.infer<typeof target>): object {
  const targets = [
    url === undefined ? [] : { url: { url } },
    phone === undefined ? [] : { phone: { number: phone } },
    mail === undefined ? [] : { mail: { address: mail } },
  ].flat();
  const [only] = targets;
  if (only === undefined || targets.length > 1) {
    throw new Refused('BAD_USER_INPUT', 'Give each action exactly one of url, phone and mail as its target.');
  }
  return only;
}

const createActions = tool({
  name: 'create_draft_actions',
  title: 'Create actions in the draft',
  description: 'Adds actions to a document, its pages and its zones in the draft; all of them, or none.',
  input: z.object({
    documentId: id('the document'),
    actions: z
      .array(
        z.object({ elementId: element, languageCode: language, name: z.string().min(1).max(500), target }),
      )
      .min(1)
      .max(MOST),
  }),
  scope: 'draft:write',
  isWriting: true,
  run: async (courier, { documentId, actions }) => ({
    data: await editDraft(
      courier,
      documentId,
      actions.map(({ elementId, languageCode, name, target: opened }) => ({
        change: { createAction: { nodeId: elementId, languageCode, name, target: targetOf(opened) } },
      })),
    ),
  }),
});

const updateActions = tool({
  name: 'update_draft_actions',
  title: 'Change actions in the draft',
  description:
    'Changes names and targets of actions in the draft, or deletes them there; all of it, or nothing.',
  input: z.object({
    documentId: id('the document'),
    changes: z
      .array(
        z.object({
          actionId: id('the action'),
          name: z.string().min(1).max(500).optional(),
          target: target.optional(),
          isDeleted: z.boolean().default(false).describe('Whether the draft deletes it.'),
        }),
      )
      .min(1)
      .max(MOST),
  }),
  scope: 'draft:write',
  isWriting: true,
  run: async (courier, { documentId, changes }) => ({
    data: await editDraft(
      courier,
      documentId,
      changes.map(({ actionId, name, target: opened, isDeleted }) => ({
        change: isDeleted
          ? { deleteAction: actionId }
          : {
              updateAction: {
                id: actionId,
                patch: { name, ...(opened === undefined ? {} : { target: targetOf(opened) }) },
              },
            },
      })),
    ),
  }),
});

const acceptProposals = tool({
  name: 'accept_proposals',
  title: 'Accept proposals into the draft',
  description: 'Makes titles, zones and actions of proposals in the draft of the document.',
  input: z.object({
    documentId: id('the document'),
    ids: z.array(id('a proposal')).min(1).max(MOST).describe('As list_proposals answers them.'),
  }),
  scope: 'draft:write',
  isWriting: true,
  run: async (courier, input) => ({
    data: await courier.ask(
      `mutation ($documentId: ID!, $ids: [ID!]) { done: acceptProposals(input: { documentId: $documentId, ids: $ids }) {
        ... on AcceptedProposals { accepted left draft { id version changeCount } } ${INPUT_PROBLEM} } }`,
      input,
    ),
  }),
});

export const draftTools = [setTitles, createActions, updateActions, acceptProposals];
