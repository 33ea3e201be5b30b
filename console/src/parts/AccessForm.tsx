/** A form of those who are not logged in yet: its fields, why it was refused, and one button. */
import { Alert, Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { LoginRefused } from '../api/session';
import { textOfProblem } from './ProblemNotice';

interface Props {
  /** On the button. */
  readonly action: string;
  /** Where the server was not reached. */
  readonly unreached: string;
  /** Sentences that stand for the server's, by its code. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly onSend: () => Promise<void>;
  readonly children: ReactNode;
  /** Below the button. */
  readonly after?: ReactNode;
}

export function AccessForm({ action, unreached, refusals, onSend, children, after }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await onSend();
    } catch (error) {
      const isRefused = error instanceof LoginRefused;
      setRefusal(isRefused ? (refusals[error.code] ?? textOfProblem(error)) : unreached);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        {children}
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} size="md" mt={4}>
          {action}
        </Button>
        {after}
      </Stack>
    </form>
  );
}
