import { graphql } from '../../api/graphql';

/** What `ChangeList` shows of an operation, value by value. */
export const operationChangeFields = graphql(`
  fragment OperationChangeFields on OperationChange {
    kind
    field
    languageCode
    before
    after
  }
`);
