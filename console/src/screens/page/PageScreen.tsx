/** A page as a workplace: itself with its zones in the middle, what they offer beside it, and the reader's phone. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconMarquee2, IconSquarePlus } from '../../parts/icons/icons';
import { useParams } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRereadWithDrafts } from '../../api/draft-changes';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useRights } from '../../api/session';
import { DraftBar } from '../../parts/drafts/DraftBar';
import { useHasDraft } from '../../parts/drafts/use-has-draft';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { useOneAtATime } from '../../parts/one-at-a-time';
import { PageHead } from '../../parts/page-head/PageHead';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { LanguageTabs } from '../document/LanguageTabs';
import { DeepZoom } from '../../parts/zoom/DeepZoom';
import { PageStrip } from './PageStrip';
import { ReaderPhone } from './ReaderPhone';
import type { Rect } from './geometry';
import { useFocusOfZone } from './use-focus-of-zone';
import { type ShownZone, type Zones } from './use-zones';
import { type PageData, pageQuery, type ZoneData, zonesOf } from './zone-documents';
import { useZoneWriter } from './zone-writer';
import { ZoneLayer } from './ZoneLayer';
import { ZonesPart } from './ZonesPart';
import { useWorkOnZones, useWordsOfZones } from './use-work-on-zones';

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
  const { changes, changed } = useChanges(refresh);
  const isNarrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const stored = useMemo(() => zonesOf(page), [page]);
  const { document } = page;
  const hasDraft = useHasDraft(document.id) ?? document.draft !== null;
  const writer = useZoneWriter(hasDraft ? document.id : null);
  const focus = useFocusOfZone(stored);
  const words = useWordsOfZones(hasDraft);
  const { drawButton, add, zones, throwAway } = useWorkOnZones({
    page,
    stored,
    writer,
    changed,
    words,
    onChoose: setChosenId,
    focus,
    onDrawing: setDrawing,
  });
  return (
    <Screen
      title={t('title', { order: page.order, name: document.name })}
      hasHiddenTitle
      above={
        <PageHead pageId={page.id} document={document} order={page.order} current="zones">
          {mayWrite && (
            <DrawButtons drawButton={drawButton} isDrawing={isDrawing} onDrawing={setDrawing} onAdd={add} />
          )}
        </PageHead>
      }
    >
      <DraftBar documentId={document.id} />
      {isNarrow && <PartChoice shown={shown} onShown={setShown} />}
      <div className="page-work" data-shown={isNarrow ? shown : 'all'}>
        <Canvas
          page={page}
          zones={zones}
          chosenId={chosenId}
          isDrawing={isDrawing}
          onChoose={setChosenId}
          onDrawn={add}
          onRemove={throwAway}
        />
        <Beside
          {...{ page, zones, words, stored, changes }}
          chosen={stored.find(({ id }) => id === chosenId) ?? null}
          onChoose={setChosenId}
          onRemove={throwAway}
          onChanged={changed}
          onContent={() => setShown('content')}
        />
      </div>
    </Screen>
  );
}

/** Counts the changes made on the page, after each of which it is read again. */
function useChanges(refresh: () => void) {
  const [changes, setChanges] = useState(0);
  const changed = useCallback(() => {
    refresh();
    setChanges((count) => count + 1);
  }, [refresh]);
  return { changes, changed };
}

interface PartChoiceProps {
  readonly shown: Part;
  readonly onShown: (next: Part) => void;
}

/** On a narrow screen one part is shown at a time. */
function PartChoice({ shown, onShown }: PartChoiceProps) {
  const { t } = useTranslation('page');
  return (
    <SegmentedControl
      fullWidth
      mb="sm"
      aria-label={t('parts')}
      value={shown}
      onChange={onShown}
      data={PARTS.map((part) => ({ value: part, label: t(`places.${part}`) }))}
    />
  );
}

interface BesideProps extends Omit<PageSideProps, 'languageCode' | 'onLanguage'> {
  /** Number of changes made on the page. */
  readonly changes: number;
}

/** Beside the page: its zones and texts, and a reader's phone in the same language. */
function Beside({ changes, ...of }: BesideProps) {
  const { page, stored, chosen, onChanged } = of;
  const { languages, defaultLanguage } = page.document;
  const [language, setLanguage] = useState<string | null>(null);
  const languageCode = languages.find((code) => code === language) ?? defaultLanguage;
  // Where zones answer the page itself never does: the first zone is what there is to see.
  const answering = chosen ?? stored.toSorted((one, other) => one.order - other.order)[0] ?? null;
  return (
    <div className="page-beside">
      <PageSide {...of} languageCode={languageCode} onLanguage={setLanguage} />
      <div className="page-phone" data-part="phone">
        <ReaderPhone
          page={page}
          elementId={answering?.id ?? page.id}
          languageCode={languageCode}
          changes={changes}
          onChanged={onChanged}
        />
      </div>
    </div>
  );
}

interface PageSideProps {
  readonly page: PageData;
  readonly zones: Zones;
  readonly words: ReturnType<typeof useWordsOfZones>;
  readonly stored: readonly ZoneData[];
  readonly chosen: ZoneData | null;
  readonly onChoose: (next: string | null) => void;
  readonly onRemove: (zone: ShownZone) => Promise<void>;
  readonly languageCode: string;
  readonly onLanguage: (next: string | null) => void;
  readonly onChanged: () => void;
  /** The titles and actions of a zone are wanted. */
  readonly onContent: () => void;
}

/** Its zones, and titles and actions of the chosen one or of the page. */
function PageSide({
  page,
  chosen,
  onChoose,
  languageCode,
  onLanguage,
  onChanged,
  onContent,
  ...of
}: PageSideProps) {
  const content = useRef<HTMLDivElement>(null);
  const openContent = (zone: ShownZone) => {
    onChoose(zone.id);
    onContent();
    content.current?.scrollIntoView({ block: 'start' });
    content.current?.focus();
  };
  return (
    <div className="page-side">
      <ZonesPart {...of} chosenId={chosen?.id ?? null} onChoose={onChoose} onContent={openContent} />
      <div data-part="content" ref={content} tabIndex={-1} className="page-content">
        <LanguageTabs
          document={page.document}
          page={page}
          languageCode={languageCode}
          onLanguage={onLanguage}
          onChanged={onChanged}
          shownZoneId={chosen?.id ?? null}
          onZone={onChoose}
          onContent={onChanged}
        />
      </div>
    </div>
  );
}

interface CanvasProps {
  readonly page: PageData;
  readonly zones: Zones;
  readonly chosenId: string | null;
  readonly isDrawing: boolean;
  readonly onChoose: (next: string | null) => void;
  readonly onDrawn: (rect: Rect) => Promise<void>;
  readonly onRemove: (zone: ShownZone) => Promise<void>;
}

function Canvas({ page, zones, chosenId, isDrawing, onChoose, onDrawn, onRemove }: CanvasProps) {
  const { t } = useTranslation('page');
  const { mayWrite } = useRights();
  return (
    <div className="page-canvas" data-part="page">
      <PageStrip pages={page.document.images} currentId={page.id} />
      {page.pictureUrl !== null && (
        <DeepZoom url={page.pictureUrl} label={t('canvas', { order: page.order })}>
          <ZoneLayer
            zones={zones}
            chosenId={chosenId}
            isDrawing={isDrawing}
            mayWrite={mayWrite}
            onChoose={onChoose}
            onDrawn={(rect) => void onDrawn(rect)}
            onRemove={(zone) => void onRemove(zone)}
          />
        </DeepZoom>
      )}
    </div>
  );
}

interface DrawButtonsProps {
  readonly drawButton: RefObject<HTMLButtonElement | null>;
  readonly isDrawing: boolean;
  readonly onDrawing: (next: boolean) => void;
  readonly onAdd: (rect: Rect) => Promise<void>;
}

function DrawButtons({ drawButton, isDrawing, onDrawing, onAdd }: DrawButtonsProps) {
  const { t } = useTranslation('page');
  const add = useOneAtATime(async () => onAdd(MIDDLE));
  return (
    <>
      <Button
        ref={drawButton}
        size="compact-sm"
        variant={isDrawing ? 'filled' : 'light'}
        aria-pressed={isDrawing}
        leftSection={<IconMarquee2 size={16} aria-hidden />}
        onClick={() => onDrawing(!isDrawing)}
      >
        {t('draw')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconSquarePlus size={16} aria-hidden />}
        onClick={add}
      >
        {t('add')}
      </Button>
    </>
  );
}
