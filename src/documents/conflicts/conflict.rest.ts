/** Elements that could be confused with a document, image or zone. */
import { z } from 'zod';
import { ok } from '../../rest/platform/answer.js';
import { route, type Route } from '../../rest/platform/route.js';
import type { ConflictResult } from './conflict.service.js';
import { type FileUrl, guid, optionalAddress, shape, text } from '../../rest/platform/shapes.js';
import { view } from '../../rest/shared/view.js';
import { stepShape } from '../../tree/tree.view.js';

/** Views of conflicts as the platform's clients know them. */
const conflict = shape('Conflict', 'Another element that looks alike', {
  DocumentId: guid,
  DocumentName: text,
  PageNumber: text,
  Distance: z.number().min(0).max(1).describe('0 is the same picture'),
  Path: z.array(stepShape).describe('From the element up to its organization'),
  Thumbnail: optionalAddress.describe('700 px'),
});

const conflictShape = shape('ConflictResult', 'An image or zone and what looks like it', {
  Id: guid,
  Conflicts: z.array(conflict),
});

const conflictView = view(conflictShape, ({ id, conflicts }: ConflictResult, fileUrl: FileUrl) => ({
  Id: id,
  Conflicts: conflicts.map((conflict) => ({
    DocumentId: conflict.documentId,
    DocumentName: conflict.documentName,
    PageNumber: String(conflict.pageNumber),
    Distance: conflict.distance,
    Path: conflict.path.map((step) => ({ Id: step.id, Type: step.type, Name: step.name })),
    Thumbnail: fileUrl(conflict.thumbnailFileId),
  })),
}));

export const conflictRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/Conflict/Check',
    'List what a photo of a document, image or zone could be confused with',
    async (call) => {
      const results = await call.services.conflicts.check(call.viewer, call.query.required('id'));
      return ok(results.map((result) => conflictView.of(result, call.urlOf)));
    },
    { query: { 'id*': 'The document, image or zone' }, answer: z.array(conflictView.shape) },
  ),
];
