/** One operation in a line: what was done with what, by whom, when. Its details are folded. */
import { ActionIcon, Anchor, Badge, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconChevronRight } from '../../parts/icons/icons';
import type { OperationRow } from './log/operations-query';
import { ChangeList, shownChanges } from '../../parts/log/ChangeList';
import './log.css';
import { useOperationWords, verbOf } from '../../parts/log/operation-words';
import { useElementNames } from '../../parts/page-name';

/** Nouns that the server notes on the organization, although they have a name of their own. */
const NAMED_BY_THEIR_CHANGES: ReadonlySet<string> = new Set([
  'machineToken',
  'publishableKey',
  'signIn',
  'webhook',
]);

export function LogEntry({ entry }: { readonly entry: OperationRow }) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const words = useOperationWords();
  const [isOpen, { toggle }] = useDisclosure(false);
  const [noun = ''] = entry.operation.split(':');
  const verb = verbOf(entry.operation, entry.changes);
  const isNew = verb === 'create';
  const hasDetails = shownChanges(entry, isNew).length > 0 || entry.changesLeftOut > 0;
  const name = useElementNames().name(nameOf(entry, noun));
  const address = addressOf(entry, noun, verb);
  const details = `log-${entry.id}`;
  return (
    <li className="log-entry">
      <div className="log-line">
        {hasDetails ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={t('log.details', { what: `${words.noun(noun)} ${words.verb(verb)}` })}
            onClick={toggle}
          >
            <IconChevronRight size={14} className="log-sign" data-open={isOpen} aria-hidden />
          </ActionIcon>
        ) : (
          <span className="log-space" />
        )}
        <Badge variant="default" tt="none" className="log-kind">
          {words.noun(noun)}
        </Badge>
        <Text span fw={600} size="sm" className="log-verb">
          {words.verb(verb)}
        </Text>
        <Text span size="sm" className="log-name one-line">
          {address === null ? (
            name
          ) : (
            <Anchor component={Link} to={address} size="sm">
              {name}
            </Anchor>
          )}
        </Text>
        <Text span size="sm" c="dimmed" className="log-by one-line">
          {t('log.by', { user: entry.user, date: formats.dateTime(entry.createdAt) })}
        </Text>
      </div>
      {isOpen && (
        <div id={details} className="log-details">
          <ChangeList entry={entry} isNew={isNew} />
        </div>
      )}
    </li>
  );
}

function nameOf({ elementName, changes }: OperationRow, noun: string): string {
  if (!NAMED_BY_THEIR_CHANGES.has(noun)) return elementName;
  const own = changes.find(({ field }) => field === 'name' || field === 'url');
  return own?.after ?? own?.before ?? '';
}

/** Where the element is shown, as far as it has a screen and is still there. */
function addressOf({ elementId, elementType }: OperationRow, noun: string, verb: string): string | null {
  if (elementId === null || verb === 'delete' || verb === 'purge' || noun === 'trash') return null;
  if (NAMED_BY_THEIR_CHANGES.has(noun)) return null;
  switch (elementType) {
    case 'Document':
      return `/documents/${elementId}`;
    case 'Folder':
      return `/library/${elementId}`;
    case 'Image':
      return `/pages/${elementId}`;
    default:
      return null;
  }
}
