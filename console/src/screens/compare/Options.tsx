/** Options of what counts as a difference. */
import { Group, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from './comparison';

const SENSITIVITIES = ['Proof', 'Scan', 'Photo'] as const;
const MOST_DELTA_E = 100;

interface Props {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

export function Options({ settings, onChange }: Props) {
  const { t } = useTranslation('compare');
  return (
    <Group align="flex-start" mb="lg" gap="md">
      <Select
        label={t('options.sensitivity')}
        description={t('options.sensitivityText')}
        data={[
          { value: '', label: t('options.byItself') },
          ...SENSITIVITIES.map((value) => ({ value, label: t(`options.${value}`) })),
        ]}
        value={settings.sensitivity ?? ''}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ ...settings, sensitivity: SENSITIVITIES.find((known) => known === value) ?? null })
        }
      />
      <NumberInput
        label={t('options.minDeltaE')}
        description={t('options.minDeltaEText')}
        placeholder={t('options.byItself')}
        min={0}
        max={MOST_DELTA_E}
        clampBehavior="strict"
        defaultValue={settings.minDeltaE ?? ''}
        // Each change compares again: it waits until the field is left.
        onBlur={({ currentTarget }) => {
          const value = currentTarget.value === '' ? null : Number(currentTarget.value);
          if (value !== settings.minDeltaE) onChange({ ...settings, minDeltaE: value });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </Group>
  );
}
