/** Visits of short addresses: what opens, and that it is counted as scans and clicks are. */
import type { ReaderThrottle } from '../access/reader-throttle.js';
import { givenSession } from '../access/session.rules.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { isDiskFull } from '../kernel/outages.js';
import { newId } from '../kernel/ids.js';
import type { ClickService } from '../readers/click.service.js';
import type { ScanDevice } from '../readers/record-device.js';
import type { MatchWriter } from '../recognition/match-writer.js';
import { choiceIn } from '../readers/recorded-choices.js';
import { allRuled, ruled, type RuledReader } from '../recognition/reader-choice.js';
import type { EnrichedActionView } from '../recognition/views.js';
import type { ReaderPlatform } from '../kernel/rules/address-rules.js';
import type { LinkType } from './digital-link.rules.js';
import { isWebAddress, type Opening, openingOf } from './open-target.js';
import { ShortAddress } from './short-address.entity.js';
import type { ShortAddressTargets, ShownTarget } from './short-address-targets.js';
import { typedCode } from './short-code.js';

/** Name under which statistics list visits beside the programs that scan. */
const PROGRAM = { SdkName: 'Short address' };

export interface Visitor {
  /** As the reader's browser asks for it; null for none. */
  readonly language: string | null;
  /** The caller's address. */
  readonly host: string | null;
  readonly platform: ReaderPlatform | null;
  /** The visit that the reader comes from; null for a new one. */
  readonly sessionId: string | null;
  /** False for who only looks, for example with HEAD: nothing is counted. */
  readonly isCounted: boolean;
  /** Beginnings of addresses of this server. */
  readonly own: readonly string[];
}

export type Visit =
  | { readonly kind: 'unknown' }
  /** There is such an address, and it shows nothing now. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'opening'; readonly opening: Opening; readonly name: string }
  | { readonly kind: 'page'; readonly shown: ShownTarget; readonly sessionId: string };

export interface ShortAddressVisitsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly throttle: ReaderThrottle;
  readonly targets: ShortAddressTargets;
  readonly matches: MatchWriter;
  readonly clicks: ClickService;
  readonly allowsPrivate: boolean;
  /** Called for visits that were answered but could not be recorded. */
  readonly onUnrecorded: (error: unknown) => void;
}

export class ShortAddressVisits {
  constructor(private readonly parts: ShortAddressVisitsParts) {}

  /** The address of a code as somebody typed it; null for none. */
  async find(typed: string): Promise<ShortAddress | null> {
    const code = typedCode(typed);
    return code === null ? null : this.parts.database.reader().findOne(ShortAddress, { code });
  }

  /** Those of a GTIN of 14 digits, the oldest first. */
  async ofGtin(gtin: string): Promise<readonly ShortAddress[]> {
    return this.parts.database.reader().find(ShortAddress, { gtin }, { orderBy: { id: 'asc' } });
  }

  /**
   * Opens an address: one of an action, or of a page whose only action opens by itself, leads there if a browser can; everything else
   * is a page with title and actions.
   *
   * @param order of the page of a document that was chosen; null for none
   * @throws LoupeError RATE_LIMITED
   */
  async open(address: ShortAddress, visitor: Visitor, order: number | null = null): Promise<Visit> {
    const target = await this.parts.targets.of(address, visitor.language, order);
    if (target === null) return { kind: 'unavailable' };
    await this.parts.throttle.admitVisit(target.organizationId);
    const sessionId = givenSession(visitor.sessionId) ?? newId();
    if (visitor.isCounted) await this.record(() => this.count(address));
    const session = { ...visitor, sessionId };
    const { shown, choices } = ruledFor(target, session);
    const single = shown.single ?? automatic(shown);
    const opening = single === null ? null : openingOf(single, this.options(visitor));
    const isPage = opening === null || !isWebAddress(opening);
    // An action that was chosen for print is followed, as a tap is; everything else was looked at first.
    if (isPage || shown.single === null) await this.recordMatch(shown, session, choices);
    if (isPage) return { kind: 'page', shown, sessionId };
    const clicker = shown.single === null ? session : { ...session, sessionId: null };
    await this.recordClick(shown, single, clicker, choices);
    return { kind: 'opening', opening, name: single?.name ?? '' };
  }

  /** Opens one of the actions that an address shows now. @throws LoupeError RATE_LIMITED */
  async follow(
    address: ShortAddress,
    actionId: string,
    visitor: Visitor,
    order: number | null = null,
  ): Promise<Visit> {
    const target = await this.parts.targets.of(address, visitor.language, order);
    if (target === null) return { kind: 'unavailable' };
    const sessionId = givenSession(visitor.sessionId) ?? newId();
    const { shown, choices } = ruledFor(target, { ...visitor, sessionId });
    const offered = shown.single === null ? actionsOf(shown) : [shown.single];
    const action = offered.find(({ id }) => id === actionId.toLowerCase());
    if (action === undefined) return { kind: 'unavailable' };
    await this.parts.throttle.admitVisit(shown.organizationId);
    await this.recordClick(shown, action, visitor, choices);
    return { kind: 'opening', opening: openingOf(action, this.options(visitor)), name: action.name };
  }

  /** Whether readers would get something now. */
  async isAvailable(address: ShortAddress): Promise<boolean> {
    return (await this.parts.targets.of(address, null)) !== null;
  }

  private options({ own }: Visitor) {
    return { own, allowsPrivate: this.parts.allowsPrivate };
  }

  private async count({ id }: ShortAddress): Promise<void> {
    await this.parts.database.write(
      'update short_address set visits = visits + 1, date_visited = ? where id = ?',
      [this.parts.clock.now(), id],
    );
  }

  /** As a recognition of each page or zone that is shown; a document shows none yet. */
  private async recordMatch({ parts }: ShownTarget, visitor: Visitor, choices: string): Promise<void> {
    const [first] = parts;
    if (!visitor.isCounted || first === undefined) return;
    const { element, enrichment } = first;
    if (element.page.id === element.document.id) return;
    await this.record(() =>
      this.parts.matches.write({
        element,
        kind: 'Id',
        language: enrichment.languageCode,
        sessionId: visitor.sessionId ?? newId(),
        device: deviceOf(visitor),
        choices,
      }),
    );
  }

  private async recordClick(
    { documentId }: ShownTarget,
    action: EnrichedActionView | null,
    visitor: Visitor,
    choices: string,
  ): Promise<void> {
    if (!visitor.isCounted || action === null) return;
    const variant = choiceIn(choices, action.id);
    await this.record(() => this.parts.clicks.recordShown(action.id, documentId, deviceOf(visitor), variant));
  }

  /** Readers get answers even when the disk is full; the log lists what is missing from the statistics. */
  private async record(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.parts.onUnrecorded(error);
    }
  }
}

/** The address that stands for a kind of link; the one of the product's page, or else the oldest, where there is none. */
export function linkOf(addresses: readonly ShortAddress[], type: LinkType | null): ShortAddress | null {
  const wanted = addresses.find(({ linkType }) => linkType === type);
  return wanted ?? addresses.find(({ linkType }) => linkType === 'pip') ?? addresses[0] ?? null;
}

/** A target as its reader gets it, and what records keep of the addresses that are compared. */
function ruledFor(
  target: ShownTarget,
  reader: RuledReader,
): { readonly shown: ShownTarget; readonly choices: string } {
  const choices: string[] = [];
  const parts = target.parts.map(({ element, enrichment }) => {
    const all = allRuled(enrichment.actions, reader);
    choices.push(all.choices);
    return { element, enrichment: { ...enrichment, actions: all.actions } };
  });
  const single = target.single === null ? null : ruled(target.single, reader).action;
  return { shown: { ...target, parts, single }, choices: choices.join('') };
}

function actionsOf({ parts }: ShownTarget): readonly EnrichedActionView[] {
  return parts.flatMap(({ enrichment }) => enrichment.actions);
}

/** The only action of a page or zone that opens it by itself. */
function automatic({ parts, pages }: ShownTarget): EnrichedActionView | null {
  const [only, another] = parts;
  if (only === undefined || another !== undefined || pages.length > 0) return null;
  return only.enrichment.autoTrigger ? (only.enrichment.actions[0] ?? null) : null;
}

function deviceOf({ sessionId, host }: Visitor): ScanDevice {
  return { sessionId, host, headers: PROGRAM };
}
