/** Deletes a role. While people have it, somebody says what they get instead. */
import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { useTell } from '../../../parts/tell';
import { deleteMadeRole, type MadeRole } from './role-documents';
import { useMayGive } from './role-words';

interface Props {
  readonly role: MadeRole;
  readonly others: readonly MadeRole[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteRole(props: Props) {
  return props.role.holderCount === 0 ? <DeleteUnheld {...props} /> : <DeleteHeld {...props} />;
}

function DeleteUnheld({ role: { id, name }, onClose, onDone }: Props) {
  const { t } = useTranslation('roles');
  const { tellProblem } = useTell();
  const remove = useChange(deleteMadeRole);
  return (
    <Confirm
      text={t('deleteText', { name })}
      action={t('delete')}
      onClose={onClose}
      onYes={async () => {
        const outcome = await remove({ id });
        if (!outcome.isDone) tellProblem(outcome.problem);
        onDone();
      }}
    />
  );
}

const NOTHING = 'nothing';

function DeleteHeld({ role: { id, name, holderCount }, others, onClose, onDone }: Props) {
  const { t } = useTranslation('roles');
  const remove = useChange(deleteMadeRole);
  const mayGive = useMayGive();
  const [instead, setInstead] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const offered = others.filter(({ operations }) => mayGive(operations));
  return (
    <FormDialog
      title={t('deleteOf', { name })}
      action={t('delete')}
      isReady={instead !== null}
      problem={problem}
      onClose={onClose}
      onSend={async () => {
        const fate = instead === NOTHING ? { takeAway: true } : { replacementId: instead };
        const outcome = await remove({ id, ...fate });
        if (!outcome.isDone) return setProblem(outcome.problem);
        onDone();
      }}
    >
      <Text className="any-text">{t('deleteHeld', { count: holderCount, name })}</Text>
      <Select
        label={t('instead')}
        placeholder={t('insteadChoose')}
        value={instead}
        onChange={setInstead}
        data={[
          ...offered.map((each) => ({ value: each.id, label: each.name })),
          { value: NOTHING, label: t('insteadNothing') },
        ]}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
