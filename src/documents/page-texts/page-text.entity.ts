import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** The words of a page as its file has them, so that they can be searched for. Read with the proposals of the file. */
export const PageText = defineEntity({
  name: 'PageText',
  tableName: 'page_text',
  properties: {
    nodeId: () => p.oneToOne(Node).mapToPk().primary().fieldName('node_id').deleteRule('cascade'),
    /** As `foldedText` of `page-text.ts` makes it of the lines. */
    textFolded: p.text(),
    /** JSON: the `PrintedLine`s in reading order. */
    lines: p.text(),
  },
});
export type PageText = InferEntity<typeof PageText>;
