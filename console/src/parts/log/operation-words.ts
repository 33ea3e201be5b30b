/** The words of editors for what the operation log names. Anything without a word yet is shown readable all the same. */
import { useTranslation } from 'react-i18next';

/** The nouns of operations, as the server names them. */
export const NOUNS = [
  'action',
  'clickstream',
  'comment',
  'comparison',
  'credit',
  'document',
  'documentLanguage',
  'draft',
  'folder',
  'group',
  'icon',
  'image',
  'login',
  'machineToken',
  'organization',
  'picture',
  'property',
  'publishableKey',
  'role',
  'secondFactor',
  'shortAddress',
  'signIn',
  'title',
  'trash',
  'user',
  'webhook',
  'zone',
] as const;

export interface OperationWords {
  readonly noun: (noun: string) => string;
  readonly verb: (verb: string) => string;
  /** The thing whose value changed. */
  readonly kind: (kind: string) => string;
  /** Name of a changed value. */
  readonly field: (field: string) => string;
}

export function useOperationWords(): OperationWords {
  const { t } = useTranslation('administration');
  return {
    noun: (noun) => t(`noun.${noun}`, { defaultValue: readable(noun) }),
    verb: (verb) => t(`verb.${verb}`, { defaultValue: readable(verb) }),
    kind: (kind) => t(`recordKind.${kind}`, { defaultValue: readable(kind) }),
    field: (field) => t(`recordField.${field}`, { defaultValue: readable(field) }),
  };
}

interface RecordedChange {
  readonly kind: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The value that each title, action and language has from its beginning. */
const FIRST_VALUES: Readonly<Record<string, string>> = {
  title: 'value',
  action: 'name',
  documentLanguage: 'languageCode',
};

/** The verb: the server notes that titles, actions and languages are written, whether they come, change or go. */
export function verbOf(operation: string, changes: readonly RecordedChange[]): string {
  const [noun = '', verb = ''] = operation.split(':');
  const first = changes.filter(
    ({ kind, field }) => kind.toLowerCase() === noun.toLowerCase() && field === FIRST_VALUES[noun],
  );
  const isNew = first.length > 0 && first.every(({ before }) => before === null || before === '');
  const isGone =
    noun === 'documentLanguage' && first.length > 0 && first.every(({ after }) => after === null);
  if (verb !== 'write') return verb;
  return isNew ? 'create' : isGone ? 'delete' : verb;
}

/** A name of programs as words: publishableKey becomes Publishable key. */
function readable(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
