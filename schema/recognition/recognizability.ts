/** How well photos will find a page, zone or picture. */
import type { Recognizability as RecognizabilityView } from '../../src/engine/references/recognizability.js';
import { builder } from '../builder.js';

const Recognizability = builder.objectRef<RecognizabilityView>('Recognizability').implement({
  description: 'How well photos will find a page, zone or picture.',
  fields: (t) => ({
    isRecognizable: t.exposeBoolean('isRecognizable', {
      description: 'False for what holds too little detail: it is kept, never found, and takes no credit.',
    }),
    grade: t.exposeInt('grade', {
      nullable: true,
      description: '0 (hardly ever) to 5 (excellent); null when it was never graded.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why the grade is not better: good, few_features, clustered, repetitive, blurred, too_small or flat.',
    }),
  }),
});

/** For fields of elements that are graded. */
export const graded = {
  type: Recognizability,
  description: 'How well photos will find it.',
  resolve: ({ recognizability }: { readonly recognizability: RecognizabilityView }) => recognizability,
} as const;
