/** A fair queue: one first-in, first-out queue per key, and the keys are served in turn (round robin). */

export class FairQueue<Entry extends { readonly key: string }> {
  /** In the order of their turns. */
  private readonly queues = new Map<string, Entry[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(entry: Entry): void {
    const queue = this.queues.get(entry.key);
    if (queue === undefined) this.queues.set(entry.key, [entry]);
    else queue.push(entry);
    this.count += 1;
  }

  /**
   * Takes the first entry of the key whose turn it is; that key's next turn comes after all others. Keys for which `mayGo` is
   * false keep their turn.
   */
  shift(mayGo: (key: string) => boolean = () => true): Entry | null {
    for (const [key, queue] of this.queues) {
      if (!mayGo(key)) continue;
      const entry = queue.shift();
      this.queues.delete(key);
      if (queue.length > 0) this.queues.set(key, queue);
      if (entry === undefined) continue;
      this.count -= 1;
      return entry;
    }
    return null;
  }

  /** Takes the last entry of the key with the most entries. */
  dropFromLongest(): Entry | null {
    let longest: Entry[] = [];
    for (const queue of this.queues.values()) if (queue.length > longest.length) longest = queue;
    const entry = longest.pop();
    if (entry === undefined) return null;
    this.count -= 1;
    if (longest.length === 0) this.queues.delete(entry.key);
    return entry;
  }

  /** Takes all entries for which `isToGo` is true. */
  takeWhere(isToGo: (entry: Entry) => boolean): readonly Entry[] {
    const taken: Entry[] = [];
    if (this.count === 0) return taken;
    for (const [key, queue] of [...this.queues]) {
      const kept = queue.filter((entry) => !isToGo(entry));
      if (kept.length === queue.length) continue;
      taken.push(...queue.filter(isToGo));
      if (kept.length > 0) this.queues.set(key, kept);
      else this.queues.delete(key);
    }
    this.count -= taken.length;
    return taken;
  }
}
