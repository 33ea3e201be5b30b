/** Work that runs beside the requests: which of it failed the last time, so that somebody who looks at the server sees it. */
import type { Logger } from 'pino';

export interface BackgroundTexts<Result> {
  /** What is logged of a result; null for what is not worth a line. */
  readonly done: (result: Result) => { readonly facts: object; readonly text: string } | null;
  /** What is logged of a failure. */
  readonly failed: string;
}

export class BackgroundWork {
  private readonly failures = new Set<string>();
  private readonly names = new Set<string>();

  constructor(private readonly logger: Logger) {}

  /** Names of all work that has run, and whether it failed the last time. */
  get outcomes(): readonly { readonly name: string; readonly hasFailed: boolean }[] {
    return [...this.names].map((name) => ({ name, hasFailed: this.failures.has(name) }));
  }

  /** Names of the work that failed the last time it ran. */
  get failed(): readonly string[] {
    return [...this.failures];
  }

  /**
   * Runs work, logs what comes of it and notes whether it failed. Never rejects.
   *
   * @param name for people and for metrics, for example `unused-files`
   * @returns whether it succeeded
   */
  async run<Result>(
    name: string,
    work: () => Promise<Result>,
    { done, failed }: BackgroundTexts<Result>,
  ): Promise<boolean> {
    this.names.add(name);
    try {
      const said = done(await work());
      if (said !== null) this.logger.info(said.facts, said.text);
      this.failures.delete(name);
      return true;
    } catch (error) {
      this.logger.error(error, failed);
      this.failures.add(name);
      return false;
    }
  }

  /** Work that removes old data and says how much. */
  removing(
    name: string,
    remove: () => Promise<number>,
    { done, failed }: { readonly done: string; readonly failed: string },
  ): () => Promise<void> {
    return async () => {
      const saying = (count: number) => (count > 0 ? { facts: { count }, text: done } : null);
      await this.run(name, remove, { done: saying, failed });
    };
  }
}
