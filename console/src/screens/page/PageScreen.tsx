/** A page as a workplace: itself with its zones in the middle, what they offer beside it, and the reader's phone. */
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconMarquee2, IconStack2, IconSquarePlus } from '../../parts/icons/icons';
import { useParams } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRereadWithDrafts } from '../../api/draft-changes';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useRights } from '../../api/session';
import { DraftBar } from '../../parts/drafts/DraftBar';
import { useHasDraft } from '../../parts/drafts/use-has-draft';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { PageHead } from '../../parts/page-head/PageHead';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { LanguageTabs } from '../document/LanguageTabs';
import { DeepZoom } from '../../parts/zoom/DeepZoom';
import { PageStrip } from './PageStrip';
import { ReaderPhone } from './ReaderPhone';
import type { Rect } from './geometry';
import { useFocusOfZone } from './use-focus-of-zone';
import { type ShownZone, useZones } from './use-zones';
import { type PageData, pageQuery, zonesOf } from './zone-documents';
import { useZoneWriter } from './zone-writer';
import { ZoneLayer } from './ZoneLayer';
import { ZonePanel } from './ZonePanel';

const PARTS = ['page', 'zones', 'content', 'phone'] as const;
type Part = (typeof PARTS)[number];

/** Where a zone stands that is made without drawing it. */
const MIDDLE: Rect = { x: 30, y: 35, width: 40, height: 30 };

export function PageScreen() {
  const { pageId } = useParams({ strict: false });
  const [{ data, error }, read] = useQuery({ query: pageQuery, variables: { id: pageId ?? '' } });
  const refresh = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  useRereadWithDrafts(read);
  if (error !== undefined && data === undefined) {
    return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  }
  if (data === undefined) return <Loading shape="page" />;
  if (data.node?.__typename !== 'Image') return <NotFound />;
  return <Page key={data.node.id} page={data.node} refresh={refresh} />;
}

function Page({ page, refresh }: { readonly page: PageData; readonly refresh: () => void }) {
  const { t } = useTranslation('page');
  const { mayWrite } = useRights();
  const [isDrawing, setDrawing] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [shown, setShown] = useState<Part>('page');
  const [language, setLanguage] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  const isNarrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const content = useRef<HTMLDivElement>(null);
  const stored = useMemo(() => zonesOf(page), [page]);
  const hasDraft = useHasDraft(page.document.id) ?? page.document.draft !== null;
  const writer = useZoneWriter(hasDraft ? page.document.id : null);
  const focus = useFocusOfZone(stored);
  const changed = useCallback(() => {
    refresh();
    setChanges((count) => count + 1);
  }, [refresh]);
  const words = {
    added: t('done.added'),
    placed: (name: string) => t('done.placed', { name }),
    renamed: (name: string) => t('done.renamed', { name }),
    ordered: (name: string) => t('done.ordered', { name }),
    thrownAway: (name: string) => t(hasDraft ? 'thrownAwayInDraft' : 'thrownAway', { name }),
  };
  const zones = useZones(page.id, stored, writer, changed, words, (id) => {
    setChosenId(id);
    focus.next(id);
  });
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
  const { document } = page;
  const chosen = stored.find(({ id }) => id === chosenId) ?? null;
  const languageCode = document.languages.find((code) => code === language) ?? document.defaultLanguage;
  // Where zones answer the page itself never does: the first zone is what there is to see.
  const answering = chosen ?? stored.toSorted((one, other) => one.order - other.order)[0] ?? null;
  const openContent = (zone: ShownZone) => {
    setChosenId(zone.id);
    setShown('content');
    content.current?.scrollIntoView({ block: 'start' });
    content.current?.focus();
  };
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
      <DraftBar documentId={document.id} />
      {isNarrow && (
        <SegmentedControl
          fullWidth
          mb="sm"
          aria-label={t('parts')}
          value={shown}
          onChange={setShown}
          data={PARTS.map((part) => ({ value: part, label: t(`places.${part}`) }))}
        />
      )}
      <div className="page-work" data-shown={isNarrow ? shown : 'all'}>
        <div className="page-canvas" data-part="page">
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
          <PageStrip pages={document.images} currentId={page.id} />
        </div>
        <div className="page-side">
          <Stack gap="md" data-part="zones">
            {zones.problem !== null && <ProblemNotice problem={zones.problem} />}
            {zones.thrownAway !== null && (
              <Alert color="gray" role="status">
                <Group justify="space-between" gap="xs">
                  <Text size="sm" className="any-text">
                    {words.thrownAway(zones.thrownAway.name)}
                  </Text>
                  <Button size="compact-sm" variant="light" onClick={() => void zones.takeBack()}>
                    {t('takeBack')}
                  </Button>
                </Group>
              </Alert>
            )}
            <Alert
              variant="light"
              color={stored.length > 0 ? 'ink' : 'gray'}
              icon={<IconStack2 aria-hidden />}
              title={t(stored.length > 0 ? 'rule.zones' : 'rule.page')}
            >
              {stored.length > 0 ? t('rule.zonesText', { count: stored.length }) : t('rule.pageText')}
            </Alert>
            <ZonePanel
              zones={zones}
              chosenId={chosenId}
              mayWrite={mayWrite}
              onChoose={setChosenId}
              onContent={openContent}
              onRemove={(zone) => void throwAway(zone)}
            />
            {mayWrite && (
              <Text size="sm" c="dimmed" id="zone-keys">
                {t('keys')}
              </Text>
            )}
          </Stack>
          <div data-part="content" ref={content} tabIndex={-1} className="page-content">
            <LanguageTabs
              document={document}
              page={page}
              languageCode={languageCode}
              onLanguage={setLanguage}
              onChanged={changed}
              shownZoneId={chosen?.id ?? null}
              onZone={setChosenId}
              onContent={changed}
            />
          </div>
        </div>
        <div className="page-phone" data-part="phone">
          <ReaderPhone
            page={page}
            elementId={answering?.id ?? page.id}
            languageCode={languageCode}
            changes={changes}
            onChanged={changed}
          />
        </div>
      </div>
    </Screen>
  );
}
