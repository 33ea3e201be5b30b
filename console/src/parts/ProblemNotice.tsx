/** What went wrong, as a sentence, at the place where it did. */
import { Alert, Button, Group, List } from '@mantine/core';
import { IconAlertTriangle } from './icons/icons';
import { useTranslation } from 'react-i18next';
import { UNREACHED } from '../api/change';
import type { Problem } from '../api/graphql';

/** Problems that the console has words of its own for; of the others the server's sentence is shown. */
const OWN_WORDS = new Set([
  UNREACHED,
  'INTERNAL_SERVER_ERROR',
  'CHANGED_MEANWHILE',
  'FORBIDDEN',
  'INSUFFICIENT_CREDIT',
  'OVERLOADED',
  'RATE_LIMITED',
]);

/** The sentence of a problem in the user's language, as far as there is one. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation();
  return ({ code, message }) => (OWN_WORDS.has(code) ? t(`problems.${code}`) : message);
}

interface Props {
  readonly problem: Problem;
  /** Offers to try again. */
  readonly onRetry?: () => void;
}

export function ProblemNotice({ problem, onRetry }: Props) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const messages = problem.fields?.flatMap((field) => field.messages) ?? [];
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div className="any-text">
          {textOf(problem)}
          {messages.length > 0 && (
            <List size="sm" mt={4}>
              {[...new Set(messages)].map((message) => (
                <List.Item key={message}>{message}</List.Item>
              ))}
            </List>
          )}
        </div>
        {onRetry !== undefined && (
          <Button size="compact-sm" variant="light" color="red" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
