/** The menu of what narrows the library, and of the filters that the user keeps. */
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../parts/dialogs/NameDialog';
import { IconListDetails, IconStar, IconTrash, IconX } from '../../parts/icons/icons';
import { useCommands } from '../../parts/search/commands';
import { useTell } from '../../parts/tell';
import {
  filterOf,
  isOfDocuments,
  isSameFilter,
  type LibraryFilter,
  type SavedFilter,
  useSavedFilters,
  WHOLE,
} from './filters';

interface Props {
  readonly filter: LibraryFilter;
  readonly onFilter: (next: LibraryFilter) => void;
}

const STATUSES = ['ACTIVE', 'INACTIVE'] as const;
const PERIODS = ['1', '7', '30', '90'] as const;
/** Of a choice without a condition. */
const ALL = 'all';

export function FilterMenu({ filter, onFilter }: Props) {
  const { t } = useTranslation('library');
  const { saved, save, throwAway } = useOwnFilters(onFilter);
  const [isNaming, setNaming] = useState(false);
  const chosen = saved.find((each) => isSameFilter(filterOf(each), filter));
  const isOn = isOfDocuments(filter);
  return (
    <>
      <Menu position="bottom-start" closeOnItemClick={false}>
        <Menu.Target>
          <Button
            variant={isOn ? 'light' : 'default'}
            leftSection={<IconListDetails size={16} aria-hidden />}
            className="library-filters"
          >
            <span className="one-line">{chosen?.name ?? t(isOn ? 'filters.on' : 'filters.open')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="library-filters-menu">
          <Conditions filter={filter} onFilter={onFilter} />
          <Menu.Divider />
          <OwnFilters {...{ saved, onFilter }} chosenId={chosen?.id ?? null} />
          <Menu.Item
            closeMenuOnClick
            leftSection={<IconStar size={16} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            {t('filters.save')}
          </Menu.Item>
          {chosen !== undefined && (
            <Menu.Item
              closeMenuOnClick
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void throwAway(chosen)}
            >
              {t('filters.remove', { name: chosen.name })}
            </Menu.Item>
          )}
          <Menu.Item
            closeMenuOnClick
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onFilter(WHOLE)}
          >
            {t('filters.none')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('filters.save')}
          label={t('name')}
          initial={chosen?.name ?? ''}
          draft="saved-filter"
          action={t('save')}
          onClose={() => setNaming(false)}
          onName={async (name) => save(name, filter)}
        />
      )}
    </>
  );
}

/** The filters that the user keeps, which are commands, too. */
function useOwnFilters(onFilter: Props['onFilter']) {
  const { t } = useTranslation('library');
  const { tellDone, tellProblem } = useTell();
  const { saved, save, remove } = useSavedFilters();
  useCommands(
    saved.map((each) => ({
      name: t('filters.use', { name: each.name }),
      run: () => onFilter(filterOf(each)),
    })),
  );
  const throwAway = async (gone: SavedFilter) => {
    const outcome = await remove(gone.id);
    if (!outcome.isDone) return tellProblem(outcome.problem);
    tellDone(t('filters.removed', { name: gone.name }), {
      undo: async () => save(gone.name, filterOf(gone)),
    });
  };
  return { saved, save, throwAway };
}

interface OwnProps extends Pick<Props, 'onFilter'> {
  readonly saved: readonly SavedFilter[];
  readonly chosenId: string | null;
}

function OwnFilters({ saved, chosenId, onFilter }: OwnProps) {
  const { t } = useTranslation('library');
  if (saved.length === 0) return null;
  return (
    <>
      <Menu.Label>{t('filters.own')}</Menu.Label>
      <Menu.RadioGroup
        value={chosenId ?? ''}
        onChange={(id) => {
          const next = saved.find((each) => each.id === id);
          if (next !== undefined) onFilter(filterOf(next));
        }}
      >
        {saved.map(({ id, name }) => (
          <Menu.RadioItem key={id} value={id}>
            <span className="any-text">{name}</span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}

function Conditions({ filter, onFilter }: Props) {
  const { t } = useTranslation('library');
  const { status, updatedWithinDays, isRecursive } = filter;
  return (
    <>
      <Menu.Label>{t('column.state')}</Menu.Label>
      <Menu.RadioGroup
        value={status ?? ALL}
        onChange={(chosen) =>
          onFilter({ ...filter, status: STATUSES.find((each) => each === chosen) ?? null })
        }
      >
        <Menu.RadioItem value={ALL}>{t('filters.anyState')}</Menu.RadioItem>
        {STATUSES.map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {t(`state.${each}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('column.changed')}</Menu.Label>
      <Menu.RadioGroup
        value={updatedWithinDays === null ? ALL : String(updatedWithinDays)}
        onChange={(chosen) =>
          onFilter({ ...filter, updatedWithinDays: chosen === ALL ? null : Number(chosen) })
        }
      >
        <Menu.RadioItem value={ALL}>{t('filters.anyTime')}</Menu.RadioItem>
        {PERIODS.map((days) => (
          <Menu.RadioItem key={days} value={days}>
            {t('filters.withinDays', { count: Number(days) })}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={isRecursive}
        onChange={() => onFilter({ ...filter, isRecursive: !isRecursive })}
      >
        {t('filters.below')}
      </Menu.CheckboxItem>
    </>
  );
}
