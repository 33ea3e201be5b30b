/** QR codes that let any phone scan: made, printed, bounded and revoked here. */
import { Button, Group, NumberInput, Paper, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { problemOf, useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useViewer } from '../../api/session';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { KeyCard } from './KeyCard';
import { createKey, keysQuery } from './phones-documents';
import './phones.css';

export function PhonesScreen() {
  const { t } = useTranslation('phones');
  const { organization } = useViewer();
  const [{ data, error }, read] = useQuery({
    query: keysQuery,
    variables: { organizationId: organization.id },
  });
  const refresh = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  if (error !== undefined && data === undefined) {
    return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  }
  if (data === undefined) return <Loading />;
  const keys = data.organization.publishableKeys;
  return (
    <Screen title={t('title')} text={t('text')}>
      <Stack gap="lg">
        <NewKey organizationId={organization.id} onMade={refresh} />
        {keys.length === 0 && (
          <EmptyState icon={IconQrcode} title={t('empty.title')} text={t('empty.text')} />
        )}
        <div className="phones-keys">
          {keys.map((key) => (
            <KeyCard key={key.id} phoneKey={key} onChanged={refresh} />
          ))}
        </div>
      </Stack>
    </Screen>
  );
}

interface NewKeyProps {
  readonly organizationId: string;
  readonly onMade: () => void;
}

function NewKey({ organizationId, onMade }: NewKeyProps) {
  const { t } = useTranslation('phones');
  const create = useChange(createKey);
  const [name, setName] = useState('');
  const [origins, setOrigins] = useState<string[]>([]);
  const [scansPerMinute, setScansPerMinute] = useState<number | string>(120);
  const [problem, setProblem] = useState<Problem | null>(null);
  const faultOf = (path: string) =>
    problem?.fields?.find((field) => field.path === path)?.messages.join(', ') ?? null;
  const isTold = ['name', 'origins', 'scansPerMinute'].some((path) => faultOf(path) !== null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const bound = typeof scansPerMinute === 'number' ? { scansPerMinute } : {};
    const outcome = await create({ input: { organizationId, name, origins, ...bound } });
    if (!outcome.isDone) return setProblem(outcome.problem);
    setProblem(null);
    setName('');
    setOrigins([]);
    return onMade();
  };
  return (
    <Paper withBorder p="md" radius="lg" component="form" onSubmit={(event) => void make(event)} noValidate>
      <Group align="flex-start" gap="md">
        <TextInput
          label={t('name')}
          description={t('nameHelp')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf('name')}
          flex="1 1 220px"
        />
        <NumberInput
          label={t('bound')}
          description={t('boundHelp')}
          value={scansPerMinute}
          onChange={setScansPerMinute}
          min={1}
          max={6000}
          allowDecimal={false}
          error={faultOf('scansPerMinute')}
          flex="1 1 180px"
        />
        <TagsInput
          label={t('origins')}
          description={t('originsHelp')}
          value={origins}
          onChange={setOrigins}
          error={faultOf('origins')}
          flex="2 1 280px"
        />
      </Group>
      <Button type="submit" mt="md" leftSection={<IconQrcode size={18} aria-hidden />}>
        {t('make')}
      </Button>
      {problem !== null && !isTold && <ProblemNotice problem={problem} />}
    </Paper>
  );
}
