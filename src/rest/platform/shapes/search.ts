/** Shapes of search results. */
import { z } from 'zod';
import { nodeTypes } from '../../../hierarchy/node.entity.js';
import { guid, shape, text } from './common.js';

const step = shape('SearchPathStep', "A step from the caller's organization to an element", {
  Id: guid,
  Type: z.enum([...nodeTypes, 'User']),
  Name: text,
});

export const searchResultShape = shape('SearchResult', 'An element that was found', {
  Type: z.enum(['Organization', 'Folder', 'Document', 'User']),
  Result: z.looseObject({ Id: guid }).describe("The element's own fields"),
  Path: z.array(step),
});
