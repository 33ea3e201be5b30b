/** The heads of the library's columns: they sort it, and say which columns there are. */
import { ActionIcon, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconArrowDown, IconArrowUp, IconTable } from '../../parts/icons/icons';
import { COLUMNS, type Column, gridOf, NUMBERS } from './columns';
import type { LibraryOrder } from './filters';

interface HeadRowProps {
  readonly order: LibraryOrder;
  readonly onOrder: (order: LibraryOrder) => void;
  readonly columns: readonly Column[];
  readonly onColumns: (chosen: readonly Column[]) => void;
}

export function HeadRow({ columns, order, onOrder, onColumns }: HeadRowProps) {
  const { t } = useTranslation('library');
  return (
    <div
      role="row"
      className="item-line item-line-head"
      aria-rowindex={1}
      style={{ gridTemplateColumns: gridOf(columns) }}
    >
      <span role="columnheader">
        <VisuallyHidden>{t('column.selection')}</VisuallyHidden>
      </span>
      <Head name="name" by="name" isUp {...{ order, onOrder }} />
      {columns.map((column) =>
        column === 'changed' ? (
          <Head key={column} name="changed" by="changed" isUp={false} {...{ order, onOrder }} />
        ) : (
          <span
            key={column}
            role="columnheader"
            data-column={column}
            className={NUMBERS.includes(column) ? 'item-line-number' : undefined}
          >
            {t(`column.${column}`)}
          </span>
        ),
      )}
      <span role="columnheader">
        <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
        <ColumnMenu columns={columns} onChoose={onColumns} />
      </span>
    </div>
  );
}

interface HeadProps {
  readonly name: 'changed' | 'name';
  readonly by: LibraryOrder;
  /** From A to Z, or the newest first. */
  readonly isUp: boolean;
  readonly order: LibraryOrder;
  readonly onOrder: (order: LibraryOrder) => void;
}

function Head({ name, by, isUp, order, onOrder }: HeadProps) {
  const { t } = useTranslation('library');
  const isSorted = order === by;
  const Sign = isUp ? IconArrowUp : IconArrowDown;
  return (
    <span role="columnheader" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className="item-line-sort" onClick={() => onOrder(by)}>
        {t(`column.${name}`)}
        {isSorted && <Sign size={14} aria-hidden />}
      </UnstyledButton>
    </span>
  );
}

interface ColumnMenuProps {
  readonly columns: readonly Column[];
  readonly onChoose: (chosen: readonly Column[]) => void;
}

function ColumnMenu({ columns, onChoose }: ColumnMenuProps) {
  const { t } = useTranslation('library');
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="sm" aria-label={t('columns')} title={t('columns')}>
          <IconTable size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.map((column) => {
          const isShown = columns.includes(column);
          return (
            <Menu.CheckboxItem
              key={column}
              checked={isShown}
              onChange={() =>
                onChoose(isShown ? columns.filter((each) => each !== column) : [...columns, column])
              }
            >
              {t(`column.${column}`)}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
