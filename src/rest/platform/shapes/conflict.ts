/** Shapes of conflicts. */
import { z } from 'zod';
import { guid, optionalAddress, shape, text } from './common.js';
import { stepShape } from './tree.js';

const conflict = shape('Conflict', 'Another element that looks alike', {
  DocumentId: guid,
  DocumentName: text,
  PageNumber: text,
  Distance: z.number().min(0).max(1).describe('0 is the same picture'),
  Path: z.array(stepShape).describe('From the element up to its organization'),
  Thumbnail: optionalAddress.describe('700 px'),
});

export const conflictShape = shape('ConflictResult', 'An image or zone and what looks like it', {
  Id: guid,
  Conflicts: z.array(conflict),
});
