/** When readers see something: shown in words, and changed in a dialog. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { FormDialog } from '../dialogs/FormDialog';
import { IconClock } from '../icons/icons';
import { useTell } from '../tell';
import { ALWAYS, type TimeWindow, useWindowWords, windowToSend } from './time-window';
import { WindowInput } from './WindowInput';

export type SentWindow = ReturnType<typeof windowToSend>;

interface DialogProps {
  readonly title?: string;
  readonly window: TimeWindow | null;
  readonly onClose: () => void;
  /** @param window null to show it always */
  readonly onSave: (window: SentWindow) => Promise<Outcome<unknown>>;
}

function WindowDialog({ title, window, onClose, onSave }: DialogProps) {
  const { t } = useTranslation('window');
  const { tellDone } = useTell();
  const [value, setValue] = useState(window ?? ALWAYS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const mistake = mistakeOf(problem);
  const save = async (next: TimeWindow) => {
    const outcome = await onSave(windowToSend(next));
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    tellDone(t('saved'));
    onClose();
  };
  return (
    <FormDialog
      title={title ?? t('title')}
      action={t('save')}
      problem={mistake === undefined ? problem : null}
      onClose={onClose}
      onSend={async () => save(value)}
    >
      <WindowInput
        value={value}
        mistake={mistake}
        onChange={(next) => {
          setValue(next);
          setProblem(null);
        }}
      />
      {window !== null && (
        <div>
          <Button size="compact-sm" variant="light" onClick={() => void save(ALWAYS)}>
            {t('remove')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** The sentence about a window among those about the fields of a change. */
export function mistakeOf(problem: Problem | null): string | undefined {
  return problem?.fields?.find(({ path }) => path.endsWith('timeWindow'))?.messages.join(' ');
}

interface ButtonProps extends Omit<DialogProps, 'onClose'> {
  readonly mayWrite?: boolean;
}

/** A window in words, which opens the dialog. */
export function WindowButton({ mayWrite = true, ...dialog }: ButtonProps) {
  const { t } = useTranslation('window');
  const { inWords } = useWindowWords();
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite && dialog.window === null) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconClock size={16} aria-hidden />}
        disabled={!mayWrite}
        onClick={() => setOpen(true)}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' }, root: { height: 'auto' } }}
      >
        {dialog.window === null ? t('button') : inWords(dialog.window)}
      </Button>
      {isOpen && <WindowDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
