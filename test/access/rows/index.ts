/** The whole table. */
import type { Row, SentFile } from '../row.js';
import { accountRows } from './accounts.js';
import { commentRows } from './comments.js';
import { comparisonRows } from './comparisons.js';
import { contentRows } from './content.js';
import { documentRows } from './documents.js';
import { engineRows } from './engine.js';
import { nodeTypes } from './node-types.js';
import { packRows } from './packs.js';
import { recognitionRows } from './recognition.js';
import { shortAddressRows } from './short-addresses.js';
import { serviceRows } from './services.js';
import { systemRows } from './system.js';
import { textRows } from './texts.js';
import { trashRows } from './trash.js';
import { treeRows } from './tree.js';
import { uploadRows } from './uploads.js';
import { userRows } from './users.js';
import { graphql } from '../row.js';

export function allRows(pictures: {
  readonly picture: SentFile;
  readonly tinyPicture: SentFile;
}): readonly Row[] {
  return [
    ...treeRows,
    ...documentRows(pictures.picture),
    ...contentRows(pictures.tinyPicture),
    ...textRows,
    ...accountRows,
    ...recognitionRows(pictures.picture),
    ...userRows,
    ...engineRows(pictures.picture),
    ...comparisonRows(pictures.picture),
    ...serviceRows(pictures.picture),
    ...packRows,
    ...shortAddressRows,
    ...commentRows,
    ...systemRows,
    ...uploadRows,
    ...trashRows(pictures.picture),
    // `node(id)` has no answer of its own for a role: users and operations are for administrators, everything else is for readers.
    ...Object.entries(nodeTypes).map(([type, key]) =>
      graphql(
        `Query.node`,
        'readerOrNull',
        `($id: ID!) { node(id: $id) { id ... on ${type} { __typename } } }`,
        (t) => ({ id: t[key] }),
        ['User', 'Operation'].includes(type) ? { but: { editor: 'forbidden', viewer: 'forbidden' } } : {},
      ),
    ),
  ];
}
