/** What an operation changed, value by value, in words. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { OperationRow } from './administration';
import { useOperationWords } from './operation-words';

type Change = OperationRow['changes'][number];

const MOST_SHOWN = 160;
/** Of something new they say nothing that people ask for. */
const SILENT_WHEN_NEW = new Set(['order', 'parentId', 'languageCode']);

interface Props {
  readonly entry: OperationRow;
  /** Whether the element was made: then there was nothing before. */
  readonly isNew: boolean;
}

export function ChangeList({ entry, isNew }: Props) {
  const { t } = useTranslation('administration');
  const changes = entry.changes.filter(({ field }) => !isNew || !SILENT_WHEN_NEW.has(field));
  if (changes.length === 0 && entry.changesLeftOut === 0) return null;
  return (
    <ul style={{ margin: '8px 0 0', paddingInlineStart: 20 }}>
      {changes.map((change, at) => (
        <li key={at}>
          <Sentence change={change} />
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

function Sentence({ change }: { readonly change: Change }) {
  const { t } = useTranslation('administration');
  const { language } = useFormats();
  const words = useOperationWords();
  const { kind, field, languageCode } = change;
  const tongue = languageCode === null ? '' : language(languageCode);
  const what = [words.kind(kind), words.field(field), tongue].filter((word) => word !== '').join(' · ');
  const shown = (value: string | null) => {
    const text = readable(value);
    return text !== null && /language/i.test(field) ? language(text) : text;
  };
  const [before, after] = [shown(change.before), shown(change.after)];
  // What points to another element says nothing to people.
  const isReference = isId(change.before) || isId(change.after);
  return (
    <Text size="sm" className="any-text">
      {isReference
        ? what
        : before === null
          ? t('log.value', { what, after: after ?? t('log.nothing') })
          : t('log.change', { what, before, after: after ?? t('log.nothing') })}
    </Text>
  );
}

function isId(text: string | null): boolean {
  return text !== null && /^"?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"?$/.test(text);
}

/** Lists as people write them, and nothing too long. */
function readable(text: string | null): string | null {
  if (text === null) return null;
  const list = text.startsWith('["') ? listOf(text) : null;
  const plain = list?.join(', ') ?? text;
  return plain.length <= MOST_SHOWN ? plain : `${plain.slice(0, MOST_SHOWN)}…`;
}

function listOf(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
  } catch {
    return null;
  }
}
