import { graphql } from '../../api/graphql';

/** The values of an operation that `ChangeList` shows. */
export const operationChangeFields = graphql(`
  fragment OperationChangeFields on OperationChange {
    kind
    field
    languageCode
    before
    after
  }
`);
