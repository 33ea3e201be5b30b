/** Sends the changes of a page's zones one after the other, each on the version that the one before made. */
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import type { Saved } from '../../parts/drafts/draft-writer';
import type { ZoneData } from './zone-documents';
import type { ZonePatch, ZoneWriter } from './zone-writer';

/** Where changes go, and what follows their end. */
interface Way {
  readonly writer: ZoneWriter;
  readonly onDone: () => void;
  readonly onRefused: (problem: Problem) => void;
  /** Reads the page again. */
  readonly refresh: () => void;
}

export class ZoneChanges {
  private readonly versions = new Map<string, string>();
  private readonly zones = new Map<string, ZoneData>();
  private last: Promise<unknown> = Promise.resolve();
  private way: Way | null = null;

  /** Whether changes are collected in a draft. */
  get isOfDraft(): boolean {
    return this.requireWay().writer.isDraft;
  }

  /** The way of what is sent from now on. */
  use(way: Way): void {
    this.way = way;
  }

  /** Takes over the zones that the server has answered. */
  learn(zones: readonly ZoneData[]): void {
    for (const zone of zones) {
      this.versions.set(zone.id, zone.version);
      this.zones.set(zone.id, zone);
    }
  }

  /** A zone as the server has it, with the changes that are on their way. */
  zone(id: string): ZoneData | undefined {
    return this.zones.get(id);
  }

  /** Notes members of a zone that are on their way or have arrived. */
  note(zone: ZoneData): void {
    this.zones.set(zone.id, zone);
  }

  async send(id: string, patch: ZonePatch): Promise<Outcome<Saved>> {
    const sent = this.last.then(async () => {
      const { writer, onDone, onRefused } = this.requireWay();
      const outcome = await writer.update(id, patch, this.versionOf(id));
      if (!outcome.isDone) {
        onRefused(outcome.problem);
        return outcome;
      }
      this.versions.set(id, outcome.value.version);
      onDone();
      return outcome;
    });
    this.last = sent.catch(() => undefined);
    return sent;
  }

  /** Takes a change back: text written about the zone since then has moved its version, and neither its place nor its name. */
  async sendBack(id: string, patch: ZonePatch): Promise<Outcome<Saved>> {
    await this.last;
    const { writer, refresh } = this.requireWay();
    const outcome = await writer.update(id, patch, null);
    if (outcome.isDone) this.versions.set(id, outcome.value.version);
    refresh();
    return outcome;
  }

  /** Removes a zone after all changes that were sent. @returns the zone as it was */
  async remove(zone: ZoneData): Promise<Outcome<ZoneData>> {
    const { id } = zone;
    await this.last;
    const removed = this.zones.get(id) ?? zone;
    const { writer, refresh, onRefused } = this.requireWay();
    const outcome = await writer.remove(id, this.versionOf(id));
    if (!outcome.isDone) {
      onRefused(outcome.problem);
      return outcome;
    }
    refresh();
    return { isDone: true, value: removed };
  }

  private versionOf(id: string): string | null {
    return this.versions.get(id) ?? null;
  }

  private requireWay(): Way {
    if (this.way === null) throw new Error('Changes of zones have no way yet.');
    return this.way;
  }
}
