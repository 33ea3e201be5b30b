/** A wall for a screen that everybody sees: what readers recognize and touch, as it happens. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubscription } from 'urql';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { useViewer } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconBolt, IconPhoto, IconPhotoOff } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { useElementNames } from '../../parts/page-name';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import './live.css';
import { lastEventsQuery, type LiveEvent, recordedSubscription } from './live-documents';

/** Cards on the wall; older ones leave it. */
const MOST = 48;

export function LiveScreen() {
  const { t } = useTranslation('live');
  const { organization } = useViewer();
  const [{ data, error }] = useQuery({
    query: lastEventsQuery,
    variables: { organizationId: organization.id },
    requestPolicy: 'network-only',
  });
  const begin = data?.organization.recordedEvents;
  return (
    <>
      {begin === undefined ? (
        <Screen title={t('title')} text={t('text')}>
          {error === undefined ? <Loading shape="rows" /> : <ProblemNotice problem={problemOf(error)} />}
        </Screen>
      ) : (
        <Wall
          organizationId={organization.id}
          earlier={begin.nodes.toReversed()}
          after={begin.pageInfo.endCursor}
        />
      )}
    </>
  );
}

interface WallProps {
  readonly organizationId: string;
  /** Newest first. */
  readonly earlier: readonly LiveEvent[];
  readonly after: string | null;
}

function Wall({ organizationId, earlier, after }: WallProps) {
  const { t } = useTranslation('live');
  // The first that was read stays the begin: later ones come by the stream.
  const [begin] = useState({ earlier, after });
  const [{ data, error }] = useSubscription<
    { recorded: { events: readonly LiveEvent[] } },
    readonly LiveEvent[]
  >(
    { query: recordedSubscription, variables: { organizationId, after: begin.after } },
    (before = [], { recorded }) => withNew(before, recorded.events),
  );
  const [held, setHeld] = useState<readonly LiveEvent[] | null>(null);
  const now = withNew(begin.earlier, (data ?? []).toReversed());
  const shown = held ?? now;
  const known = new Set(shown.map(({ id }) => id));
  const waiting = now.filter(({ id }) => !known.has(id)).length;
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {held === null ? t('running') : t('held', { count: waiting })}
          </Text>
          <Button variant="default" onClick={() => setHeld(held === null ? now : null)}>
            {held === null ? t('pause') : t('goOn')}
          </Button>
        </Group>
      }
    >
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      {shown.length === 0 ? (
        <EmptyState icon={IconBolt} title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <ol className="live-wall" aria-label={t('title')}>
          {shown.map((event) => (
            <Card key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Screen>
  );
}

/** @param before newest first @param events in their order; one may come twice */
function withNew(before: readonly LiveEvent[], events: readonly LiveEvent[]): readonly LiveEvent[] {
  const known = new Set(before.map(({ id }) => id));
  const fresh = events.filter(({ id }) => !known.has(id)).toReversed();
  return [...fresh, ...before].slice(0, MOST);
}

function Card({ event }: { readonly event: LiveEvent }) {
  const { t } = useTranslation('live');
  const { dateTime } = useFormats();
  const names = useElementNames();
  const { kind, page, documentId, documentName, zoneName, actionName, deviceName, time } = event;
  const order = page?.order ?? event.pageOrder;
  const picture = page?.bigThumbnailUrl ?? null;
  const Missing = kind === 'UNRECOGNIZED' ? IconPhotoOff : IconPhoto;
  const place = order === null ? documentName : t('place', { document: documentName, order });
  return (
    <li className="live-card">
      <div className="live-picture">
        {picture === null ? <Missing size={48} stroke={1.2} aria-hidden /> : <img src={picture} alt="" />}
      </div>
      <div className="live-words">
        <Text fw={600} className="any-text">
          {kind === 'CLICKED'
            ? t('clicked', { action: actionName })
            : t(kind === 'RECOGNIZED' && !event.isScan ? 'opened' : `kinds.${kind}`)}
        </Text>
        {documentId !== null &&
          (page === null ? (
            <Text size="sm" className="any-text">
              {place}
            </Text>
          ) : (
            <Link
              to="/documents/$documentId"
              params={{ documentId }}
              search={{ page: page.id }}
              className="any-text live-link"
            >
              {place}
            </Link>
          ))}
        {zoneName !== '' && (
          <Text size="sm" className="any-text">
            {names.name(zoneName)}
          </Text>
        )}
        <Text size="sm" c="dimmed" className="any-text">
          <time dateTime={time}>{dateTime(time)}</time>
          {deviceName !== '' && ` · ${deviceName}`}
        </Text>
      </div>
    </li>
  );
}
