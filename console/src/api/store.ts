/** A value that components follow. */
import { useSyncExternalStore } from 'react';

export class Store<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  readonly get = (): Value => this.value;

  set(value: Value): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Resolves as soon as the value is as wanted. */
  async until(isWanted: (value: Value) => boolean): Promise<void> {
    if (isWanted(this.value)) return;
    await new Promise<void>((resolve) => {
      const end = this.subscribe(() => {
        if (!isWanted(this.value)) return;
        end();
        resolve();
      });
    });
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
