/**
 * Versions that changes of this tab make of those that they are made on. The server takes each of them on the version that
 * is named, so that nobody else changes anything between the two.
 */
class OwnChanges {
  private readonly steps = new Map<string, string>();
  private readonly running = new Map<string, Promise<string | null>>();

  /** The version to make a change on which was meant for this one, once nothing of this tab is being made on it. */
  async after(version: string): Promise<string> {
    for (let at = version; ;) {
      const running = this.running.get(at);
      if (running === undefined) return at;
      at = (await running) ?? at;
    }
  }

  /** @param answer the version that comes of it; null where it is refused */
  note(from: string, answer: Promise<string | null>): void {
    const running = answer.then((to) => {
      if (this.running.get(from) === running) this.running.delete(from);
      if (to !== null && to !== from) this.keep(from, to);
      return to;
    });
    this.running.set(from, running);
  }

  /** Whether own changes alone led from one version to the other. */
  ledTo(from: string | null, to: string | null): boolean {
    if (from === null || to === null) return false;
    const passed = new Set<string>();
    for (let at: string | undefined = from; at !== undefined && !passed.has(at); at = this.steps.get(at)) {
      if (at === to) return true;
      passed.add(at);
    }
    return false;
  }

  private keep(from: string, to: string): void {
    this.steps.delete(from);
    this.steps.set(from, to);
    const [oldest] = this.steps.keys();
    if (this.steps.size > MOST_STEPS && oldest !== undefined) this.steps.delete(oldest);
  }
}

/** More are forgotten, the oldest first. */
const MOST_STEPS = 500;

export const ownChanges = new OwnChanges();
