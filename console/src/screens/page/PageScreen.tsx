/** A page, as large as one likes, and the zones on it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMarquee2, IconStack2, IconSquarePlus } from '../../parts/icons/icons';
import { useParams } from '@tanstack/react-router';
import { useHotkeys } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useRights } from '../../api/session';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { PageHead } from '../../parts/page-head/PageHead';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { DeepZoom } from '../../parts/zoom/DeepZoom';
import { PageStrip } from './PageStrip';
import type { Rect } from './geometry';
import { useFocusOfZone } from './use-focus-of-zone';
import { type ShownZone, useZones } from './use-zones';
import { type PageData, pageQuery } from './zone-documents';
import { ZoneContent } from './ZoneContent';
import { ZoneLayer } from './ZoneLayer';
import { ZonePanel } from './ZonePanel';

/** Where a zone stands that is made without drawing it. */
const MIDDLE: Rect = { x: 30, y: 35, width: 40, height: 30 };

export function PageScreen() {
  const { pageId } = useParams({ strict: false });
  const [{ data, error }, read] = useQuery({ query: pageQuery, variables: { id: pageId ?? '' } });
  const refresh = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  if (error !== undefined && data === undefined) {
    return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  }
  if (data === undefined) return <Loading />;
  if (data.node?.__typename !== 'Image') return <NotFound />;
  return <Page key={data.node.id} page={data.node} refresh={refresh} />;
}

function Page({ page, refresh }: { readonly page: PageData; readonly refresh: () => void }) {
  const { t } = useTranslation('page');
  const { mayWrite } = useRights();
  const [isDrawing, setDrawing] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [content, setContent] = useState<ShownZone | null>(null);
  const focus = useFocusOfZone(page.zones);
  const zones = useZones(page.id, page.zones, refresh);
  const drawButton = useRef<HTMLButtonElement>(null);
  const add = async (rect: Rect) => {
    setDrawing(false);
    const id = await zones.add(rect);
    if (id === null) return;
    setChosenId(id);
    focus.next(id);
  };
  /** The keyboard goes on at the zone that takes the place of the deleted one. */
  const throwAway = async (zone: ShownZone) => {
    const ordered = zones.zones.toSorted((a, b) => a.order - b.order);
    const at = ordered.findIndex(({ id }) => id === zone.id);
    const heir = ordered[at + 1] ?? ordered[at - 1];
    await zones.throwAway(zone);
    setChosenId(heir?.id ?? null);
    if (heir === undefined) drawButton.current?.focus();
    else focus.next(heir.id);
  };
  const takeBack = async () => {
    const id = zones.thrownAway?.id ?? null;
    await zones.takeBack();
    if (id !== null) focus.next(id);
  };
  useHotkeys([
    [
      'mod+Z',
      () => {
        if (zones.thrownAway !== null) void takeBack();
      },
    ],
  ]);
  return (
    <Screen
      title={t('title', { order: page.order, name: page.document.name })}
      above={<PageHead pageId={page.id} document={page.document} order={page.order} current="zones" />}
      actions={
        <>
          {mayWrite && (
            <>
              <Button
                ref={drawButton}
                variant={isDrawing ? 'filled' : 'light'}
                aria-pressed={isDrawing}
                leftSection={<IconMarquee2 size={18} aria-hidden />}
                onClick={() => setDrawing(!isDrawing)}
              >
                {t('draw')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconSquarePlus size={18} aria-hidden />}
                onClick={() => void add(MIDDLE)}
              >
                {t('add')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="page-work">
        {page.pictureUrl !== null && (
          <DeepZoom url={page.pictureUrl} label={t('canvas', { order: page.order })}>
            <ZoneLayer
              zones={zones}
              chosenId={chosenId}
              isDrawing={isDrawing}
              mayWrite={mayWrite}
              onChoose={setChosenId}
              onDrawn={(rect) => void add(rect)}
              onRemove={(zone) => void throwAway(zone)}
            />
          </DeepZoom>
        )}
        <Stack gap="md" className="page-side">
          {zones.problem !== null && <ProblemNotice problem={zones.problem} />}
          {zones.thrownAway !== null && (
            <Alert color="gray" role="status">
              <Group justify="space-between" gap="xs">
                <Text size="sm" className="any-text">
                  {t('thrownAway', { name: zones.thrownAway.name })}
                </Text>
                <Button size="compact-sm" variant="light" onClick={() => void takeBack()}>
                  {t('takeBack')}
                </Button>
              </Group>
            </Alert>
          )}
          <Alert
            variant="light"
            color={page.zones.length > 0 ? 'ink' : 'gray'}
            icon={<IconStack2 aria-hidden />}
            title={t(page.zones.length > 0 ? 'rule.zones' : 'rule.page')}
          >
            {page.zones.length > 0 ? t('rule.zonesText', { count: page.zones.length }) : t('rule.pageText')}
          </Alert>
          <ZonePanel
            zones={zones}
            chosenId={chosenId}
            mayWrite={mayWrite}
            onChoose={setChosenId}
            onContent={setContent}
            onRemove={(zone) => void throwAway(zone)}
          />
          {mayWrite && (
            <Text size="sm" c="dimmed" id="zone-keys">
              {t('keys')}
            </Text>
          )}
          <PageStrip pages={page.document.images} currentId={page.id} />
        </Stack>
      </div>
      {content !== null && (
        <ZoneContent
          zone={content}
          document={page.document}
          onClose={() => {
            setContent(null);
            refresh();
          }}
        />
      )}
    </Screen>
  );
}
