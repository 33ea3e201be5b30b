/** Narrows the table: rows that hold a text, rows without a translation, from a document on. */
import { Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconSearch } from '../../parts/icons/icons';

/** Names of the dialog's choices are cut: they stand in one line. */
const NAME_LENGTH = 120;

export interface TableFilterState {
  readonly text: string;
  readonly untranslatedIn: string | null;
}

interface Props {
  readonly filter: TableFilterState;
  readonly onFilter: (filter: TableFilterState) => void;
  readonly languages: readonly string[];
  readonly shown: readonly string[];
  readonly onShown: (languages: string[]) => void;
  readonly documents: readonly {
    readonly id: string;
    readonly name: string;
    readonly folders: readonly string[];
    readonly row: number;
  }[];
  /** Shows the part of the table that holds a row. */
  readonly onJump: (row: number) => void;
}

export function TableFilter({ filter, onFilter, languages, shown, onShown, documents, onJump }: Props) {
  const { t } = useTranslation('texts');
  const names = useFormats().languages(languages);
  const choices = languages.map((code) => ({ value: code, label: names.get(code) ?? code }));
  return (
    <Group align="end" gap="sm" mb="sm" className="texts-filter">
      <TextInput
        label={t('filter')}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
      />
      {languages.length > 1 && (
        <>
          <Select
            label={t('untranslatedIn')}
            placeholder={t('untranslatedAll')}
            data={choices}
            value={filter.untranslatedIn}
            onChange={(untranslatedIn) => onFilter({ ...filter, untranslatedIn })}
            clearable
          />
          <MultiSelect
            label={t('languages')}
            data={choices}
            value={[...shown]}
            onChange={onShown}
            hidePickedOptions
          />
        </>
      )}
      {documents.length > 1 && (
        <Select
          label={t('jump')}
          placeholder={t('jumpTo')}
          data={documents.map(({ id, name, folders }) => ({
            value: id,
            label: [...folders, name].join(' / ').slice(-NAME_LENGTH),
          }))}
          value={null}
          onChange={(id) => {
            const chosen = documents.find((document) => document.id === id);
            if (chosen !== undefined) onJump(chosen.row);
          }}
          limit={200}
          searchable
        />
      )}
    </Group>
  );
}
