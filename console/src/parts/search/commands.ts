/** Commands of the screens that are shown: Ctrl-K runs them by their names. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { folded } from '../../i18n/language-names';

export interface Command {
  /** As its button says. */
  readonly name: string;
  readonly run: () => void;
}

const NONE: readonly Command[] = [];

class OfferedCommands {
  private readonly offers = new Map<symbol, readonly Command[]>();
  private readonly listeners = new Set<() => void>();
  private all: readonly Command[] = NONE;

  offer(commands: readonly Command[]): () => void {
    const key = Symbol('commands');
    this.offers.set(key, commands);
    this.changed();
    return () => {
      this.offers.delete(key);
      this.changed();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly current = (): readonly Command[] => this.all;

  private changed(): void {
    this.all = [...this.offers.values()].flat();
    for (const listener of this.listeners) listener();
  }
}

const offered = new OfferedCommands();

/** Offers commands while the component is shown; those that may not be run now are left out by the caller. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const names = commands.map(({ name }) => name).join('\n');
  useEffect(() => {
    if (names === '') return undefined;
    const run = (name: string) => latest.current.find((command) => command.name === name)?.run();
    return offered.offer(names.split('\n').map((name) => ({ name, run: () => run(name) })));
  }, [names]);
}

/** @param text what is typed; every command fits an empty one */
export function useCommandsNamed(text: string): readonly Command[] {
  const all = useSyncExternalStore(offered.subscribe, offered.current);
  const wanted = folded(text);
  return all.filter(({ name }) => folded(name).includes(wanted));
}
