/** Times that are worth a look: windows that overlap, and those that leave readers nothing. */
import { Alert, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '../../parts/icons/icons';
import type { Calendar } from './calendar';

export function CalendarNotes({ calendar: { notes, timeZone } }: { readonly calendar: Calendar }) {
  const { t, i18n } = useTranslation('calendar');
  if (notes.length === 0) return null;
  const format = new Intl.DateTimeFormat(i18n.language, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const time = (instant: string) => format.format(new Date(instant));
  return (
    <Alert
      variant="light"
      color="gray"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('notes')}
    >
      <Stack component="ul" gap={4} p={0} m={0} className="calendar-notes">
        {notes.map(({ kind, elementId, elementName, documentId, documentName, names, start, end }) => (
          <li key={`${kind} ${elementId} ${start} ${names.join(' ')}`}>
            <Text size="sm" className="any-text" c="var(--mantine-color-text)">
              <Link to="/documents/$documentId" params={{ documentId }} className="any-text">
                {documentName}
              </Link>
              {' · '}
              {t(kind === 'GAP' ? 'gap' : 'overlap', {
                element: elementName,
                names: names.join(', '),
                start: time(start),
                end: time(end),
              })}
            </Text>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}
