/** The own account: everybody may change their password. */
import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { SecondStepNeeded, session, useViewer } from '../../api/session';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { changeOwnPassword } from './administration';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';

export function OwnAccount() {
  const { t } = useTranslation('administration');
  const { userName, mail } = useViewer();
  const { current, next, repeated, problem, isBusy, isDone, save, setCurrent, setNext, setRepeated } =
    useOwnPassword(userName);
  const isDifferent = repeated !== '' && repeated !== next;
  const rest = restOf(problem, ['currentPassword', 'newPassword', 'password']);
  return (
    <Paper withBorder radius="lg" p="md" maw={520}>
      <Title order={2} size="h4">
        {t('password.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md" className="any-text">
        {t('password.text', { name: userName, mail })}
      </Text>
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="sm">
          <PasswordField
            label={t('password.current')}
            value={current}
            onValue={setCurrent}
            autoComplete="current-password"
            error={mistakeAt(problem, 'currentPassword') === undefined ? undefined : t('password.wrong')}
          />
          <PasswordField
            label={t('password.next')}
            value={next}
            onValue={setNext}
            autoComplete="new-password"
            error={mistakeAt(problem, 'newPassword') ?? mistakeAt(problem, 'password')}
          />
          <PasswordField
            label={t('password.repeat')}
            value={repeated}
            onValue={setRepeated}
            autoComplete="new-password"
            error={isDifferent ? t('password.different') : undefined}
          />
          {rest !== null && <ProblemNotice problem={rest} />}
          {isDone && <Text role="status">{t('password.done')}</Text>}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={isBusy}
              disabled={current === '' || next === '' || repeated === '' || isDifferent}
            >
              {t('password.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (next: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error: string | undefined;
}

function PasswordField({ onValue, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('administration');
  return (
    <PasswordInput
      {...field}
      onChange={(event) => onValue(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('common:login.showPassword') }}
    />
  );
}

/** A new password, typed twice, and how sending it ended. */
function useOwnPassword(userName: string) {
  const send = useChange(changeOwnPassword);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const outcome = await send({ currentPassword: current, newPassword: next });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    // All log-ins have ended; this one goes on with the new password.
    if (outcome.isDone) {
      await session.logIn(userName, next).catch(async (error: unknown) => {
        if (!(error instanceof SecondStepNeeded)) throw error;
        await session.renew();
      });
    }
    if (outcome.isDone) for (const empty of [setCurrent, setNext, setRepeated]) empty('');
    setDone(outcome.isDone);
  };
  return { current, setCurrent, next, setNext, repeated, setRepeated, problem, isBusy, isDone, save };
}
