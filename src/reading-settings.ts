/** Settings of reading new files beside their pictures: `LOUPE_PROPOSALS`, `LOUPE_OCR`. */
import { z } from 'zod';

export const readingVariables = {
  LOUPE_PROPOSALS: z.stringbool().default(true),
  LOUPE_OCR: z.stringbool().default(true),
};

export interface ReadingSettings {
  /** Whether files are read for proposals and for the words that searches find. Switch it off where files hold nothing to propose. @default true */
  readonly hasProposals: boolean;
  /** Whether words of scans are read, where the program `tesseract` is installed. Switch it off where scans have no words to search for. @default true */
  readonly hasOcr: boolean;
}

export function readingSettings(env: z.infer<z.ZodObject<typeof readingVariables>>): ReadingSettings {
  return { hasProposals: env.LOUPE_PROPOSALS, hasOcr: env.LOUPE_OCR };
}
