/** Name, language and time zone of the organization; one below the own can be deleted. */
import { Button, Group, Paper, Select, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { session, useViewer } from '../../api/session';
import { useFormDraft } from '../../parts/editing/form-draft';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { Confirm } from '../../parts/dialogs/Confirm';
import { LanguageSelect } from '../../parts/LanguageSelect';
import { type Administered, deleteOrganization, updateOrganization } from './administration';
import { useAdministered } from './administered';

interface Props {
  readonly organization: Administered['organization'];
  /** @param parentId the organization above */
  readonly onDeleted: (parentId: string) => void;
}

interface OwnFields {
  readonly name: string;
  readonly languageCode: string;
  readonly timeZone: string;
}

const fieldsOf = ({ name, languageCode, timeZone }: OwnFields): OwnFields => ({
  name,
  languageCode,
  timeZone,
});

export function OwnOrganization({ organization, onDeleted }: Props) {
  const { t } = useTranslation('administration');
  const { path } = useAdministered();
  const own = useViewer().organization;
  const remove = useChange(deleteOrganization);
  const [isAsked, setAsked] = useState(false);
  const parentId = path.at(-2)?.id ?? own.id;
  const update = useChange(updateOrganization);
  const { id, version } = organization;
  const form = useFormDraft(`organization:${id}`, fieldsOf(organization), version);
  const { name, languageCode, timeZone } = form.values;
  const { problem, save } = useSaved({ form, update, id, own });
  const rest = restOf(problem, ['name', 'languageCode', 'timeZone']);
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={2} size="h4" mb="sm">
        {t('own.title')}
      </Title>
      <Stack gap="sm">
        <TextInput
          label={t('below.name')}
          value={name}
          onChange={(event) => form.set({ name: event.currentTarget.value })}
          error={mistakeAt(problem, 'name')}
          dir="auto"
        />
        <LanguageSelect
          label={t('own.language')}
          description={t('own.languageText')}
          value={languageCode}
          onChange={(code) => form.set({ languageCode: code })}
          error={mistakeAt(problem, 'languageCode')}
        />
        <TimeZoneSelect
          value={timeZone}
          saved={organization.timeZone}
          onChange={(value) => form.set({ timeZone: value })}
          error={mistakeAt(problem, 'timeZone')}
        />
        {rest !== null && <ProblemNotice problem={rest} />}
        <OrganizationTools id={id} own={own} onAsked={setAsked} onSave={save} name={name} />
      </Stack>
      {isAsked && (
        <RemoveOrganization
          organization={organization}
          onAsked={setAsked}
          remove={remove}
          id={id}
          version={version}
          onDeleted={onDeleted}
          parentId={parentId}
        />
      )}
    </Paper>
  );
}

interface TimeZoneSelectProps {
  readonly value: string;
  /** Offered in any case: servers know time zones that browsers do not. */
  readonly saved: string;
  readonly onChange: (next: string) => void;
  readonly error: string | undefined;
}

function TimeZoneSelect({ value, saved, onChange, error }: TimeZoneSelectProps) {
  const { t } = useTranslation('administration');
  return (
    <Select
      label={t('own.timeZone')}
      description={t('own.timeZoneText')}
      searchable
      value={value}
      onChange={(next) => onChange(next ?? saved)}
      data={[...new Set([saved, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
      allowDeselect={false}
      limit={60}
      error={error}
    />
  );
}

interface OrganizationForm {
  readonly form: ReturnType<typeof useFormDraft<OwnFields>>;
  readonly update: (variables: {
    ifVersion?: string | null | undefined;
    patch: {
      timeZone?: string | null | undefined;
      privacyUrl?: string | null | undefined;
      parentId?: string | null | undefined;
      name?: string | null | undefined;
      languageCode?: string | null | undefined;
      imprintUrl?: string | null | undefined;
      brandColor?: string | null | undefined;
    };
    id: string;
  }) => Promise<
    Outcome<{
      __typename?: 'Organization' | undefined;
      id: string;
      name: string;
      languageCode: string;
      timeZone: string;
      version: string;
      brandColor: string | null;
      imprintUrl: string | null;
      privacyUrl: string | null;
    }>
  >;
  readonly id: string;
  readonly own: {
    readonly id: string;
    readonly name: string;
    readonly languageCode: string;
    readonly timeZone: string;
    readonly accountType: string;
  };
}

function useSaved({ form, update, id, own }: OrganizationForm) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    const outcome = await form.send(async (typed, ifVersion) =>
      update({ id, patch: { ...typed, name: typed.name.trim() }, ifVersion }),
    );
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    if (id === own.id) await session.load();
    tellDone(t('saved'));
  };
  return { problem, save };
}

interface OrganizationToolsProps {
  readonly id: string;
  readonly own: { readonly id: string };
  readonly onAsked: (next: boolean) => void;
  readonly onSave: () => Promise<void>;
  readonly name: string;
}

function OrganizationTools({ id, own, onAsked, onSave, name }: OrganizationToolsProps) {
  const { t } = useTranslation('administration');
  return (
    <Group justify="space-between">
      {id === own.id ? (
        <span />
      ) : (
        <Button variant="subtle" color="red" onClick={() => onAsked(true)}>
          {t('below.remove')}
        </Button>
      )}
      <Button onClick={() => void onSave()} disabled={name.trim() === ''}>
        {t('save')}
      </Button>
    </Group>
  );
}

interface RemoveOrganizationProps {
  readonly organization: Administered['organization'];
  readonly onAsked: (next: boolean) => void;
  readonly remove: (variables: {
    ifVersion?: string | null | undefined;
    id: string;
  }) => Promise<Outcome<{ __typename: 'Deleted' }>>;
  readonly id: string;
  readonly version: string;
  readonly onDeleted: Props['onDeleted'];
  readonly parentId: string;
}

function RemoveOrganization({
  organization,
  onAsked,
  remove,
  id,
  version,
  onDeleted,
  parentId,
}: RemoveOrganizationProps) {
  const { t } = useTranslation('administration');
  const { tellProblem, tellDone } = useTell();
  return (
    <Confirm
      text={t('below.removeText', { name: organization.name })}
      action={t('below.remove')}
      onClose={() => onAsked(false)}
      onYes={async () => {
        const outcome = await remove({ id, ifVersion: version });
        if (!outcome.isDone) return tellProblem(outcome.problem);
        tellDone(t('below.removed', { name: organization.name }));
        onDeleted(parentId);
      }}
    />
  );
}
