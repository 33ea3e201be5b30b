/** Makes a machine token, and shows its secret once. */
import { Button, Checkbox, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { Secret } from '../../../parts/Secret';
import { createMachineToken, type MachineToken, type MachineTokenData } from './token-documents';

type Scope = MachineToken['scopes'][number];

interface Props {
  readonly organizationId: string;
  readonly data: MachineTokenData;
  readonly onClose: () => void;
  readonly onMade: () => void;
}

interface Made {
  readonly name: string;
  readonly secret: string;
}

const DAYS = 90;
/** Most content systems need it. */
const USUAL: readonly Scope[] = ['CONTENT_WRITE'];

export function MachineTokenDialog({ organizationId, data, onClose, onMade }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  if (made !== null) return <MadeToken made={made} onClose={onClose} />;
  return (
    <NewToken
      organizationId={organizationId}
      data={data}
      onClose={onClose}
      onMade={(token) => {
        setMade(token);
        onMade();
      }}
    />
  );
}

interface NewTokenProps extends Omit<Props, 'onMade'> {
  readonly onMade: (made: Made) => void;
}

function NewToken({ organizationId, data, onClose, onMade }: NewTokenProps) {
  const { t } = useTranslation('administration');
  const create = useChange(createMachineToken);
  const [name, setName] = useState('');
  const [placeId, setPlaceId] = useState(organizationId);
  const [scopes, setScopes] = useState<readonly Scope[]>(USUAL);
  const [days, setDays] = useState<number | string>(DAYS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const folders = data.organization.folders.nodes;
  return (
    <FormDialog
      title={t('tokens.new')}
      action={t('tokens.create')}
      isReady={name.trim() !== '' && scopes.length > 0 && Number(days) >= 1}
      problem={restOf(problem, ['name', 'scopes', 'days'])}
      onClose={onClose}
      onSend={async () => {
        const input = { placeId, name: name.trim(), scopes: [...scopes], days: Number(days) };
        const outcome = await create({ input });
        if (!outcome.isDone) return setProblem(outcome.problem);
        onMade({ name: outcome.value.token.name, secret: outcome.value.secret });
      }}
    >
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.nameText')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
      <Checkbox.Group
        label={t('tokens.scopes')}
        value={[...scopes]}
        onChange={(chosen) => setScopes(chosen)}
        error={mistakeAt(problem, 'scopes')}
      >
        <Stack gap={6} mt={6}>
          {data.machineScopes.map(({ scope }) => (
            <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('tokens.place')}
        value={placeId}
        onChange={(id) => setPlaceId(id ?? organizationId)}
        data={[
          { value: organizationId, label: t('tokens.everywhere') },
          ...folders.map((folder) => ({ value: folder.id, label: folder.name.slice(0, 100) })),
        ]}
        allowDeselect={false}
        searchable
      />
      <NumberInput
        label={t('tokens.days')}
        description={t('tokens.daysText')}
        min={1}
        max={366}
        allowDecimal={false}
        value={days}
        onChange={setDays}
        error={mistakeAt(problem, 'days')}
      />
    </FormDialog>
  );
}

function MadeToken({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tokens.made', { name: made.name })}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text>{t('tokens.madeText')}</Text>
        <Secret text={made.secret} label={t('tokens.secret')} />
        <Button onClick={onClose}>{t('tokens.done')}</Button>
      </Stack>
    </Modal>
  );
}
