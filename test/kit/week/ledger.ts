/**
 * What a simulated week must leave behind, written down from what was asked and what was answered, by rules of its own:
 * nothing here asks the server.
 */

export const weekLanguages = ['en-US', 'fr-FR', 'de-DE'] as const;
export type WeekLanguage = (typeof weekLanguages)[number];

export interface LedgerOrganization {
  readonly id: string;
  readonly apiKey: string;
  /** Page credits given; null where the contract does not count them. */
  readonly credit: number | null;
  readonly documents: LedgerDocument[];
  /** What the operation log must hold, in any order. */
  readonly entries: LedgerEntry[];
  /** Scans that found nothing. */
  unrecognized: number;
}

interface LedgerEntry {
  readonly user: string;
  readonly operation: string;
  readonly elementId: string;
}

export interface LedgerPage {
  readonly id: string;
  /** What is drawn on it. */
  pictureSeed: number;
  /** Whether a credit is held for it. */
  isPaid: boolean;
}

interface LedgerScan {
  readonly timeMs: number;
  readonly language: WeekLanguage;
  readonly clicks: number;
}

export interface LedgerDocument {
  readonly id: string;
  readonly name: string;
  readonly pages: LedgerPage[];
  status: 'Active' | 'Inactive';
  isInTrash: boolean;
  zoneId: string | null;
  readonly titles: Map<WeekLanguage, string>;
  readonly actionIds: Map<WeekLanguage, string>;
  readonly scans: LedgerScan[];
}

export const isShown = (document: LedgerDocument) => !document.isInTrash;
export const isFound = (document: LedgerDocument) => isShown(document) && document.status === 'Active';

/** Credits that are left. */
export function creditLeft({ credit, documents }: LedgerOrganization): number | null {
  if (credit === null) return null;
  const paid = documents.flatMap(({ pages }) => pages).filter(({ isPaid }) => isPaid);
  return credit - paid.length;
}

export const activePages = ({ documents }: LedgerOrganization) =>
  documents.filter(isFound).reduce((sum, { pages }) => sum + pages.length, 0);

export function setActive(document: LedgerDocument, counts: boolean): void {
  document.status = 'Active';
  if (counts) for (const page of document.pages) page.isPaid = true;
}

/** What was thrown away gives its credits back, and takes them again when it is restored as active. */
export function throwAway(document: LedgerDocument): void {
  document.isInTrash = true;
  for (const page of document.pages) page.isPaid = false;
}

/** Matches by day (UTC) without the days before the first and behind the last. */
export function matchesByDay({ scans }: LedgerDocument): readonly (readonly [day: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { timeMs } of scans) {
    const day = new Date(timeMs).toISOString().slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const days = [...counts.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: [string, number][] = [];
  for (let timeMs = Date.parse(first); timeMs <= Date.parse(last); timeMs += 86_400_000) {
    const day = new Date(timeMs).toISOString().slice(0, 10);
    all.push([day, counts.get(day) ?? 0]);
  }
  return all;
}
