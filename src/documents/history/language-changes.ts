/** Languages of a document that came or went, and the values that the history shows of them. */
import { z } from 'zod';
import type { OperationChange } from '../../audit/operation-record.entity.js';

const languageState = z.object({ kind: z.literal('language'), languageCode: z.string() });

export type LanguageState = Readonly<z.output<typeof languageState>>;

const replacedLanguage = z.object({ before: languageState.nullable(), after: languageState.nullable() });

/** A language before and now; null where it is not offered. */
export type ReplacedLanguage = Readonly<z.output<typeof replacedLanguage>>;

/** A change that was stored as JSON. */
export const readReplacedLanguage = (stored: unknown): ReplacedLanguage => replacedLanguage.parse(stored);

export const languageOf = (languageCode: string): LanguageState => ({ kind: 'language', languageCode });

export function changesOfLanguage({ before, after }: ReplacedLanguage): readonly OperationChange[] {
  const [was, is] = [before?.languageCode ?? null, after?.languageCode ?? null];
  return was === is
    ? []
    : [
        {
          kind: 'DocumentLanguage',
          elementId: null,
          languageCode: null,
          field: 'languageCode',
          before: was,
          after: is,
        },
      ];
}
