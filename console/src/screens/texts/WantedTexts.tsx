/** The text that is looked for in titles and actions, and in which of them. */
import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const FIELDS = ['TITLE', 'ACTION_NAME', 'ACTION_TARGET'] as const;

export type Field = (typeof FIELDS)[number];

export interface Wanted {
  readonly find: string;
  readonly replacement: string;
  readonly matchesCase: boolean;
}

interface FieldChoiceProps {
  readonly fields: readonly Field[];
  readonly onFields: (next: readonly Field[]) => void;
  readonly onFound: (found: null) => void;
}

function FieldChoice({ fields, onFields, onFound }: FieldChoiceProps) {
  const { t } = useTranslation('texts');
  return (
    <Checkbox.Group
      label={t('lookIn')}
      value={[...fields]}
      onChange={(value) => {
        onFields(FIELDS.filter((field) => value.includes(field)));
        onFound(null);
      }}
    >
      <Group gap="md" mt={6}>
        {FIELDS.map((field) => (
          <Checkbox key={field} value={field} label={t(`fields.${field}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

interface WantedTextsProps {
  readonly wanted: Wanted;
  readonly onChange: (patch: Partial<Wanted>) => void;
  readonly fields: readonly Field[];
  readonly onFields: (next: readonly Field[]) => void;
  readonly onFound: (found: null) => void;
  readonly languages: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly languageCode: string | null;
  readonly onLanguage: (next: string | null) => void;
  readonly found: object | null;
  readonly isBusy: boolean;
}

export function WantedTexts({
  wanted,
  onChange,
  fields,
  onFields,
  onFound,
  languages,
  names,
  languageCode,
  onLanguage,
  found,
  isBusy,
}: WantedTextsProps) {
  const { t } = useTranslation('texts');
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('find')}
          value={wanted.find}
          onChange={(event) => onChange({ find: event.currentTarget.value })}
          maxLength={500}
          required
          data-autofocus
        />
        <TextInput
          label={t('replacement')}
          value={wanted.replacement}
          onChange={(event) => onChange({ replacement: event.currentTarget.value })}
        />
      </Group>
      <Group gap="md" align="flex-end">
        <FieldChoice fields={fields} onFields={onFields} onFound={onFound} />
        <Checkbox
          label={t('matchesCase')}
          checked={wanted.matchesCase}
          onChange={(event) => onChange({ matchesCase: event.currentTarget.checked })}
        />
        <LanguageChoice
          languages={languages}
          names={names}
          languageCode={languageCode}
          onLanguage={(code) => {
            onLanguage(code);
            onFound(null);
          }}
        />
        <Button
          type="submit"
          variant={found === null ? 'filled' : 'default'}
          loading={isBusy && found === null}
          disabled={wanted.find === '' || fields.length === 0}
        >
          {t('search')}
        </Button>
      </Group>
    </>
  );
}

type LanguageChoiceProps = Pick<WantedTextsProps, 'languageCode' | 'languages' | 'names' | 'onLanguage'>;

function LanguageChoice({ languages, names, languageCode, onLanguage }: LanguageChoiceProps) {
  const { t } = useTranslation('texts');
  if (languages.length < 2) return null;
  return (
    <Select
      label={t('language')}
      placeholder={t('allLanguages')}
      data={languages.map((code) => ({ value: code, label: names.get(code) ?? code }))}
      value={languageCode}
      onChange={onLanguage}
      clearable
      clearButtonProps={{ 'aria-label': t('allLanguages') }}
      w={190}
    />
  );
}
