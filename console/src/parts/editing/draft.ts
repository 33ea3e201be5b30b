/** Typed text that is not saved yet. It outlives a reload and an ended session; nobody else at the machine gets it. */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Outcome } from '../../api/change';
import { ownChanges } from '../../api/own-changes';
import { useViewer } from '../../api/session';
import { draftStore, isSame, type Stored } from './draft-store';

/** Sends what is typed. @param baseVersion send it as `ifVersion`, so that nobody's later change is overwritten */
export type Sending<Value, Answer> = (value: Value, baseVersion: string | null) => Promise<Outcome<Answer>>;

export interface Draft<Value> {
  /** The typed value, else the saved one. */
  readonly value: Value;
  readonly isChanged: boolean;
  /** Of what the typing began from. */
  readonly baseVersion: string | null;
  readonly set: (value: Value) => void;
  /**
   * Sends what is typed, and forgets it once the server has it. What is typed on the way stays, on the version that is answered.
   * While it is on its way, another call waits and sends what was typed since, if anything.
   *
   * @param makes name of the draft of what is made, which what is typed on the way belongs to
   */
  readonly send: <Answer>(
    work: Sending<Value, Answer>,
    makes?: (made: Answer) => string,
  ) => Promise<Outcome<Answer>>;
  /** Whether the server lacks something that is typed by now. */
  readonly isLeft: () => boolean;
  /** Sends where something is typed that differs from what is saved or on its way; without such a thing it resolves with null. */
  readonly sendIfChanged: <Answer>(work: Sending<Value, Answer>) => Promise<Outcome<Answer> | null>;
  /** Goes back to what is saved, as the user wishes: never call it because something was sent. */
  readonly discard: () => void;
  /** Holds the draft to a newer version that the user has seen. */
  readonly rebase: (version: string | null) => void;
}

/**
 * @param name    unique among drafts: what is edited, its id, the language
 * @param saved   what the server has
 * @param version the version of it; null where there is nothing yet
 */
export function useDraft<Value>(name: string, saved: Value, version: string | null): Draft<Value> {
  const { id: userId } = useViewer();
  const prefix = `loupe.draft:${userId}:`;
  const key = `${prefix}${name}`;
  const subscribe = useCallback((listener: () => void) => draftStore.subscribe(key, listener), [key]);
  const stored = useSyncExternalStore(subscribe, () => draftStore.get<Value>(key));
  const send: Draft<Value>['send'] = async (work, makes) =>
    draftStore.send(
      key,
      { value: saved, baseVersion: version },
      async (value, base) => work(value, ownChanges.ledTo(base, version) ? version : base),
      (outcome) => (makes === undefined || !outcome.isDone ? key : `${prefix}${makes(outcome.value)}`),
    );
  const savedJson = JSON.stringify(saved);
  useEffect(() => draftStore.noteSaved(key, savedJson), [key, savedJson]);
  const isTyped = stored !== null && stored.sentOver === undefined;
  const isShown = isTyped || stored?.sentOver === savedJson;
  const shown: Stored<Value> = isShown && stored !== null ? stored : { value: saved, baseVersion: version };
  return {
    value: shown.value,
    baseVersion: shown.baseVersion,
    isChanged: isTyped && !isSame(stored.value, saved),
    set: (value) => {
      const before = draftStore.get<Value>(key);
      draftStore.put(key, { value, baseVersion: before === null ? version : before.baseVersion });
    },
    send,
    isLeft: () => draftStore.isLeft(key),
    sendIfChanged: async (work) => {
      if (!draftStore.isLeft(key)) return null;
      const isBack = isSame(draftStore.get<Value>(key)?.value, saved);
      if (!isBack || draftStore.isSending(key)) return send(work);
      draftStore.put(key, null);
      return null;
    },
    discard: () => draftStore.put(key, null),
    rebase: (baseVersion) => {
      const before = draftStore.get<Value>(key);
      if (before !== null) draftStore.put(key, { value: before.value, baseVersion });
    },
  };
}
