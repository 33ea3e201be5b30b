/** The strip of pages: the document as a whole, then each page with its state. */
import { Badge, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconBook2, IconEyeOff } from '../../parts/icons/icons';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ownNameOfPage } from '../../parts/page-name';
import type { DocumentPage } from './document-pages';
import type { DocumentHead } from './documents';

interface Props {
  readonly document: DocumentHead & { readonly images: readonly DocumentPage[] };
  readonly languageCode: string;
  /** null: the document as a whole. */
  readonly currentId: string | null;
  readonly onShow: (pageId: string | null) => void;
}

const ROW_HEIGHT = 148;
/** Where it lies flat above the page. */
const CELL_WIDTH = 132;
const NARROW = '(max-width: 62rem)';

/** Pages that a key goes on. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export function PageStrip({ document, languageCode, currentId, onShow }: Props) {
  const { t } = useTranslation('document');
  const scroller = useRef<HTMLDivElement>(null);
  const pages = document.images;
  const isFlat = useMediaQuery(NARROW, window.matchMedia(NARROW).matches, { getInitialValueInEffect: false });
  const current = pages.findIndex(({ id }) => id === currentId) + 1;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not handed on
  const rows = useVirtualizer({
    count: pages.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isFlat ? CELL_WIDTH : index === 0 ? 60 : ROW_HEIGHT),
    horizontal: isFlat,
    overscan: 4,
  });
  useEffect(() => {
    rows.measure();
    rows.scrollToIndex(current);
  }, [current, isFlat, rows]);
  const onKeyDown = (key: string): boolean => {
    const step = STEPS[key] ?? 0;
    const next = current + step;
    if (step === 0 || next < 0 || next > pages.length) return false;
    onShow(next === 0 ? null : (pages[next - 1]?.id ?? null));
    return true;
  };
  return (
    <nav
      ref={scroller}
      className="strip"
      aria-label={t('pages')}
      onKeyDown={(event) => {
        if (onKeyDown(event.key)) event.preventDefault();
      }}
    >
      <div
        className="strip-rows"
        style={isFlat ? { width: rows.getTotalSize() } : { height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const page = pages[index - 1];
          return (
            <UnstyledButton
              key={index}
              className="strip-row"
              style={
                isFlat
                  ? { transform: `translateX(${start}px)`, width: size }
                  : { transform: `translateY(${start}px)`, height: size }
              }
              aria-current={index === current ? 'page' : undefined}
              onClick={() => onShow(page?.id ?? null)}
            >
              {page === undefined ? <WholeCell /> : <PageCell page={page} languageCode={languageCode} />}
            </UnstyledButton>
          );
        })}
      </div>
    </nav>
  );
}

function WholeCell() {
  const { t } = useTranslation('document');
  return (
    <span className="strip-whole">
      <IconBook2 size={20} stroke={1.6} aria-hidden />
      <Text component="span" size="sm" fw={600}>
        {t('whole')}
      </Text>
    </span>
  );
}

function PageCell({ page, languageCode }: { readonly page: DocumentPage; readonly languageCode: string }) {
  const { t } = useTranslation('document');
  const title = page.titles.find((each) => each.languageCode === languageCode)?.value;
  return (
    <>
      <span className="strip-picture">
        {page.smallThumbnailUrl !== null && (
          <img src={page.bigThumbnailUrl ?? page.smallThumbnailUrl} alt="" loading="lazy" />
        )}
        {!page.recognizability.isRecognizable && page.zoneCount === 0 && (
          <Tooltip label={t('tooPlain')}>
            <span className="strip-warning">
              <IconAlertTriangle size={16} aria-label={t('tooPlain')} />
            </span>
          </Tooltip>
        )}
      </span>
      <span className="strip-words">
        <Text component="span" size="xs" fw={600}>
          {t('pageNumber', { number: page.order })}
        </Text>
        <Text component="span" size="xs" c="dimmed" className="one-line">
          {title === undefined || title === '' ? ownNameOfPage(page.name) : title}
        </Text>
        {page.status === 'INACTIVE' && <IconEyeOff size={14} aria-label={t('inactivePage')} />}
        {page.actionCount > 0 && (
          <Badge
            size="xs"
            variant="light"
            circle={page.actionCount < 10}
            aria-label={t('actionCount', { count: page.actionCount })}
          >
            {page.actionCount}
          </Badge>
        )}
      </span>
    </>
  );
}
