/** A line in which everybody who is known by a key waits in a line of their own, and the lines are served by turns. */

/** Serves keys by turns (round robin), and the entries of a key in their order. */
export class FairLine<Entry extends { readonly key: string }> {
  /** In the order of their turns. */
  private readonly lines = new Map<string, Entry[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(entry: Entry): void {
    const line = this.lines.get(entry.key);
    if (line === undefined) this.lines.set(entry.key, [entry]);
    else line.push(entry);
    this.count += 1;
  }

  /**
   * Takes the first entry of the key whose turn it is; that key's next turn comes after everybody else's. Keys that may not go
   * keep their places.
   */
  shift(mayGo: (key: string) => boolean = () => true): Entry | null {
    for (const [key, line] of this.lines) {
      if (!mayGo(key)) continue;
      const entry = line.shift();
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      if (entry === undefined) continue;
      this.count -= 1;
      return entry;
    }
    return null;
  }

  /** Takes the entry that came last of the key that has most. */
  dropFromLongest(): Entry | null {
    let longest: Entry[] = [];
    for (const line of this.lines.values()) if (line.length > longest.length) longest = line;
    const entry = longest.pop();
    if (entry === undefined) return null;
    this.count -= 1;
    if (longest.length === 0) this.lines.delete(entry.key);
    return entry;
  }

  /** Takes all entries that are to go. */
  takeWhere(isToGo: (entry: Entry) => boolean): readonly Entry[] {
    const taken: Entry[] = [];
    if (this.count === 0) return taken;
    for (const [key, line] of [...this.lines]) {
      const kept = line.filter((entry) => !isToGo(entry));
      if (kept.length === line.length) continue;
      taken.push(...line.filter(isToGo));
      if (kept.length > 0) this.lines.set(key, kept);
      else this.lines.delete(key);
    }
    this.count -= taken.length;
    return taken;
  }
}
