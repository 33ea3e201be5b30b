/** Changes of an operation, value by value, in words. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { type Content, summaryOf } from '../content/shapes';
import { ofStored } from '../content/stored-content';
import { useElementNames } from '../page-name';
import { useOperationWords } from './operation-words';

interface Change {
  readonly kind: string;
  readonly field: string;
  readonly languageCode: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** Its owner: the document, a page, or a zone with its page. */
  readonly elementName?: string | null;
  readonly pageName?: string | null;
}

/** Changes of an operation, or of several that were done at once. */
interface Changes {
  readonly changes: readonly Change[];
  readonly changesLeftOut: number;
}

const MOST_SHOWN = 160;
/** Values that are words of programs. */
const WORDS = new Set([
  'Active',
  'Inactive',
  'Pending',
  'Unknown',
  'true',
  'false',
  'Administrator',
  'Editor',
  'Viewer',
]);
/** Of something new they say nothing that people ask for. */
const SILENT_WHEN_NEW = new Set(['order', 'parentId', 'languageCode']);

interface Props {
  readonly entry: Changes;
  /** Whether the element was made: then there was nothing before. */
  readonly isNew: boolean;
  /** Whether each value says what it belongs to; by default where they belong to several elements. */
  readonly isPlaced?: boolean;
}

/** The changes that say something to people: of something new neither what it belongs to nor what is empty. */
export function shownChanges({ changes }: Pick<Changes, 'changes'>, isNew: boolean): readonly Change[] {
  return changes.filter((change) => {
    const isSilent = SILENT_WHEN_NEW.has(change.field) && change.kind !== 'DocumentLanguage';
    const saysNothing = isSilent || isReference(change) || isEmpty(change.after);
    return !(isNew || change.before === null) || !saysNothing;
  });
}

export function ChangeList({ entry, isNew, isPlaced }: Props) {
  const { t } = useTranslation('administration');
  const elementNames = useElementNames();
  const changes = shownChanges(entry, isNew);
  const places = changes.map(({ elementName, pageName }) =>
    [pageName, elementName].flatMap((name) => (name ? elementNames.name(name.slice(0, 80)) : [])).join(' / '),
  );
  const named = isPlaced ?? new Set(places.filter((place) => place !== '')).size > 1;
  if (changes.length === 0 && entry.changesLeftOut === 0) return null;
  return (
    <ul className="plain-list">
      {changes.map((change, at) => (
        <li key={at}>
          <Sentence change={change} place={named ? (places[at] ?? '') : ''} />
        </li>
      ))}
      {entry.changesLeftOut > 0 && (
        <li>
          <Text size="sm">{t('log.more', { count: entry.changesLeftOut })}</Text>
        </li>
      )}
    </ul>
  );
}

function Sentence({ change, place }: { readonly change: Change; readonly place: string }) {
  const { t } = useTranslation(['administration', 'content']);
  const { language } = useFormats();
  const words = useOperationWords();
  const { kind, field, languageCode } = change;
  const tongue = languageCode === null ? '' : language(languageCode);
  // Of a language there is nothing but itself.
  const member = kind === 'DocumentLanguage' ? '' : words.field(field);
  const what = [place, words.kind(kind), member, tongue].filter((word) => word !== '').join(' · ');
  const shown = (value: string | null) => {
    const text = readable(value);
    if (text !== null && /language/i.test(field)) return language(text);
    if (text !== null && kind === 'Action' && field === 'type')
      return t(`content:types.${text}`, { defaultValue: text });
    return text !== null && WORDS.has(text) ? t(`recordValue.${text}`) : text;
  };
  const [before, after] = [shown(change.before), shown(change.after)];
  return (
    <Text size="sm" className="any-text">
      {isReference(change)
        ? t('log.changed', { what })
        : before === null
          ? t('log.value', { what, after: after ?? t('log.nothing') })
          : t('log.change', { what, before, after: after ?? t('log.nothing') })}
    </Text>
  );
}

/** Members that point to another element say nothing to people. */
function isReference({ before, after }: Change): boolean {
  return isId(before) || isId(after);
}

function isEmpty(text: string | null): boolean {
  return text === null || text === '' || text === '[]' || text === '{}';
}

function isId(text: string | null): boolean {
  return text !== null && /^"?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"?$/.test(text);
}

/** Lists and contents of actions as people write them, and nothing too long; null for what is empty. */
function readable(text: string | null): string | null {
  if (text === null || isEmpty(text)) return null;
  const value = parsed(text);
  const plain = Array.isArray(value)
    ? value.map(wordOf).join(', ')
    : typeof value === 'object' && value !== null
      ? summaryOf(ofStored('URL', value as Content)) || Object.values(value).map(wordOf).join(', ')
      : opened(text);
  return plain.length <= MOST_SHOWN ? plain : `${plain.slice(0, MOST_SHOWN)}…`;
}

/** Of a content that the log has cut short: what it opens, as far as it is there. */
function opened(text: string): string {
  const found = /"(?:Url|Address|Number|SearchAddress|Summary|Content)":"([^"]*)/.exec(text);
  return text.startsWith('{') ? `${found?.[1] ?? ''}…` : text;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parses JSON; undefined for any other text. */
function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
