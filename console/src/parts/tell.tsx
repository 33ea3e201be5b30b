/** Short messages in a corner: what was done, with a way back, and what could not be done. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/graphql';
import { useProblemText } from './ProblemNotice';

/** Long enough to read it and to decide for the way back. */
const SHOWN_MS = 8000;

interface Telling {
  readonly tellDone: (
    text: string,
    ways?: { /** Takes it back. */ readonly undo?: () => Promise<unknown> },
  ) => void;
  readonly tellProblem: (problem: Problem) => void;
}

export function useTell(): Telling {
  const { t } = useTranslation();
  const textOf = useProblemText();
  return useMemo(
    () => ({
      tellDone: (text, { undo } = {}) => {
        const id = notifications.show({
          message:
            undo === undefined ? (
              text
            ) : (
              <Group justify="space-between" wrap="nowrap">
                <span className="any-text">{text}</span>
                <Button
                  size="compact-sm"
                  variant="light"
                  onClick={() => {
                    notifications.hide(id);
                    void undo();
                  }}
                >
                  {t('undo')}
                </Button>
              </Group>
            ),
          color: 'teal',
          autoClose: SHOWN_MS,
          role: 'status',
          closeButtonProps: { 'aria-label': t('close') },
        });
      },
      tellProblem: (problem) => {
        const details = problem.fields?.flatMap(({ messages }) => messages).join(' ') ?? '';
        notifications.show({
          message: `${textOf(problem)} ${details}`.trim(),
          color: 'red',
          autoClose: false,
          role: 'alert',
          className: 'any-text',
          closeButtonProps: { 'aria-label': t('close') },
        });
      },
    }),
    // The words change with the language alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [t],
  );
}
