/** Short messages in a corner: what was done, with a way back, and what could not be done. */
import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications, notificationsStore } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failures } from '../api/failures';
import type { Problem } from '../api/graphql';
import { textOfProblem } from './ProblemNotice';
import { type Undoable, undoRow } from './editing/undo';

/** Long enough to read it and to decide for the way back. */
const SHOWN_MS = 8000;

/** Of messages that need no answer. */
const QUIETLY = { color: 'teal', autoClose: SHOWN_MS, role: 'status' } as const;

interface Telling {
  readonly tellDone: (
    text: string,
    ways?: {
      /** Takes it back; a refusal is shown. */
      readonly undo?: NonNullable<Undoable['undo']>;
      readonly isOfDraft?: boolean;
      /** Ids of elements that can be taken back: `tookBack` of one ends the offer. */
      readonly of?: readonly string[];
      /** Takes the place of the message before it about the same: work in a row does not pile them up. */
      readonly about?: string;
    },
  ) => void;
  readonly tellProblem: (problem: Problem) => void;
}

const OFFER = 'undo:';
const offerOf = (ids: readonly string[]) => `${OFFER}${ids.join(' ')}`;

/** The last message about each thing, by its id. */
const lastAbout = new Map<string, string>();

const failureOf = (change: string) => `failed:${change}`;
failures.onWorked((change) => notifications.hide(failureOf(change)));

/** Something was brought back elsewhere: its “Undo” would no longer do anything. */
export function tookBack(elementId: string): void {
  for (const { id } of notificationsStore.getState().notifications) {
    if (id?.startsWith(OFFER) !== true || !id.includes(elementId)) continue;
    notifications.hide(id);
    undoRow.forget(id);
  }
}

/** The draft is published or discarded: its changes are not taken back one by one any more. */
export function draftEnded(): void {
  for (const { messageId } of undoRow.forgetDraft())
    if (messageId !== undefined) notifications.hide(messageId);
}

export function useTell(): Telling {
  const { t } = useTranslation();
  return useMemo(
    () => {
      const closeButtonProps = { 'aria-label': t('close') };
      const tellProblem: Telling['tellProblem'] = (problem) => {
        const details = problem.fields?.flatMap(({ messages }) => messages).join(' ') ?? '';
        const failed = failures.changeOf(problem);
        const id = failed === null ? undefined : failureOf(failed);
        // The same failure once more says what it says now, and does not pile up.
        if (id !== undefined) notifications.hide(id);
        notifications.show({
          ...(id === undefined ? {} : { id }),
          message: `${textOfProblem(problem)} ${details}`.trim(),
          color: 'red',
          autoClose: false,
          role: 'alert',
          className: 'any-text',
          closeButtonProps,
        });
      };
      const tellDone: Telling['tellDone'] = (text, { undo, isOfDraft = false, of, about } = {}) => {
        if (about !== undefined) notifications.hide(lastAbout.get(about) ?? '');
        const takeBack = async () => {
          notifications.hide(id);
          // Pressed twice, or taken back by the keyboard while the message still goes away.
          if (!undoRow.forget(id)) return;
          const outcome = await undo?.();
          if (outcome?.isDone === false) tellProblem(outcome.problem);
        };
        const id = notifications.show({
          ...(of === undefined ? {} : { id: offerOf(of) }),
          message:
            undo === undefined ? (
              text
            ) : (
              <Group justify="space-between" wrap="nowrap">
                <span className="any-text">{text}</span>
                <Button size="compact-sm" variant="light" onClick={() => void takeBack()}>
                  {t('undo')}
                </Button>
              </Group>
            ),
          ...QUIETLY,
          closeButtonProps,
        });
        if (about !== undefined) lastAbout.set(about, id);
        undoRow.push({ text, undo: undo ?? null, isOfDraft, messageId: id });
      };
      return { tellDone, tellProblem };
    },
    // The words change with the language alone.
    [t],
  );
}

/** The last press of Ctrl-Z, which the next one waits for. */
let pressed: Promise<void> = Promise.resolve();

/** Ctrl-Z outside of fields takes back what was done last on the screen. */
export function useUndoKey(): void {
  const { t } = useTranslation();
  const { tellProblem } = useTell();
  const say = (message: string) =>
    notifications.show({ ...QUIETLY, message, closeButtonProps: { 'aria-label': t('close') } });
  const takeBack = async (upTo: number) => {
    const last = await undoRow.take(upTo);
    if (last === null) return;
    const what = last.text.slice(0, 120);
    if (last.undo === null) return void say(t('noUndo', { what }));
    if (last.messageId !== undefined) notifications.hide(last.messageId);
    const outcome = await last.undo();
    if (!outcome.isDone) tellProblem(outcome.problem);
    else say(t('tookBack', { what }));
  };
  const press = () => {
    const upTo = undoRow.sendAll();
    pressed = Promise.allSettled([pressed]).then(async () => takeBack(upTo));
  };
  useHotkeys([['mod+Z', press]]);
}
