/** One change of a document: what was done on what, by whom, when, and the way back to it. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconArrowBackUp } from '../../parts/icons/icons';
import { ChangeList } from '../../parts/log/ChangeList';
import { useOperationWords, verbOf } from '../../parts/log/operation-words';
import { useElementNames } from '../../parts/page-name';
import type { DocumentChange } from './history-documents';
import { RestorePageDialog } from './RestorePageDialog';
import { RestoreTextsDialog } from './RestoreTextsDialog';
import type { WayBack } from './use-way-back';

/** Names of elements that one line holds. */
const SHOWN_NAMES = 3;

/** To this version, to the one before the oldest, or to the earlier file of a page. */
type Way = 'version' | 'before' | 'file';

interface Props {
  readonly entry: DocumentChange;
  /** The document is as this change left it. */
  readonly isPresent: boolean;
  /** The oldest change that is kept: before it lies a version, too. */
  readonly isOldest: boolean;
  readonly wayBack: WayBack;
}

export function HistoryEntry({ entry, isPresent, isOldest, wayBack }: Props) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const what = useWhat(entry);
  const { toTexts, toPageFile } = wayBack;
  const [asked, setAsked] = useState<Way | null>(null);
  const { earlierFile, review } = entry;
  const picture = earlierFile?.thumbnailUrl ?? null;
  return (
    <li className="history-entry">
      {picture !== null && (
        <img src={picture} alt={t('pictureBefore')} className="history-picture" loading="lazy" />
      )}
      <div className="history-what">
        <div id={`change-${entry.id}`}>
          <Text fw={600} size="sm" className="any-text">
            {what}
          </Text>
          <Text size="sm" c="dimmed">
            {t('administration:log.by', { user: entry.user, date: formats.dateTime(entry.createdAt) })}
          </Text>
        </div>
        {review?.state === 'APPROVED' && (
          <Text size="sm" className="any-text">
            {t('approved', {
              user: (review.decidedBy ?? '').slice(0, 100),
              date: formats.dateTime(review.decidedAt ?? entry.createdAt),
            })}
          </Text>
        )}
        <ChangeList entry={entry} isNew={false} />
        {earlierFile !== null && (
          <Text size="sm">{t('kept', { date: formats.date(earlierFile.purgedAt) })}</Text>
        )}
      </div>
      <Ways entry={entry} isPresent={isPresent} isOldest={isOldest} wayBack={wayBack} onAsk={setAsked} />
      {(asked === 'version' || asked === 'before') && (
        <RestoreTextsDialog
          changeId={entry.id}
          isBefore={asked === 'before'}
          onClose={() => setAsked(null)}
          onYes={async () => toTexts(entry.id, asked === 'before')}
        />
      )}
      {asked === 'file' && earlierFile !== null && (
        <RestorePageDialog
          earlierFile={earlierFile}
          onClose={() => setAsked(null)}
          onYes={async () => toPageFile(entry.id)}
        />
      )}
    </li>
  );
}

interface WaysProps extends Props {
  readonly onAsk: (way: Way) => void;
}

function Ways({ entry, isPresent, isOldest, wayBack: { busyId }, onAsk }: WaysProps) {
  const { t } = useTranslation('history');
  const isBusy = busyId === entry.id;
  const way = (text: string, go: () => void) => (
    <Button
      key={text}
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      loading={isBusy}
      disabled={busyId !== null && !isBusy}
      aria-describedby={`change-${entry.id}`}
      onClick={go}
    >
      {text}
    </Button>
  );
  return (
    <Group gap="xs" className="history-ways">
      {isPresent && (
        <Badge color="teal" variant="light" tt="none">
          {t('present')}
        </Badge>
      )}
      {entry.isVersion && !isPresent && way(t('back'), () => onAsk('version'))}
      {entry.isVersion && isOldest && way(t('backBefore'), () => onAsk('before'))}
      {entry.earlierFile !== null && way(t('page'), () => onAsk('file'))}
    </Group>
  );
}

/** “Title changed: Page 1, Page 2”; of zones with their page, of languages themselves. */
function useWhat({ operations, operationsLeftOut, changes }: DocumentChange): string {
  const { t } = useTranslation('history');
  const words = useOperationWords();
  const elementNames = useElementNames();
  const formats = useFormats();
  const nameOf = ({ elementName, pageName }: DocumentChange['operations'][number]) =>
    [pageName, elementName].flatMap((name) => (name ? elementNames.name(name.slice(0, 80)) : [])).join(' / ');
  const languages = changes.flatMap(({ kind, before, after }) =>
    kind === 'DocumentLanguage' ? formats.language(after ?? before ?? '') : [],
  );
  const kinds = [...new Set(operations.map(({ operation }) => operation))];
  const parts = kinds.map((kind) => {
    const [noun = ''] = kind.split(':');
    const own = operations.filter(({ operation }) => operation === kind);
    const names = noun === 'documentLanguage' ? languages : [...new Set(own.map(nameOf))];
    const more = names.length - SHOWN_NAMES;
    const shown = names.filter((name) => name !== '').slice(0, SHOWN_NAMES);
    if (more > 0) shown.push(t('more', { count: more }));
    const done = { noun: words.noun(noun), verb: words.verb(verbOf(kind, changes)) };
    if (shown.length === 0) return t('whatAlone', done);
    return t('what', { ...done, names: shown.join(', ') });
  });
  if (operationsLeftOut > 0) parts.push(t('more', { count: operationsLeftOut }));
  return parts.join(' · ');
}
