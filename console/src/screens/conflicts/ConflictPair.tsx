/** A page or zone beside what looks like it, each with its document, and what can be done about it. */
import { Anchor, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { useTell } from '../../parts/tell';
import { deactivatePage, type ElementConflicts } from './conflicts';
import { PageLink } from './PageLink';
import './conflicts.css';

export function ConflictPair({
  result: { element, page, conflicts },
}: {
  readonly result: ElementConflicts;
}) {
  const { t } = useTranslation('conflicts');
  const name = t('page', { name: page.document.name, page: page.order });
  return (
    <Paper
      withBorder
      radius="lg"
      p="md"
      component="section"
      // Two zones of a page are two parts of the screen.
      aria-label={element.type === 'ZONE' ? `${name}, ${t('zone', { name: element.name })}` : name}
    >
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
        <figure className="conflict">
          {page.bigThumbnailUrl !== null && <img src={page.bigThumbnailUrl} alt="" />}
          <figcaption>
            <PageLink documentId={page.document.id} pageId={page.id} name={name} />
            {element.type === 'ZONE' && (
              <Text size="xs" c="dimmed" className="any-text">
                {t('zone', { name: element.name })}
              </Text>
            )}
            <Deactivate pageId={page.id} name={name} hasZones={page.zoneCount > 0} />
          </figcaption>
        </figure>
        {conflicts.map((conflict, at) => (
          <AlikePlace key={at} conflict={conflict} at={at} page={page} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="sm">
        {t('advice')}
      </Text>
    </Paper>
  );
}

interface AlikePlaceProps {
  readonly conflict: ElementConflicts['conflicts'][number];
  readonly at: number;
  readonly page: ElementConflicts['page'];
}

function AlikePlace({ conflict, page }: AlikePlaceProps) {
  const { t } = useTranslation('conflicts');
  const formats = useFormats();
  const other = conflict.path.find(({ type }) => type === 'IMAGE');
  const label = t('page', { name: conflict.document.name, page: conflict.pageNumber });
  return (
    <figure className="conflict">
      {conflict.thumbnailUrl !== null && <img src={conflict.thumbnailUrl} alt="" />}
      <figcaption>
        <PageLink documentId={conflict.document.id} pageId={other?.id ?? null} name={label} />
        <Text size="xs" c="dimmed">
          {t('alike', { share: formats.percent(1 - conflict.distance) })}
        </Text>
        {other !== undefined && (
          <Group gap="xs">
            <Anchor
              component={Link}
              to="/compare"
              search={{ first: page.id, second: other.id } as never}
              aria-label={t('compareWith', { name: label })}
            >
              {t('compare')}
            </Anchor>
            <Deactivate
              pageId={other.id}
              name={label}
              hasZones={conflict.path.some(({ type }) => type === 'ZONE')}
            />
          </Group>
        )}
      </figcaption>
    </figure>
  );
}

interface DeactivateProps {
  readonly pageId: string;
  readonly name: string;
  /** Then the zones are what is recognized, not the page. */
  readonly hasZones: boolean;
}

function Deactivate({ pageId, name, hasZones }: DeactivateProps) {
  const { t } = useTranslation('conflicts');
  const { mayWrite } = useRights();
  const { tellProblem } = useTell();
  const deactivate = useChange(deactivatePage);
  const [state, setState] = useState<'active' | 'sending' | 'done'>('active');
  if (!mayWrite || hasZones) return null;
  if (state === 'done') {
    return (
      <Text size="xs" role="status">
        {t('deactivated')}
      </Text>
    );
  }
  const send = async () => {
    setState('sending');
    const outcome = await deactivate({ id: pageId });
    setState(outcome.isDone ? 'done' : 'active');
    if (!outcome.isDone) tellProblem(outcome.problem);
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={state === 'sending'}
      aria-label={t('deactivateOf', { name })}
      onClick={() => void send()}
    >
      {t('deactivate')}
    </Button>
  );
}
