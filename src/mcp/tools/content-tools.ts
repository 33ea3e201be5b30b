/** Tools that read documents, their pages and what readers get. */
import { z } from 'zod';
import { id, language, tool } from '../tool.js';

/** Fields of titles and actions, readers' or drafted ones, that tools answer. */
const TARGET = `target {
  ... on UrlTarget { url } ... on PhoneTarget { number } ... on MailTarget { address subject }
  ... on SmsTarget { number } ... on MapTarget { __typename } ... on ShareTarget { __typename }
  ... on ContactTarget { __typename } ... on EventTarget { __typename } ... on LegacyTarget { __typename }
}`;
const TITLE = 'languageCode value';
const ACTION = `id languageCode name type ${TARGET}`;

/** Of every element with content. */
const CONTENT = `titles { ${TITLE} } actions { ${ACTION} }
  drafted { titles { ${TITLE} isChanged } actions { ${ACTION} isChanged } }`;

const PLACE = 'positionXPercent positionYPercent widthPercent heightPercent';

const ZONES = `zones { id name ${PLACE} ${CONTENT} }
  draftedZones { id name isNew isChanged ${PLACE} content { titles { ${TITLE} } actions { ${ACTION} } } }`;

const DRAFT = `id documentId user updatedAt version changeCount publishAt publishStopped changes {
  id kind languageCode actionName user element { id type name pageOrder }
  changes { field before after } conflict { reason } }`;

const page = {
  first: z.int().min(1).max(100).default(20).describe('How many, 1 to 100.'),
  after: z.string().max(1000).optional().describe('endCursor of the part before.'),
};

const search = tool({
  name: 'search',
  title: 'Search',
  description:
    'Finds folders, documents, pages and zones by a part of a name, of a title, of an action or its target, or of the words that are printed on a page.',
  input: z.object({ text: z.string().min(2).max(200).describe('Whole or part of a text.'), ...page }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($text: String!, $first: Int, $after: String) { done: searchTexts(text: $text, first: $first, after: $after) {
        totalCount pageInfo { endCursor hasNextPage }
        nodes { path { id type name } matches { field languageCode text } } } }`,
      input,
    ),
  }),
});

const DOCUMENTS = `documents(first: $first, after: $after, isRecursive: true) {
  totalCount pageInfo { endCursor hasNextPage } nodes { id name status pages languages updatedAt } }`;

const listDocuments = tool({
  name: 'list_documents',
  title: 'List documents',
  description: 'Lists the documents of an organization or a folder and of all folders below it.',
  input: z.object({ placeId: id('the organization or folder'), ...page }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($placeId: ID!, $first: Int, $after: String) { done: node(id: $placeId) {
        ... on Organization { ${DOCUMENTS} } ... on Folder { ${DOCUMENTS} } } }`,
      input,
    ),
  }),
});

const getDocument = tool({
  name: 'get_document',
  title: 'Read a document',
  description:
    'Reads a document: its languages, titles and actions, its pages in order, and what its draft changes.',
  input: z.object({ documentId: id('the document'), ...page }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($documentId: ID!, $first: Int, $after: String) { done: document(id: $documentId) {
        id name status processing languages defaultLanguage pages ${CONTENT} proposalCounts { kind count }
        draft { id changeCount publishAt }
        imagesConnection(first: $first, after: $after) { pageInfo { endCursor hasNextPage }
          nodes { id order name zoneCount actionCount titles { languageCode value } } } } }`,
      input,
    ),
  }),
});

const getPage = tool({
  name: 'get_page',
  title: 'Read a page',
  description:
    'Reads a page: its titles and actions, its zones with theirs, the same as the draft has them, the words printed on it, and its picture.',
  input: z.object({
    pageId: id('the page'),
    hasPicture: z.boolean().default(false).describe('Whether to answer the picture of the page, too.'),
  }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, { pageId, hasPicture }) => {
    const found = (await courier.ask(
      `query ($pageId: ID!) { done: node(id: $pageId) { ... on Image {
        id documentId order name status widthPx heightPx recognizability { grade reason }
        ${CONTENT} ${ZONES} printedText bigThumbnailUrl } } }`,
      { pageId },
    )) as { readonly bigThumbnailUrl?: string | null } | null;
    if (found === null) return { data: null };
    const { bigThumbnailUrl, ...data } = found;
    const picture = hasPicture ? await courier.picture(bigThumbnailUrl) : null;
    return { data, pictures: picture === null ? [] : [picture] };
  },
});

const preview = tool({
  name: 'preview',
  title: 'Preview for readers',
  description:
    'Answers what a reader would get for a page or zone, in a language and at a time, and why. Nothing is recorded.',
  input: z.object({
    elementId: id('the page or zone'),
    languageCode: language.optional(),
    inDraft: z.boolean().default(false).describe('As it would be once the draft is published.'),
    at: z
      .string()
      .max(40)
      .optional()
      .describe('As at this time, for example 2026-12-24T07:00; now when left out.'),
  }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($elementId: ID!, $languageCode: Locale, $inDraft: Boolean, $at: String) {
        done: readerPreview(elementId: $elementId, languageCode: $languageCode, inDraft: $inDraft, at: $at) {
          at hiddenReasons languageCode languages { code reason hasActions isChosen } title
          actions { actionId name type source { id } } } }`,
      input,
    ),
  }),
});

const getDraft = tool({
  name: 'get_draft',
  title: 'Read a draft',
  description: 'Reads what the draft of a document changes, value by value; null where it has none.',
  input: z.object({ documentId: id('the document') }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($documentId: ID!) { done: document(id: $documentId) { draft { ${DRAFT} } } }`,
      input,
    ),
  }),
});

const listProposals = tool({
  name: 'list_proposals',
  title: 'List proposals',
  description:
    'Lists the titles, links, numbers, codes, dates and areas that the file of a document proposes and nobody decided about.',
  input: z.object({
    documentId: id('the document'),
    kinds: z
      .array(z.enum(['LINK', 'MAIL', 'PHONE', 'CODE', 'EVENT', 'TITLE', 'AREA']))
      .max(7)
      .optional(),
    pageId: id('a page, for its proposals alone').optional(),
    ...page,
  }),
  scope: 'content:read',
  isWriting: false,
  run: async (courier, input) => ({
    data: await courier.ask(
      `query ($documentId: ID!, $kinds: [ProposalKind!], $pageId: ID, $first: Int, $after: String) {
        done: document(id: $documentId) { isReadForProposals
          proposals(kinds: $kinds, pageId: $pageId, first: $first, after: $after) {
            totalCount pageInfo { endCursor hasNextPage }
            nodes { id kind origin pageId isOfDocument title languageCode actionType actionName target starts ends } } } }`,
      input,
    ),
  }),
});

export const contentTools = [search, listDocuments, getDocument, getPage, preview, getDraft, listProposals];
