/** How well photos will find a page, zone or picture, in the platform's shape. */
import { z } from 'zod';
import type { Recognizability } from './recognizability.js';
import { view } from '../../rest/shared/view.js';
import { optionalText, shape, whole } from '../../rest/platform/shapes.js';

export const recognizabilityShape = shape('Recognizability', 'How well photos will find it', {
  IsRecognizable: z
    .boolean()
    .describe('False for what holds too little detail: it is kept, never found, and takes no credit'),
  Grade: whole.min(0).max(5).nullable().describe('0 (hardly ever) to 5 (excellent); null when never graded'),
  Reason: optionalText.describe('Why the grade is not better; good when there is nothing to complain of'),
});

export const recognizabilityView = view(
  recognizabilityShape,
  ({ isRecognizable, grade, reason }: Recognizability) => ({
    IsRecognizable: isRecognizable,
    Grade: grade,
    Reason: reason,
  }),
);
