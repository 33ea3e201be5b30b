/** Name and path of a place, and what narrows, orders and fills its list. */
import { ActionIcon, Button, Group, SegmentedControl, Select, TextInput, Title } from '@mantine/core';
import {
  IconDeviceMobile,
  IconFolderPlus,
  IconPalette,
  IconSearch,
  IconTable,
} from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../api/session';
import { PathLinks } from '../../parts/PathLinks';
import { type LibraryOrder } from './ItemTable';

export type View = 'cards' | 'list';

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly path: readonly { readonly id: string; readonly name: string }[];
}

export const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
} as const;

/** How things of the library were shown last. */
export const VIEW = 'loupe.library-view';

interface PlaceHeadProps {
  readonly place: Place;
  readonly onLooks: () => void;
  readonly onPacks: () => void;
  readonly onNewFolder: () => void;
  readonly uploadButton: ReactNode;
}

export function PlaceHead({ place, onLooks, onPacks, onNewFolder, uploadButton }: PlaceHeadProps) {
  const { t } = useTranslation(['library', 'packs']);
  const { mayWrite } = useRights();
  return (
    <Group justify="space-between" gap="sm" px="md" pt="md" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <PathLinks path={place.path.slice(0, -1)} />
        <Title order={1} size="h2" className="any-text" lineClamp={2}>
          {place.name}
        </Title>
      </div>
      <Group gap="xs">
        <ActionIcon
          component={Link}
          to={`/texts/${place.id}`}
          variant="default"
          size={36}
          title={t('texts')}
          aria-label={t('texts')}
        >
          <IconTable size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          title={t('packs:open')}
          aria-label={t('packs:open')}
          onClick={() => onPacks()}
        >
          <IconDeviceMobile size={18} aria-hidden />
        </ActionIcon>
        {mayWrite && (
          <>
            <ActionIcon
              variant="default"
              size={36}
              title={t('looks')}
              aria-label={t('looksOf', { name: place.name.slice(0, 80) })}
              onClick={() => onLooks()}
            >
              <IconPalette size={18} aria-hidden />
            </ActionIcon>
            <Button
              variant="default"
              leftSection={<IconFolderPlus size={16} aria-hidden />}
              onClick={() => onNewFolder()}
            >
              {t('newFolder')}
            </Button>
            {uploadButton}
          </>
        )}
      </Group>
    </Group>
  );
}

interface PlaceToolsProps {
  readonly treeButton: ReactNode;
  readonly typed: string;
  readonly onTyped: (next: string) => void;
  readonly order: LibraryOrder;
  readonly onOrder: (next: LibraryOrder) => void;
  readonly view: View;
  readonly onView: (next: View) => void;
}

export function PlaceTools({ treeButton, typed, onTyped, order, onOrder, view, onView }: PlaceToolsProps) {
  const { t } = useTranslation('library');
  return (
    <Group gap="xs" px="md" py="sm">
      {treeButton}
      <TextInput
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        className="library-filter"
      />
      <Select
        aria-label={t('order')}
        value={order}
        onChange={(chosen) => onOrder(chosen ?? 'name')}
        data={(Object.keys(ORDERS) as LibraryOrder[]).map((value) => ({
          value,
          label: t(`orders.${value}`),
        }))}
        allowDeselect={false}
        w={190}
      />
      <SegmentedControl
        aria-label={t('view.label')}
        size="xs"
        value={view}
        onChange={(chosen) => {
          onView(chosen);
          localStorage.setItem(VIEW, chosen);
        }}
        data={(['cards', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
      />
    </Group>
  );
}
