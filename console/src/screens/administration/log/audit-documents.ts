/** Queries and changes of what becomes of the operation log. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

const auditLogFields = graphql(`
  fragment AuditLogFields on AuditLog {
    organizationId
    number
    hash
    offersBucket
    delivery {
      target
      url
      secret
      isActive
      deliveredThrough
      deliveredAt
      lastError
      nextAttemptAt
    }
  }
`);

export const auditLogQuery = graphql(
  `
    query AuditLogOf($organizationId: ID!) {
      organization(id: $organizationId) {
        id
        auditLog {
          ...AuditLogFields
        }
      }
      recordKeeping(organizationId: $organizationId) {
        organizationId
        auditDays
      }
    }
  `,
  [auditLogFields],
);
export type AuditLog = ResultOf<typeof auditLogFields>;

export const exportAuditLog = graphql(
  `
    mutation ExportAuditLog($organizationId: ID!, $format: AuditFormat!, $after: Int) {
      exportAuditLog(input: { organizationId: $organizationId, format: $format, after: $after }) {
        ... on AuditExport {
          content
          through
          isWhole
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const setAuditDays = graphql(
  `
    mutation SetAuditDays($organizationId: ID!, $auditDays: Int) {
      updateRecordKeeping(input: { organizationId: $organizationId, patch: { auditDays: $auditDays } }) {
        ... on RecordKeeping {
          organizationId
          auditDays
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const setAuditDelivery = graphql(
  `
    mutation SetAuditDelivery($organizationId: ID!, $target: AuditTarget!, $url: URL, $isActive: Boolean) {
      setAuditDelivery(
        input: { organizationId: $organizationId, target: $target, url: $url, isActive: $isActive }
      ) {
        ... on AuditLog {
          ...AuditLogFields
        }
        ...ProblemFields
      }
    }
  `,
  [auditLogFields, problemFields],
);

export const removeAuditDelivery = graphql(
  `
    mutation RemoveAuditDelivery($organizationId: ID!) {
      removeAuditDelivery(input: { organizationId: $organizationId }) {
        ... on AuditLog {
          organizationId
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
