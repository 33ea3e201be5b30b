/** Import and export, statistics, archives, conflicts, search. */
import { operator } from '../../../src/access/viewer.js';
import { graphql, rest, RESULT, type SentFile } from '../row.js';
import type { Target } from '../target.js';
import { webhookRows } from './webhooks.js';
import { makeDocument } from '../fresh.js';

const imported = { DefaultLanguage: 'en-US', Name: 'x', Titles: [{ LanguageCode: 'en-US', Value: 'x' }] };

const document = ({ documentId }: Target) => ({ id: documentId });
const organization = ({ organizationId }: Target) => ({ id: organizationId });

/** @param picture a picture with enough detail to be recognized */
export const serviceRows = (picture: SentFile) => [
  ...webhookRows,
  rest(
    'GET /services/Clickstream/GetMatchCumul',
    'reader',
    (t) => `/services/Clickstream/GetMatchCumul?documentId=${t.documentId}`,
  ),
  rest(
    'GET /services/Clickstream/Download',
    'reader',
    (t) => `/services/Clickstream/Download?documentId=${t.documentId}`,
  ),
  graphql(
    'Mutation.applyChanges',
    'writer',
    `($id: ID!) {
      applyChanges(input: { changes: [{ setTitle: { nodeId: $id, languageCode: "en-US", value: "x" } }] }) ${RESULT}
    }`,
    document,
  ),
  rest(
    'GET /services/Clickstream/Statistics',
    'reader',
    (t) => `/services/Clickstream/Statistics?elementId=${t.organizationId}&by=Action`,
  ),
  graphql(
    'Query.statistics',
    'reader',
    '($id: ID!) { statistics(elementId: $id, by: [DOCUMENT]) { rows { keys { id name } counts { matches } } csv } }',
    organization,
  ),
  rest('GET /services/Conflict/Check', 'reader', (t) => `/services/Conflict/Check?id=${t.documentId}`),
  rest('GET /services/Conflict/Check', 'reader', (t) => `/services/Conflict/Check?id=${t.zoneId}`),
  rest(
    'GET /services/Automation/Export',
    'reader',
    (t) => `/services/Automation/Export?documentId=${t.documentId}`,
  ),
  rest(
    'PUT /services/Automation/Import',
    'writer',
    (t) => ({ path: '/services/Automation/Import', json: { DocumentId: t.documentId, Json: imported } }),
    { fresh: makeDocument },
  ),
  rest('POST /services/Automation/FullImport', 'writer', (t) => ({
    path: '/services/Automation/FullImport',
    form: {
      pathfile: { bytes: Buffer.from(t.folderId), type: 'text/plain' },
      docfile: picture,
      actionsfile: imported,
    },
  })),
  graphql('Query.matchCumul', 'reader', '($id: ID!) { matchCumul(documentId: $id) { day count } }', document),
  graphql(
    'Mutation.createArchive',
    'reader',
    `($id: ID!) { createArchive(input: { documentId: $id }) ${RESULT} }`,
    document,
  ),
  graphql('Query.archive', 'reader', '($id: ID!) { archive(id: $id) { url document { name } } }', (t) => ({
    id: t.archiveId,
  })),
  graphql(
    'Subscription.archiveProgress',
    'reader',
    '($id: ID!) { archiveProgress(id: $id) { url document { name } } }',
    (t) => ({ id: t.archiveId }),
  ),
  graphql(
    'Query.publishingRule',
    'reader',
    '($id: ID!) { publishingRule(organizationId: $id) { needsApproval } }',
    organization,
  ),
  graphql(
    'Mutation.updatePublishingRule',
    'administrator',
    `($id: ID!) { updatePublishingRule(input: { organizationId: $id, needsApproval: false }) ${RESULT} }`,
    organization,
  ),
  graphql(
    'Query.folderPublishingRule',
    'reader',
    '($id: ID!) { folderPublishingRule(folderId: $id) { needsApproval inheritedFrom { name } } }',
    (t) => ({ id: t.folderId }),
  ),
  graphql(
    'Mutation.updateFolderPublishingRule',
    'administrator',
    `($id: ID!) { updateFolderPublishingRule(input: { folderId: $id, needsApproval: false }) ${RESULT} }`,
    (t) => ({ id: t.folderId }),
  ),
  ...['dismissInboxItem', 'restoreInboxItem'].map((mutation) =>
    graphql(
      `Mutation.${mutation}`,
      'writer',
      `($id: ID!, $itemId: ID!) { ${mutation}(input: { organizationId: $id, itemId: $itemId }) ${RESULT} }`,
      (t) => ({ id: t.organizationId, itemId: t.inboxItemId }),
    ),
  ),
  graphql(
    'Query.recordKeeping',
    'reader',
    '($id: ID!) { recordKeeping(organizationId: $id) { retentionDays hostPolicy } }',
    organization,
  ),
  graphql(
    'Mutation.exportAuditLog',
    'administrator',
    `($id: ID!) { exportAuditLog(input: { organizationId: $id, format: JSONL }) ${RESULT} }`,
    organization,
  ),
  graphql(
    'Mutation.setAuditDelivery',
    'administrator',
    `($id: ID!) {
      setAuditDelivery(input: { organizationId: $id, target: ADDRESS, url: "https://x.example", isActive: false }) ${RESULT}
    }`,
    organization,
  ),
  graphql(
    'Mutation.removeAuditDelivery',
    'administrator',
    `($id: ID!) { removeAuditDelivery(input: { organizationId: $id }) ${RESULT} }`,
    organization,
    {
      fresh: async ({ loupe, organization: { id: organizationId } }) => {
        const wanted = {
          organizationId,
          target: 'Address' as const,
          url: 'https://x.example',
          isActive: false,
        };
        await loupe.app.services.auditDeliveries.set(operator, wanted);
        return {};
      },
    },
  ),
  graphql(
    'Mutation.updateRecordKeeping',
    'administrator',
    `($id: ID!) { updateRecordKeeping(input: { organizationId: $id, patch: { hostPolicy: FULL } }) ${RESULT} }`,
    organization,
  ),
  graphql(
    'Query.conflicts',
    'reader',
    '($id: ID!) { conflicts(id: $id) { element { name } conflicts { path { name } } } }',
    document,
  ),
  graphql(
    'Query.activationWarnings',
    'reader',
    '($id: ID!) { activationWarnings(documentId: $id) { element { name } } }',
    document,
    // Whether there is anything to warn of depends on what the rows before have uploaded.
    { accepts: ['empty'] },
  ),
  graphql(
    'Subscription.conflictCheck',
    'reader',
    '($id: ID!) { conflictCheck(id: $id) { checked total result { element { name } } } }',
    document,
  ),
  graphql(
    'Subscription.conflictCheck',
    'reader',
    '($id: ID!) { conflictCheck(id: $id) { checked total result { element { name } } } }',
    organization,
  ),
  graphql(
    'Query.exportDocument',
    'reader',
    '($id: ID!) { exportDocument(documentId: $id) { json xml } }',
    document,
  ),
  graphql(
    'Mutation.importDocument',
    'writer',
    `($id: ID!, $json: String!) { importDocument(input: { documentId: $id, json: $json }) ${RESULT} }`,
    (t) => ({ id: t.documentId, json: JSON.stringify(imported) }),
    { fresh: makeDocument },
  ),
  graphql(
    'Mutation.fullImport',
    'writer',
    `($place: String!, $json: String!, $file: Upload!) {
      fullImport(input: { place: $place, json: $json, file: $file }) ${RESULT}
    }`,
    (t) => ({ place: t.folderId, json: JSON.stringify(imported) }),
    { files: () => ({ file: picture }) },
  ),
  graphql(
    'Query.search',
    'user',
    `
      {
        search(name: "Zaunk") {
          type
          path {
            name
          }
          element {
            ... on Organization {
              name
            }
            ... on Folder {
              name
            }
            ... on Document {
              name
            }
            ... on User {
              mail
            }
          }
        }
      }
    `,
    undefined,
    { but: { siblingAdministrator: 'empty' } },
  ),
  // Everybody searches what is theirs; a part of the secret text must find nothing for others.
  rest('GET /services/Search', 'user', () => '/services/Search?name=Zaunk'),
  rest('GET /services/Search', 'user', (t) => `/services/Search?id=${t.folderId}`),
  rest('GET /services/Search/Texts', 'user', () => '/services/Search/Texts?text=zaunk'),
  graphql(
    'Query.searchTexts',
    'user',
    `
      {
        searchTexts(text: "zaunk") {
          totalCount
          nodes {
            path {
              name
            }
            matches {
              text
              action {
                target {
                  ... on LegacyTarget {
                    source
                  }
                }
              }
            }
            element {
              ... on Document {
                name
              }
              ... on Image {
                name
              }
              ... on Zone {
                name
              }
              ... on Folder {
                name
              }
            }
          }
        }
      }
    `,
    () => ({}),
  ),
  rest('POST /services/Search', 'user', () => ({ path: '/services/Search', json: { Name: 'zaunk' } })),
];
