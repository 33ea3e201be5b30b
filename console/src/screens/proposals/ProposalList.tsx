/** The proposals, page by page; Enter accepts the chosen one, Delete refuses it, arrows go on. */
import { Button, Group, Kbd, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconCheck, IconX } from '../../parts/icons/icons';
import type { Proposal, ProposingDocument } from './proposal-documents';

interface Props {
  readonly document: ProposingDocument;
  readonly proposals: readonly Proposal[];
  readonly chosen: Proposal;
  /** Whether another part of the list comes: until then keys do nothing. */
  readonly isWaiting: boolean;
  readonly onChoose: (id: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** To the first one of the next page, or the one before. */
  readonly onStepPage: (by: 1 | -1) => void;
  readonly onAccept: (proposal: Proposal) => Promise<void>;
  readonly onDismiss: (proposal: Proposal) => Promise<void>;
  readonly onAcceptPage: (pageId: string) => Promise<void>;
}

/** Takes the focus unless something else of the screen has it: those who work by keys go on here. */
export function useFocusOnArrival<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  useEffect(() => {
    const focused = window.document.activeElement;
    if (focused?.closest('#screen *, [role=dialog], [role=menu]') == null)
      place.current?.focus({ preventScroll: true });
  }, []);
  return place;
}

/** The name of a page, which stays at the top of the list. */
const HEAD_PX = 28;

/** Scrolls a list to a row of it, and nothing else: on a phone the page stands above the list. */
function show(row: HTMLElement, list: HTMLElement): void {
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  const above = outer.top + HEAD_PX - inner.top;
  const below = inner.bottom - outer.bottom;
  if (above > 0) list.scrollTop -= above;
  else if (below > 0) list.scrollTop += below;
}

export function ProposalList({ proposals, chosen, onChoose, onStep, onAccept, onDismiss, ...more }: Props) {
  const { t } = useTranslation('proposals');
  const list = useFocusOnArrival<HTMLDivElement>();
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[id="proposal-${chosen.id}"]`);
    if (row != null && list.current !== null) show(row, list.current);
  }, [chosen.id, list]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => onStep(1),
    ArrowUp: () => onStep(-1),
    PageDown: () => more.onStepPage(1),
    PageUp: () => more.onStepPage(-1),
    Enter: () => void onAccept(chosen),
    'Shift Enter': () => void more.onAcceptPage(chosen.pageId),
    Delete: () => void onDismiss(chosen),
    Backspace: () => void onDismiss(chosen),
  };
  const press = (event: KeyboardEvent) => {
    const work = keys[event.shiftKey ? `Shift ${event.key}` : event.key];
    if (work === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!more.isWaiting) work();
  };
  const pageIds = [...new Set(proposals.map(({ pageId }) => pageId))];
  return (
    <>
      <Text size="sm" c="dimmed" mb={6} visibleFrom="sm">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keys.go')} · <Kbd>{t('keys.enter')}</Kbd> {t('keys.accept')} ·{' '}
        <Kbd>{t('keys.delete')}</Kbd> {t('keys.dismiss')} · <Kbd>⇧ {t('keys.enter')}</Kbd> {t('keys.page')} ·{' '}
        <Kbd>{t('keys.pageDown')}</Kbd> {t('keys.nextPage')}
      </Text>
      <div
        ref={list}
        className="proposal-list"
        role="listbox"
        tabIndex={0}
        aria-label={t('name')}
        aria-busy={more.isWaiting}
        aria-activedescendant={`proposal-${chosen.id}`}
        onKeyDown={press}
      >
        {pageIds.map((pageId) => (
          <PageGroup
            key={pageId}
            pageId={pageId}
            proposals={proposals.filter((each) => each.pageId === pageId)}
            chosen={chosen}
            onChoose={onChoose}
            document={more.document}
          />
        ))}
      </div>
      <Group gap="xs" mt="sm">
        <Button
          size="compact-md"
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => void onAccept(chosen)}
        >
          {t('accept')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => void onDismiss(chosen)}
        >
          {t('dismiss')}
        </Button>
        <Button size="compact-md" variant="subtle" onClick={() => void more.onAcceptPage(chosen.pageId)}>
          {t('acceptPage')}
        </Button>
      </Group>
    </>
  );
}

interface PageGroupProps extends Pick<Props, 'document' | 'proposals' | 'chosen' | 'onChoose'> {
  readonly pageId: string;
}

function PageGroup({ document, pageId, proposals, chosen, onChoose }: PageGroupProps) {
  const { t } = useTranslation('proposals');
  const number = document.images.find(({ id }) => id === pageId)?.order ?? 0;
  const label = t('pageNumber', { number });
  return (
    <div role="group" aria-label={label}>
      <div className="proposal-page-name" aria-hidden>
        {label}
      </div>
      {proposals.map((proposal) => (
        <div
          key={proposal.id}
          id={`proposal-${proposal.id}`}
          role="option"
          aria-selected={proposal.id === chosen.id}
          className="proposal-row"
          onClick={() => onChoose(proposal.id)}
        >
          <span className="proposal-kind" data-kind={proposal.kind}>
            {t(`kind.${proposal.kind}`)}
          </span>
          <span className="proposal-what any-text">
            {proposal.title ?? proposal.actionName ?? t('areaName')}
          </span>
          <Place proposal={proposal} />
        </div>
      ))}
    </div>
  );
}

/** Where the action goes, and what it opens. */
function Place({
  proposal: { kind, target, actionName, isOfDocument, zone, languageCode, starts, ends },
}: {
  readonly proposal: Proposal;
}) {
  const { t } = useTranslation('proposals');
  const { languageAlone, times } = useFormats();
  const place =
    kind === 'TITLE'
      ? null
      : isOfDocument
        ? 'ofDocument'
        : zone === null
          ? 'ofPage'
          : kind === 'AREA'
            ? 'asZone'
            : 'inZone';
  return (
    <span className="proposal-place">
      {target !== null && target !== actionName && <span className="any-text">{target.slice(0, 200)}</span>}
      {starts !== null && ends !== null && <span>{times(starts, ends)}</span>}
      {languageCode !== null && <span>{languageAlone(languageCode)}</span>}
      {place !== null && <span>{t(place)}</span>}
    </span>
  );
}
