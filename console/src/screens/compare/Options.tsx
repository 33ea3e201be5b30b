/** Options of what counts as a difference. */
import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { useRights, useViewer } from '../../api/session';
import { profiles } from './approvals/approvals';
import type { Settings } from './comparison';
import { ProfilesDialog } from './settings/ProfilesDialog';

const SENSITIVITIES = ['PROOF', 'SCAN', 'PHOTO'] as const;
const MOST_DELTA_E = 100;

interface Props {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly profile: string | null;
  /** null where profiles hold for nothing: they are for PDFs. */
  readonly onProfile: ((profile: string | null) => void) | null;
}

export function Options({ settings, onChange, profile, onProfile }: Props) {
  const { t } = useTranslation('compare');
  return (
    <Group align="flex-start" mb="lg" gap="md">
      {onProfile !== null && <ProfileSelect profile={profile} onChange={onProfile} settings={settings} />}
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

const BUILT_IN: readonly string[] = ['print ready', 'text only', 'scan'];

interface ProfileSelectProps {
  readonly settings: Settings;
  readonly profile: string | null;
  readonly onChange: (profile: string | null) => void;
}

function ProfileSelect({ profile, settings, onChange }: ProfileSelectProps) {
  const { t } = useTranslation('compare');
  const { organization } = useViewer();
  const { mayWrite } = useRights();
  const [isEditing, setEditing] = useState(false);
  const [{ data }, again] = useQueryData({ query: profiles, variables: { organizationId: organization.id } });
  const own = (data?.organization?.comparisonProfiles ?? []).flatMap(({ isBuiltIn, name }) =>
    isBuiltIn ? [] : [name],
  );
  return (
    <Stack gap={4} align="flex-start">
      <Select
        label={t('profile.label')}
        description={t('profile.text')}
        data={[
          { value: '', label: t('profile.none') },
          ...BUILT_IN.map((name) => ({ value: name, label: t(`profile.${name.replace(' ', '_')}`) })),
          ...own.map((name) => ({ value: name, label: name })),
        ]}
        value={profile ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange(value === null || value === '' ? null : value)}
      />
      {mayWrite && (
        <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
          {t('profile.edit')}
        </Button>
      )}
      {isEditing && (
        <ProfilesDialog
          settings={settings}
          own={own}
          onSaved={(name) => {
            again({ requestPolicy: 'network-only' });
            setEditing(false);
            onChange(name);
          }}
          onRemoved={(name) => {
            again({ requestPolicy: 'network-only' });
            if (name === profile) onChange(null);
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </Stack>
  );
}
