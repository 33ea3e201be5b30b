/** Queries and changes of the table of titles and actions. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const placeQuery = graphql(`
  query TextsPlace($id: ID!) {
    place: node(id: $id) {
      __typename
      ... on Organization {
        id
        name
        path {
          id
          name
        }
      }
      ... on Folder {
        id
        name
        path {
          id
          name
        }
      }
      ... on Document {
        id
        name
        path {
          id
          name
        }
      }
    }
  }
`);

const elementFields = graphql(`
  fragment TextsElement on PrintedElement {
    id
    type
    label
    folders
    documentId
    pageId
  }
`);

export const tableQuery = graphql(
  `
    query TextsTable($elementId: ID!, $skip: Int!, $first: Int!, $text: String, $untranslatedIn: String) {
      textTable(
        elementId: $elementId
        skip: $skip
        first: $first
        text: $text
        untranslatedIn: $untranslatedIn
      ) {
        total
        languages
        documents {
          id
          name
          folders
          row
        }
        rows {
          element {
            ...TextsElement
          }
          titles {
            languageCode
            value
          }
          actions {
            id
            languageCode
            name
            type
            targets {
              path
              text
              problem
            }
          }
        }
      }
    }
  `,
  [elementFields],
);

export const replacementQuery = graphql(
  `
    query TextsReplacement(
      $elementId: ID!
      $find: String!
      $replacement: String!
      $fields: [TextField!]!
      $languageCode: Locale
      $matchesCase: Boolean
    ) {
      textReplacement(
        elementId: $elementId
        find: $find
        replacement: $replacement
        fields: $fields
        languageCode: $languageCode
        matchesCase: $matchesCase
      ) {
        total
        edits {
          element {
            ...TextsElement
          }
          languageCode
          actionId
          actionName
          field
          path
          before
          after
          problem
        }
      }
    }
  `,
  [elementFields],
);

export const editTexts = graphql(
  `
    mutation EditTexts($elementId: ID!, $edits: [TextEditInput!]!) {
      editTexts(input: { elementId: $elementId, edits: $edits }) {
        ...ProblemFields
        ... on TextChange {
          changed
          undoId
        }
      }
    }
  `,
  [problemFields],
);

export const undoTextChange = graphql(
  `
    mutation UndoTextChange($id: ID!) {
      undoTextChange(input: { id: $id }) {
        ...ProblemFields
        ... on Done {
          isDone
        }
      }
    }
  `,
  [problemFields],
);

export const exportQuery = graphql(`
  query ExportTexts($documentId: ID!, $csv: SpreadsheetTable) {
    exportSpreadsheet(documentId: $documentId, csv: $csv) {
      fileName
      contentType
      base64
    }
  }
`);

/** As texts: they go with a file. */
export const PREVIEW_SPREADSHEET = `query PreviewTexts($documentId: ID!, $file: Upload!) {
  previewSpreadsheet(input: { documentId: $documentId, file: $file }) {
    __typename
    ... on SpreadsheetPreview {
      total
      lines { table row kind element { label } languageCode name cells { column before after } }
      refusals { table row column message }
      warnings { table row column message }
    }
    ... on Problem { code message }
    ... on ValidationProblem { fields { path messages } }
  }
}`;
export const IMPORT_SPREADSHEET = `mutation ImportTexts($documentId: ID!, $file: Upload!) {
  importSpreadsheet(input: { documentId: $documentId, file: $file }) {
    __typename
    ... on SpreadsheetImport { changed undoId }
    ... on Problem { code message }
    ... on ValidationProblem { fields { path messages } }
  }
}`;

export interface SpreadsheetPreview {
  readonly total: number;
  readonly lines: readonly {
    readonly table: 'TITLES' | 'ACTIONS';
    readonly row: number;
    readonly kind: 'ADDED' | 'CHANGED' | 'REMOVED';
    readonly element: { readonly label: string };
    readonly languageCode: string;
    readonly name: string;
    readonly cells: readonly { readonly column: string; readonly before: string; readonly after: string }[];
  }[];
  readonly refusals: readonly SpreadsheetNote[];
  readonly warnings: readonly SpreadsheetNote[];
}

export interface SpreadsheetNote {
  readonly table: 'TITLES' | 'ACTIONS' | null;
  readonly row: number | null;
  readonly column: string | null;
  readonly message: string;
}

export type TextRow = ResultOf<typeof tableQuery>['textTable']['rows'][number];
export type TextsElement = TextRow['element'];
export type ProposedEdit = ResultOf<typeof replacementQuery>['textReplacement']['edits'][number];
