/** Languages of reports and of what is said about differences. */
import type { ProofLanguage } from '../../src/proofs/words/proof-words.js';
import { enumType } from '../builder.js';

export const ReportLanguageEnum = enumType('ComparisonReportLanguage', {
  description: 'Languages that reports are written in.',
  values: {
    English: { value: 'en' },
    German: { value: 'de' },
    French: { value: 'fr' },
  } as const satisfies Record<string, { value: ProofLanguage }>,
});
