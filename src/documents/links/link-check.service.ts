/** Whether the web addresses that a document's actions open answer, before readers try them. */
import type { Viewer } from '../../access/viewer.js';
import { readRows } from '../../db/rows.js';
import type { Database } from '../../db/database.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { inSubtree } from '../../tree/node-path.js';
import { addressesOfRules } from '../../kernel/rules/address-rules.js';
import { targetsOf } from '../../kernel/action-targets.js';
import { LoupeError } from '../../kernel/errors.js';
import { type PrintedElement, readPrintedElements } from '../texts/printed-elements.js';
import { askLink, type LinkAnswer } from './link-asker.js';

/** Different addresses of one check. */
const MAX_LINKS = 200;
const AT_ONCE = 8;
/** Of the whole check; what was not asked by then stays so. */
const WHOLE_MS = 30_000;
/** Places named of one address. */
const MAX_PLACES = 10;

export interface LinkPlace {
  readonly element: PrintedElement;
  readonly actionId: string;
  readonly actionName: string;
  readonly languageCode: string;
}

export interface CheckedLink extends LinkAnswer {
  readonly url: string;
  /** Where it is opened, in the order of the print, the first ten. */
  readonly places: readonly LinkPlace[];
}

interface LinkRow {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string;
  readonly languageCode: string;
  readonly type: string;
  readonly content: string;
  readonly rules: string | null;
}

export interface LinkCheckParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly allowsPrivate: boolean;
}

export class LinkCheckService {
  /** Organizations whose links are being asked by this server. */
  private readonly running = new Set<string>();

  constructor(private readonly parts: LinkCheckParts) {}

  /**
   * Asks every web address of a document once, at most 200 of them within 30 seconds; never one of a private network.
   *
   * @returns in the order of the print
   * @throws LoupeError NOT_FOUND, FORBIDDEN, RATE_LIMITED while a check of the same organization runs
   */
  async check(viewer: Viewer, documentId: string, signal?: AbortSignal): Promise<readonly CheckedLink[]> {
    const { database, guarded } = this.parts;
    const em = database.reader();
    const node = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    const { organizationId } = node;
    if (this.running.has(organizationId)) {
      throw new LoupeError(
        'RATE_LIMITED',
        'Links of your organization are being checked already. Wait until that has ended.',
      );
    }
    this.running.add(organizationId);
    try {
      const rows = await readRows<LinkRow>(
        em,
        `select a.id, a.node_id as "nodeId", a.name, a.language_code as "languageCode", a.type, a.content, a.rules
           from action a join node n on n.id = a.node_id where n.path like ? order by a.language_code, a.id`,
        [inSubtree(node.path).$like],
      );
      return await this.askAll(placesByUrl(await readPrintedElements(database, node), rows), signal);
    } finally {
      this.running.delete(organizationId);
    }
  }

  private async askAll(
    links: ReadonlyMap<string, readonly LinkPlace[]>,
    signal: AbortSignal | undefined,
  ): Promise<readonly CheckedLink[]> {
    const time = AbortSignal.timeout(WHOLE_MS);
    const options = {
      allowsPrivate: this.parts.allowsPrivate,
      signal: signal === undefined ? time : AbortSignal.any([time, signal]),
    };
    const urls = [...links.keys()];
    const answers = new Map<string, LinkAnswer>();
    const waiting = urls.slice(0, MAX_LINKS).values();
    const work = async () => {
      for (const url of waiting) {
        if (options.signal.aborted) return;
        answers.set(url, await askLink(url, options));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return urls.map((url) => ({
      url,
      places: (links.get(url) ?? []).slice(0, MAX_PLACES),
      ...(answers.get(url) ?? { state: 'NotAsked', status: null }),
    }));
  }
}

function placesByUrl(
  elements: readonly PrintedElement[],
  rows: readonly LinkRow[],
): ReadonlyMap<string, readonly LinkPlace[]> {
  const rowsOf = Map.groupBy(rows, ({ nodeId }) => nodeId);
  const found = new Map<string, LinkPlace[]>();
  for (const element of elements) {
    for (const { id, name, languageCode, type, content, rules } of rowsOf.get(element.id) ?? []) {
      const places = { element, actionId: id, actionName: name, languageCode };
      for (const url of webAddressesOf(type, content, rules)) {
        const known = found.get(url);
        if (known === undefined) found.set(url, [places]);
        else known.push(places);
      }
    }
  }
  return found;
}

/** Web addresses that an action leads its readers to. */
export function webAddressesOf(type: string, content: string, rules: string | null): ReadonlySet<string> {
  return new Set([...targetsOf(type, content), ...addressesOfRules(rules)].filter(isWebAddress));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text.trim()) && URL.canParse(text);
}
