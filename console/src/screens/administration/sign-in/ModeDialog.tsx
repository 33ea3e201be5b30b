/** How far a provider is used: tried, beside passwords, or as the only way in. */
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useViewer } from '../../../api/session';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { type SignInProvider, updateSignInProvider } from './sign-in-documents';

interface Props {
  readonly provider: SignInProvider;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const MODES = ['TRIAL', 'ACTIVE', 'ONLY'] as const;

export function ModeDialog({ provider, onClose, onDone }: Props) {
  const { t } = useTranslation('administration');
  const { userName } = useViewer();
  const update = useChange(updateSignInProvider);
  const [mode, setMode] = useState(provider.mode);
  const [emergencyUser, setEmergencyUser] = useState(userName);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('signIn.modeTitle', { name: provider.name })}
      action={t('save')}
      problem={restOf(problem, ['emergencyUser'])}
      onClose={onClose}
      onSend={async () => {
        const patch = { mode, ...(mode === 'ONLY' ? { emergencyUser } : {}) };
        const outcome = await update({ id: provider.id, patch });
        if (!outcome.isDone) return setProblem(outcome.problem);
        onDone();
      }}
    >
      <Radio.Group
        label={t('signIn.modeLabel')}
        value={mode}
        onChange={(chosen) => setMode(MODES.find((each) => each === chosen) ?? mode)}
      >
        <Stack gap="xs" mt={6}>
          {MODES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`signIn.mode.${each}`)}
              description={t(`signIn.modeText.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {mode === 'ONLY' && (
        <TextInput
          label={t('signIn.emergency')}
          description={t('signIn.emergencyText')}
          value={emergencyUser}
          onChange={(event) => setEmergencyUser(event.currentTarget.value)}
          error={mistakeAt(problem, 'emergencyUser')}
        />
      )}
    </FormDialog>
  );
}
