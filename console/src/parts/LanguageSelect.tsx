/** Chooses one of the languages that content can be written in: found by its name here, in itself, or by its code. */
import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../api/graphql';
import { useQueryData } from '../api/query';
import { useViewer } from '../api/session';
import { folded, languageChoices } from '../i18n/language-names';

const languagesQuery = graphql(`
  query AllLanguages {
    languages {
      code
      name
    }
  }
`);

interface Props extends Pick<SelectProps, 'description' | 'error' | 'w'> {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (code: string) => void;
  /** Offered before all others, for example the languages of the document. */
  readonly first?: readonly string[];
  readonly without?: readonly string[];
  /** Where it stands in a dialog its list stays inside, for the keyboard and screen readers. */
  readonly isInDialog?: boolean;
  readonly 'data-autofocus'?: boolean;
}

const MOST_SHOWN = 60;
const NONE: readonly string[] = [];

export function LanguageSelect({
  value,
  onChange,
  first = NONE,
  without = NONE,
  isInDialog = false,
  ...field
}: Props) {
  const { t, i18n } = useTranslation();
  const { organization } = useViewer();
  const [{ data }] = useQueryData({ query: languagesQuery });
  const preferred = [...first, organization.languageCode, i18n.language, ...navigator.languages].join(' ');
  const left = without.join(' ');
  const choices = useMemo(() => {
    const left_ = new Set(left.split(' '));
    // The chosen one is there before the others are read: its name in the field does not come later, over what is typed.
    const known = data?.languages.map(({ code }) => code) ?? (value === null ? [] : [value]);
    const offered = known.filter((code) => !left_.has(code));
    return languageChoices(offered, i18n.language, preferred.split(' '));
  }, [data?.languages, value, i18n.language, preferred, left]);
  const foundBy = useMemo(() => new Map(choices.map(({ value, found }) => [value, found])), [choices]);
  return (
    <Select
      {...field}
      value={value}
      onChange={(code) => code !== null && onChange(code)}
      data={choices.map(({ value, label }) => ({ value, label }))}
      filter={({ options, search, limit }) => {
        const wanted = folded(search.trim());
        // The field holds the name of the chosen one: then all are offered.
        const isChosen = choices.some(({ value: code, label }) => code === value && label === search);
        const fits = options.filter(
          (option) =>
            isChosen || !('value' in option) || foundBy.get(String(option.value))?.includes(wanted) === true,
        );
        return fits.slice(0, limit);
      }}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      nothingFoundMessage={t('noLanguage')}
      comboboxProps={{ withinPortal: !isInDialog }}
      scrollAreaProps={{ viewportProps: { role: 'group', tabIndex: 0, 'aria-label': field.label } }}
    />
  );
}
