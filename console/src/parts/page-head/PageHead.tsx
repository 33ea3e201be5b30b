/** Above every screen of a page: the way back to its document, the other screens of it, and the pages before and after. */
import { ActionIcon, Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronLeft, IconChevronRight } from '../icons/icons';
import { PathLinks } from '../PathLinks';
import './page-head.css';

interface Props {
  readonly pageId: string;
  readonly order: number;
  readonly document: {
    readonly id: string;
    readonly name: string;
    /** From the organization down to the document. */
    readonly path: readonly { readonly id: string; readonly name: string }[];
    readonly images: readonly { readonly id: string; readonly order: number }[];
  };
  readonly current: Place;
  /** Further buttons of the screen, beside the ways to the others. */
  readonly children?: ReactNode;
}

const PLACES = ['content', 'zones', 'preview'] as const;
type Place = (typeof PLACES)[number];

export function PageHead({ pageId, order, document, current, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pages = document.images.toSorted((a, b) => a.order - b.order);
  const at = pages.findIndex(({ id }) => id === pageId);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const go = (page: { readonly id: string } | undefined) => {
    if (page !== undefined) void navigate({ href: addressOf(current, document.id, page.id) });
  };
  useHotkeys([
    ['PageUp', () => go(before)],
    ['PageDown', () => go(after)],
  ]);
  return (
    <Group justify="space-between" gap="xs" mb="sm">
      <PathLinks path={document.path} isDocument here={t('pageHead.page', { order })} />
      <Group gap="xs">
        {children}
        <Group gap={0} component="nav" aria-label={t('pageHead.screens')} className="page-head-screens">
          {PLACES.map((place) => (
            <Button
              key={place}
              component={Link}
              to={addressOf(place, document.id, pageId).split('?')[0]}
              search={(place === 'content' ? { page: pageId } : {}) as never}
              size="compact-sm"
              variant={place === current ? 'light' : 'subtle'}
              aria-current={place === current ? 'page' : undefined}
            >
              {t(`pageHead.${place}`)}
            </Button>
          ))}
        </Group>
        <Group gap={4} wrap="nowrap">
          <Step page={before} label={t('pageHead.before')} Icon={IconChevronLeft} onGo={go} />
          <Step page={after} label={t('pageHead.after')} Icon={IconChevronRight} onGo={go} />
        </Group>
      </Group>
    </Group>
  );
}

interface StepProps {
  readonly page: { readonly id: string } | undefined;
  readonly label: string;
  readonly Icon: typeof IconChevronLeft;
  readonly onGo: (page: { readonly id: string } | undefined) => void;
}

function Step({ page, label, Icon, onGo }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size="md"
      disabled={page === undefined}
      aria-label={label}
      title={label}
      onClick={() => onGo(page)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

function addressOf(place: Place, documentId: string, pageId: string): string {
  if (place === 'content') return `/documents/${documentId}?page=${pageId}`;
  return place === 'zones' ? `/pages/${pageId}` : `/pages/${pageId}/preview`;
}
