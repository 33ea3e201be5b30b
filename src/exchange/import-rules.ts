/** The rules of what may be imported. Every problem is reported, with its member and line. */
import type { ActionType } from '../content/actions/action.entity.js';
import { checkedRules } from '../content/actions/address-rules.check.js';
import { checkContent, requireActionType } from '../content/actions/action.rules.js';
import {
  requireText,
  MAX_ACTION_NAME_LENGTH,
  MAX_STYLE_LENGTH,
  MAX_TITLE_LENGTH,
} from '../content/content.rules.js';
import type { LanguageService } from '../content/languages/language.service.js';
import { yieldAfterLongTurn } from '../db/in-parts.js';
import { LoupeError } from '../kernel/errors.js';
import { checkedTimeWindow } from '../kernel/windows/time-window.rules.js';
import { requireName } from '../tree/node.rules.js';
import { type ZoneMembers, zoneObject } from '../documents/zones/zone.members.js';
import { zoneFromWire, zoneWireName } from '../documents/zones/zone.wire.js';
import { requireOthers, requireRect, MAX_ZONES } from '../documents/zones/zone.rules.js';
import type { ActionFile, DocumentFile, ImageFile, TitleFile, ZoneFile } from './document-file.js';
import { requireFile, iconsOf } from './import-file.js';
import { roomRefusals } from './import-file.js';
import { ImportReport, type MemberPath, type ReadText } from './import-report.js';

interface CheckedTitle {
  readonly languageCode: string;
  readonly value: string;
  readonly style: string | null;
  readonly timeWindow: string | null;
}

export interface CheckedAction {
  readonly languageCode: string;
  readonly priority: number | null;
  readonly order: number | null;
  readonly name: string;
  readonly type: ActionType;
  readonly content: string;
  readonly style: string | null;
  readonly iconId: string | null;
  readonly rules: string | null;
  readonly timeWindow: string | null;
  readonly isValid: boolean;
}

export interface CheckedElement {
  /** null leaves the name as it is. */
  readonly name: string | null;
  readonly autoTrigger: boolean | null;
  readonly timeWindow: string | null;
  readonly actionStyle: string | null;
  readonly titleStyle: string | null;
  readonly titles: readonly CheckedTitle[];
  readonly actions: readonly CheckedAction[];
}

interface CheckedZone extends CheckedElement {
  /** The name is empty where the file has none. */
  readonly members: ZoneMembers;
}

export interface CheckedImage extends CheckedElement {
  readonly zones: readonly CheckedZone[];
}

export interface CheckedDocument extends CheckedElement {
  readonly name: string;
  readonly defaultLanguage: string;
  /** Languages of its titles. */
  readonly languages: readonly string[];
  /** Empty when the text has no pages. */
  readonly images: readonly CheckedImage[];
}

/** What the rules ask of the platform. */
export interface ImportContext {
  readonly languages: Pick<LanguageService, 'require'>;
  /** @returns those icons among the ids that the document may use */
  readonly iconsAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** null when the document is still to be made. */
  readonly pageCount: number | null;
  /** Of the organization. */
  readonly timeZone: string;
}

/**
 * Gives way to others between elements and actions, of which there may be many.
 *
 * @throws LoupeError BAD_USER_INPUT with a report of every problem
 */
export async function checkImport(read: ReadText, surroundings: ImportContext): Promise<CheckedDocument> {
  const report = new ImportReport(read.lineOf);
  const file = requireFile(read, report);
  await yieldAfterLongTurn();
  const iconIds = await surroundings.iconsAmong(iconsOf(file));
  const checked = await new Checker(report, surroundings, iconIds, file).document(surroundings.pageCount);
  report.refuse();
  return checked;
}

/** Characters that XML 1.0 cannot hold, so that every document can be exported both ways. */
// eslint-disable-next-line no-control-regex -- exactly the control characters are meant
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

type ElementFile = Pick<
  ZoneFile,
  'Name' | 'AutoTrigger' | 'TimeWindow' | 'ActionStyle' | 'TitleStyle' | 'Titles' | 'Actions'
>;

class Checker {
  private readonly documentLanguages = new Set<string>();

  constructor(
    private readonly report: ImportReport,
    private readonly surroundings: Pick<ImportContext, 'languages' | 'timeZone'>,
    private readonly iconIds: ReadonlySet<string>,
    private readonly file: DocumentFile,
  ) {}

  /** @param pageCount null when the document is still to be made */
  async document(pageCount: number | null): Promise<CheckedDocument> {
    const { DefaultLanguage, Name, Titles, Images } = this.file;
    const defaultLanguage = this.language(['DefaultLanguage'], DefaultLanguage) ?? '';
    for (const [at, { LanguageCode }] of Titles.entries()) {
      const code = this.language(['Titles', at, 'LanguageCode'], LanguageCode);
      if (code !== null) this.documentLanguages.add(code);
    }
    if (defaultLanguage !== '' && !this.documentLanguages.has(defaultLanguage)) {
      this.report.add(
        ['Titles'],
        `must hold a title in the default language ${defaultLanguage}; it may be empty`,
      );
    }
    if (Images.length > 0 && pageCount !== null && Images.length !== pageCount) {
      this.report.add(
        ['Images'],
        `must be one for each page: there are ${Images.length}, pages are ${pageCount}`,
      );
    }
    const element = await this.element([], { ...this.file, AutoTrigger: null });
    this.report.attempt(['Name'], () => requireName(Name));
    return {
      ...element,
      name: Name,
      defaultLanguage,
      languages: [...this.documentLanguages].sort(),
      images: await inTurns(Images, (image, at) => this.image(['Images', at], image)),
    };
  }

  private async image(path: MemberPath, image: ImageFile): Promise<CheckedImage> {
    if (image.Zones.length > MAX_ZONES) {
      this.report.add([...path, 'Zones'], `must be at most ${MAX_ZONES}`);
    }
    const zones = await inTurns(image.Zones, (zone, at) => this.zone([...path, 'Zones', at], zone));
    return { ...(await this.element(path, image)), zones };
  }

  private async zone(path: MemberPath, zone: ZoneFile): Promise<CheckedZone> {
    const element = await this.element(path, zone);
    const { timeWindow } = element;
    const members = zoneObject.parse({ ...zoneFromWire(zone), name: zone.Name ?? '', timeWindow });
    try {
      requireRect(members);
      // The name is that of the element: none is given to one that shall have the first free.
      requireOthers({ ...members, name: undefined });
    } catch (error) {
      if (!(error instanceof LoupeError)) throw error;
      for (const [field, messages] of Object.entries(error.fields)) {
        for (const message of messages) this.report.add([...path, zoneWireName(field)], message);
      }
    }
    return { ...element, members };
  }

  private async element(path: MemberPath, file: ElementFile): Promise<CheckedElement> {
    const { Name, AutoTrigger, TimeWindow, ActionStyle, TitleStyle, Titles, Actions } = file;
    if (Name !== null && path.length > 0) this.report.attempt([...path, 'Name'], () => requireName(Name));
    this.text([...path, 'Name'], Name, null);
    this.text([...path, 'ActionStyle'], ActionStyle, MAX_STYLE_LENGTH);
    this.text([...path, 'TitleStyle'], TitleStyle, MAX_STYLE_LENGTH);
    const seen = new Set<string>();
    const titles = await inTurns(Titles, (title, at) => this.title([...path, 'Titles', at], title, seen));
    for (const refusal of roomRefusals(Actions)) this.report.add([...path, 'Actions'], refusal);
    const actions = await inTurns(Actions, (action, at) => this.action([...path, 'Actions', at], action));
    return {
      name: Name,
      autoTrigger: AutoTrigger,
      timeWindow: this.window([...path, 'TimeWindow'], TimeWindow),
      actionStyle: ActionStyle,
      titleStyle: TitleStyle,
      titles: titles.flatMap((title) => title ?? []),
      actions: actions.flatMap((action) => action ?? []),
    };
  }

  private title(path: MemberPath, title: TitleFile, seen: Set<string>): CheckedTitle | null {
    this.text([...path, 'Value'], title.Value, MAX_TITLE_LENGTH);
    this.text([...path, 'Style'], title.Style, MAX_STYLE_LENGTH);
    // The languages come from the document's own titles, which are checked already.
    const languageCode =
      path.length === 2
        ? quietly(() => this.surroundings.languages.require(title.LanguageCode))
        : this.offered([...path, 'LanguageCode'], title.LanguageCode);
    if (languageCode === null) return null;
    if (seen.has(languageCode)) {
      this.report.add([...path, 'LanguageCode'], `${languageCode} has a title already`);
    }
    seen.add(languageCode);
    const timeWindow = this.window([...path, 'TimeWindow'], title.TimeWindow);
    return { languageCode, value: title.Value, style: title.Style, timeWindow };
  }

  private action(path: MemberPath, action: ActionFile): CheckedAction | null {
    const languageCode = this.offered([...path, 'LanguageCode'], action.LanguageCode);
    const type = this.report.attempt([...path, 'Type'], () => requireActionType(action.Type));
    const written = action.Content ?? '';
    this.text([...path, 'Name'], action.Name, MAX_ACTION_NAME_LENGTH);
    this.text([...path, 'Style'], action.Style, MAX_STYLE_LENGTH);
    this.text([...path, 'Content'], written, null);
    this.sorting([...path, 'Priority'], action.Priority);
    this.sorting([...path, 'Order'], action.Order);
    const checked =
      type === null ? null : this.report.attempt([...path, 'Content'], () => checkContent(type, written));
    const iconId = action.Icon === null || action.Icon === '' ? null : action.Icon.toLowerCase();
    if (iconId !== null && !this.iconIds.has(iconId)) {
      this.report.add([...path, 'Icon'], 'is not the id of an icon that the document may use');
    }
    const timeWindow = this.window([...path, 'TimeWindow'], action.TimeWindow);
    if (languageCode === null || type === null || checked === null) return null;
    const { Priority: priority, Order: order, Style: style } = action;
    const rules = this.report.attempt([...path, 'Rules'], () =>
      checkedRules(action.Rules, { type, content: checked.content }),
    );
    const shown = { name: action.Name ?? '', type, style, iconId, rules, timeWindow };
    return { languageCode, priority, order, ...shown, ...checked };
  }

  private window(path: MemberPath, given: string | null): string | null {
    return this.report.attempt(path, () => checkedTimeWindow(given, this.surroundings.timeZone));
  }

  private language(path: MemberPath, code: string): string | null {
    return this.report.attempt(path, () => this.surroundings.languages.require(code));
  }

  /** A language that the document has a title in. */
  private offered(path: MemberPath, code: string): string | null {
    const known = this.language(path, code);
    if (known !== null && !this.documentLanguages.has(known)) {
      this.report.add(path, `the document has no title in ${known}; add one, which may be empty`);
    }
    return known;
  }

  private text(path: MemberPath, text: string | null, maxLength: number | null): void {
    if (text === null) return;
    if (ILLEGAL.test(text)) this.report.add(path, 'must not hold control characters or unpaired surrogates');
    else if (maxLength !== null) this.report.attempt(path, () => requireText('text', text, maxLength));
  }

  private sorting(path: MemberPath, value: number | null): void {
    if (value !== null && Math.abs(value) > 2_147_483_647) this.report.add(path, 'is too large');
  }
}

/** Something for each item, one after the other. */
async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T, at: number) => R | Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const [at, item] of items.entries()) {
    await yieldAfterLongTurn();
    results.push(await work(item, at));
  }
  return results;
}

function quietly<T>(rule: () => T): T | null {
  try {
    return rule();
  } catch {
    return null;
  }
}
