/** What everybody may change of themselves: their password. */
import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { session, useViewer } from '../../api/session';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { changeOwnPassword } from './administration';
import { mistakeAt, restOf } from '../../parts/mistakes';

export function OwnAccount() {
  const { t } = useTranslation('administration');
  const { userName, mail } = useViewer();
  const send = useChange(changeOwnPassword);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isDifferent = repeated !== '' && repeated !== next;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const outcome = await send({ currentPassword: current, newPassword: next });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    // All log-ins have ended; this one goes on with the new password.
    if (outcome.isDone) await session.logIn(userName, next);
    if (outcome.isDone) for (const empty of [setCurrent, setNext, setRepeated]) empty('');
    setDone(outcome.isDone);
  };
  const [isDone, setDone] = useState(false);
  const rest = restOf(problem, ['currentPassword', 'newPassword', 'password']);
  const show = { 'aria-label': t('common:login.showPassword') };
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
          <PasswordInput
            label={t('password.current')}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            autoComplete="current-password"
            visibilityToggleButtonProps={show}
            error={mistakeAt(problem, 'currentPassword') === undefined ? undefined : t('password.wrong')}
          />
          <PasswordInput
            label={t('password.next')}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            autoComplete="new-password"
            visibilityToggleButtonProps={show}
            error={mistakeAt(problem, 'newPassword') ?? mistakeAt(problem, 'password')}
          />
          <PasswordInput
            label={t('password.repeat')}
            value={repeated}
            onChange={(event) => setRepeated(event.currentTarget.value)}
            autoComplete="new-password"
            visibilityToggleButtonProps={show}
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
