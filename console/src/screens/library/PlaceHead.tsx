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
import { FilterMenu } from './FilterMenu';
import { type LibraryFilter, ORDER_NAMES } from './filters';

export type View = 'cards' | 'list';

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly path: readonly { readonly id: string; readonly name: string }[];
}

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
      <Group gap="xs" className="library-doings">
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
  readonly filter: LibraryFilter;
  readonly onFilter: (next: LibraryFilter) => void;
  readonly view: View;
  readonly onView: (next: View) => void;
}

export function PlaceTools({ treeButton, filter, onFilter, view, onView }: PlaceToolsProps) {
  const { t } = useTranslation('library');
  return (
    <Group gap="xs" px="md" py="sm">
      {treeButton}
      <TextInput
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filter.nameContains}
        onChange={(event) => onFilter({ ...filter, nameContains: event.currentTarget.value })}
        className="library-filter"
      />
      <FilterMenu filter={filter} onFilter={onFilter} />
      <Select
        aria-label={t('order')}
        value={filter.order}
        onChange={(chosen) => onFilter({ ...filter, order: chosen ?? 'name' })}
        data={ORDER_NAMES.map((value) => ({ value, label: t(`orders.${value}`) }))}
        allowDeselect={false}
        className="library-order"
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
