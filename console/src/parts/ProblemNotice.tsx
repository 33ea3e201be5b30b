/** Says a problem as a sentence, at the place where it arose. */
import { Alert, Button, Group, List } from '@mantine/core';
import { IconAlertTriangle } from './icons/icons';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/graphql';
import { sentenceOf } from '../i18n/server-words';

/** The sentence of a problem, which was said in the user's language where it came from the server. */
export function textOfProblem({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  return message === '' ? sentenceOf(code, message) : message;
}

interface Props {
  readonly problem: Problem;
  /** Offers to try again. */
  readonly onRetry?: () => void;
}

export function ProblemNotice({ problem, onRetry }: Props) {
  const { t } = useTranslation();
  const messages = problem.fields?.flatMap((field) => field.messages) ?? [];
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div className="any-text">
          {textOfProblem(problem)}
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
