/** Profiles of comparisons that the organization keeps: made, replaced and removed. */
import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { useChange } from '../../../api/change';
import { graphql, type Problem, problemFields } from '../../../api/graphql';
import { useViewer } from '../../../api/session';
import { DialogFooter } from '../../../parts/dialogs/DialogFooter';
import { IconTrash } from '../../../parts/icons/icons';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import type { Settings } from '../comparison';

const saveProfile = graphql(
  `
    mutation SaveComparisonProfile($input: SaveComparisonProfileInput!) {
      saveComparisonProfile(input: $input) {
        ... on ComparisonProfile {
          name
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

const deleteProfile = graphql(
  `
    mutation DeleteComparisonProfile($organizationId: ID!, $name: String!) {
      deleteComparisonProfile(input: { organizationId: $organizationId, name: $name }) {
        ... on Done {
          isDone
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

const SENSITIVITIES = ['PROOF', 'SCAN', 'PHOTO'] as const;
const MATTERS = ['EVERYTHING', 'TEXT'] as const;
const DPI = ['150', '300', '600'] as const;

interface Props {
  /** The settings of the screen: a new profile begins with them. */
  readonly settings: Settings;
  /** Names of those of the organization. */
  readonly own: readonly string[];
  readonly onSaved: (name: string) => void;
  readonly onRemoved: (name: string) => void;
  readonly onClose: () => void;
}

export function ProfilesDialog({ settings, own, onSaved, onRemoved, onClose }: Props) {
  const { t } = useTranslation('compare');
  const { organization } = useViewer();
  const save = useChange(saveProfile);
  const remove = useChange(deleteProfile);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [draft, setDraft] = useState<ProfileDraft>({
    name: '',
    ...settings,
    compares: 'EVERYTHING',
    dpi: null,
  });
  const keep = async () => {
    const outcome = await save({ input: { organizationId: organization.id, ...draft } });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) onSaved(outcome.value.name);
  };
  const drop = async (name: string) => {
    const outcome = await remove({ organizationId: organization.id, name });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) onRemoved(name);
  };
  return (
    <Dialog onClose={onClose} title={t('profile.title')} size="lg">
      <Stack
        component="form"
        gap="md"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <Text size="sm">{t('profile.about')}</Text>
        <OwnProfiles names={own} onRemove={(name) => void drop(name)} />
        <ProfileFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        {problem !== null && <ProblemNotice problem={problem} />}
        <DialogFooter onClose={onClose}>
          <Button type="submit">{t('profile.keep')}</Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

interface OwnProps {
  readonly names: readonly string[];
  readonly onRemove: (name: string) => void;
}

function OwnProfiles({ names, onRemove }: OwnProps) {
  const { t } = useTranslation('compare');
  return (
    <>
      {names.map((name) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Text className="any-text">{name}</Text>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('profile.remove', { name })}
            onClick={() => onRemove(name)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </>
  );
}

interface ProfileDraft extends Settings {
  readonly name: string;
  readonly compares: (typeof MATTERS)[number];
  readonly dpi: number | null;
}

interface FieldsProps {
  readonly draft: ProfileDraft;
  readonly onChange: (part: Partial<ProfileDraft>) => void;
}

function ProfileFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('compare');
  return (
    <>
      <TextInput
        label={t('profile.name')}
        value={draft.name}
        maxLength={100}
        required
        data-autofocus
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <Select
        label={t('options.sensitivity')}
        data={SENSITIVITIES.map((value) => ({ value, label: t(`options.${value}`) }))}
        placeholder={t('options.byItself')}
        clearable
        value={draft.sensitivity}
        onChange={(value) =>
          onChange({ sensitivity: SENSITIVITIES.find((known) => known === value) ?? null })
        }
      />
      <Select
        label={t('profile.compares')}
        data={MATTERS.map((value) => ({ value, label: t(`profile.${value}`) }))}
        allowDeselect={false}
        value={draft.compares}
        onChange={(value) => onChange({ compares: MATTERS.find((known) => known === value) ?? 'EVERYTHING' })}
      />
      <NumberInput
        label={t('options.minDeltaE')}
        placeholder={t('options.byItself')}
        min={0}
        max={100}
        value={draft.minDeltaE ?? ''}
        onChange={(value) => onChange({ minDeltaE: typeof value === 'number' ? value : null })}
      />
      <Select
        label={t('profile.dpi')}
        data={[...DPI]}
        placeholder={t('options.byItself')}
        clearable
        value={draft.dpi === null ? null : String(draft.dpi)}
        onChange={(value) => onChange({ dpi: value === null ? null : Number(value) })}
      />
    </>
  );
}
