/** Applications of the recognition engine: keys, references, imports, and a place to try searches. */
import {
  Button,
  Group,
  NavLink,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCpu, IconPlus } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf, useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { useViewer } from '../../api/session';
import { useFormDraft } from '../../parts/editing/form-draft';
import { FormDialog } from '../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { ApplicationView } from './ApplicationView';
import { applicationsQuery, createApplication } from './engine';

const KINDS = ['MOBILE', 'MEDIA', 'BRAND', 'SIMILARITY', 'COLOR'] as const;

export function EngineScreen() {
  const { t } = useTranslation('engine');
  const formats = useFormats();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const [{ data, error }, again] = useQuery({ query: applicationsQuery });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const applications = data?.applications.nodes;
  const application = applications?.find(({ id }) => id === chosen) ?? applications?.[0];
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {t('new')}
        </Button>
      }
    >
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {applications === undefined && error === undefined && <Loading shape="rows" />}
      {applications?.length === 0 && (
        <EmptyState icon={IconCpu} title={t('empty.title')} text={t('empty.text')} />
      )}
      {application !== undefined && (
        <SimpleGrid cols={{ base: 1, md: 2 }} className="engine-columns">
          <Paper withBorder radius="lg" p="xs" component="nav" aria-label={t('applications')}>
            {applications?.map(({ id, name, kind, referenceCount }) => (
              <NavLink
                key={id}
                component="button"
                active={id === application.id}
                aria-current={id === application.id ? 'true' : undefined}
                label={<span className="any-text">{name}</span>}
                description={`${t(`kind.${kind}`)} · ${t('references', { count: referenceCount, number: formats.number(referenceCount) })}`}
                onClick={() => setChosen(id)}
              />
            ))}
          </Paper>
          <ApplicationView key={application.id} application={application} onChange={refresh} />
        </SimpleGrid>
      )}
      {isNew && (
        <NewApplication
          onClose={() => setNew(false)}
          onDone={(id) => {
            setNew(false);
            setChosen(id);
            refresh();
          }}
        />
      )}
    </Screen>
  );
}

function NewApplication({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}) {
  const { t } = useTranslation('engine');
  const { organization } = useViewer();
  const create = useChange(createApplication);
  const form = useFormDraft('new-application', { name: '', kind: 'MOBILE', keepsThumbnails: false });
  const { name, kind, keepsThumbnails } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('new')}
      action={t('create')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name'])}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={async () => {
        const outcome = await form.send(async (typed) => {
          const input = {
            name: typed.name.trim(),
            kind: typed.kind as (typeof KINDS)[number],
            organizationId: organization.id,
            keepsThumbnails: typed.keepsThumbnails,
          };
          return create({ input });
        });
        if (outcome.isDone) onDone(outcome.value.id);
        else setProblem(outcome.problem);
      }}
    >
      <ApplicationFields
        name={name}
        form={form}
        problem={problem}
        kind={kind}
        keepsThumbnails={keepsThumbnails}
      />
    </FormDialog>
  );
}

interface ApplicationFieldsProps {
  readonly name: string;
  readonly form: {
    readonly set: (what: { name?: string; kind?: string; keepsThumbnails?: boolean }) => void;
  };
  readonly problem: Problem | null;
  readonly kind: string;
  readonly keepsThumbnails: boolean;
}

function ApplicationFields({ name, form, problem, kind, keepsThumbnails }: ApplicationFieldsProps) {
  const { t } = useTranslation('engine');
  return (
    <Stack gap="sm">
      <TextInput
        label={t('name')}
        value={name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
      <Select
        label={t('kindLabel')}
        value={kind}
        onChange={(value) => form.set({ kind: value ?? 'MOBILE' })}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        allowDeselect={false}
      />
      <Group>
        <Text size="sm" c="dimmed">
          {t(`kindText.${kind}`)}
        </Text>
      </Group>
      <Switch
        label={t('thumbnails.keep')}
        description={t('thumbnails.new')}
        checked={keepsThumbnails}
        onChange={(event) => form.set({ keepsThumbnails: event.currentTarget.checked })}
      />
    </Stack>
  );
}
