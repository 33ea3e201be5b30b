/** What replacing a document's file would do, in the platform's shape. */
import { z } from 'zod';
import { pageFates } from '../../../documents/pages/page-assignment.js';
import type { ReplacementPlan } from '../../../documents/replacement-plan.service.js';
import { view } from '../../shared/view.js';
import { recognizabilityShape, recognizabilityView } from '../recognition/recognizability.view.js';
import { guid, shape, whole } from '../shapes.js';

const plannedPageShape = shape('PlannedPage', 'A page of the new file', {
  Order: whole.min(1).describe('Place in the new file'),
  Fate: z.enum(pageFates).describe('Same or Moved, Changed in content, or New'),
  ImageId: guid.nullable().describe('The page that it continues; null for a new one'),
  HasSamePicture: z
    .boolean()
    .nullable()
    .describe('Whether it looks exactly as that page does now; null for a new one'),
  PreviousOrder: whole.nullable().describe('Place of that page now'),
  Recognizability: recognizabilityShape,
});

export const replacementPlanView = view(
  shape('ReplacementPlan', "What replacing a document's file would do; nothing is done yet", {
    DocumentId: guid,
    Pages: z.array(plannedPageShape).describe('Of the new file, in order'),
    Gone: z.array(guid).describe('Pages that the file no longer holds: they would be thrown away'),
  }),
  ({ documentId, pages, goneImageIds }: ReplacementPlan) => ({
    DocumentId: documentId,
    Pages: pages.map((page) => ({
      Order: page.order,
      Fate: page.fate,
      ImageId: page.imageId,
      HasSamePicture: page.hasSamePicture,
      PreviousOrder: page.previousOrder,
      Recognizability: recognizabilityView.of(page.recognizability),
    })),
    Gone: [...goneImageIds],
  }),
);
