/** Everything that a page of a file says and that can be proposed. */
import type { FractionBox } from '../../engine-host/types.js';
import { areaOf, sharedArea } from '../../media/boxes.js';
import type { PrintedCode } from '../../media/codes/code-reader.js';
import type { PdfWord } from '../../media/pdf/pdf-messages.js';
import { addressesIn, addressOf } from './addresses.js';
import { areaFinding, areasIn, type PlacedArea } from './page-areas.js';
import { type DateContext, datesIn } from './printed-dates.js';
import { titleOf } from './page-title.js';
import { type Finding, keyOfFinding } from './proposal.js';
import { linesOf, type TextLine } from './text-lines.js';

interface PlacedLink extends FractionBox {
  /** As the file has it. */
  readonly target: string;
  /** Whether it is an address, no file and no page. */
  readonly isAddress: boolean;
  /** Whether readers of PDFs show it. */
  readonly isSeen: boolean;
}

export interface PageMatter {
  readonly words: readonly PdfWord[];
  readonly links: readonly PlacedLink[];
  readonly areas: readonly PlacedArea[];
  readonly codes: readonly PrintedCode[];
}

export interface PageFindings {
  /** Each once, in the order of the page. */
  readonly findings: readonly Finding[];
  readonly areas: readonly FractionBox[];
  /** Its text, in reading order. */
  readonly lines: readonly Pick<TextLine, 'text' | 'box'>[];
}

/** Of one page; more are no proposals but a list. */
const MOST_OF_A_PAGE = 60;
/** Of the page; nobody meets a smaller link. */
const LEAST_SIDE = 0.001;
/** `PdfPageFacts` cuts longer texts: a cut address leads elsewhere. */
const MOST_TARGET_CHARACTERS = 499;

export interface FindingContext extends Omit<DateContext, 'title'> {
  /** Two letters: how phone numbers without a country are read; null reads none of them. */
  readonly country: string | null;
}

export function findingsOf(page: PageMatter, { country, ...clock }: FindingContext): PageFindings {
  const lines = linesOf(page.words.filter(({ isGuessed }) => isGuessed !== true));
  // Pictures reach beyond the page: bleed.
  const areas = areasIn(page.areas.map((area) => ({ ...within(area), kind: area.kind })));
  const title = titleOf(lines);
  const found = [
    ...page.links.flatMap((link, at) => linkFinding(link, page.links.slice(at + 1))),
    ...page.codes.flatMap(codeFinding),
    ...addressesIn(lines, country).filter(({ box }) => !page.links.some((link) => isOn(box, link))),
    ...datesIn(lines, { ...clock, title: title?.title ?? null }),
  ];
  const findings = [
    ...(title === null ? [] : [title]),
    ...onceEach(found)
      .slice(0, MOST_OF_A_PAGE)
      .map((finding) => named(finding, page.words)),
    ...areas.map(areaFinding),
  ];
  return {
    findings: findings.toSorted((a, b) => rowOf(a) - rowOf(b) || a.box.left - b.box.left),
    areas,
    lines,
  };
}

/** Where a link lies the file says itself where the words lead. */
const isOn = (box: FractionBox, link: FractionBox): boolean => sharedArea(box, link) > areaOf(box) / 4;

/** Words of a line do not begin at quite the same height. */
const rowOf = ({ box }: Finding): number => Math.round((box.top + Math.min(box.height, 0.02) / 2) * 100);

/** Links that cover so much of another one take its clicks. */
const COVERED_SHARE = 0.8;

/** @param above links that lie above it: a reader of PDFs opens the topmost one */
function linkFinding(
  { target, isAddress, isSeen, ...box }: PlacedLink,
  above: readonly PlacedLink[],
): readonly Finding[] {
  if (!isSeen || !isAddress || target.length > MOST_TARGET_CHARACTERS) return [];
  const place = within(box);
  const found = addressOf(target);
  if (found === null || Math.min(place.width, place.height) < LEAST_SIDE) return [];
  const isCovered = above.some(
    (other) =>
      other.isSeen && other.target !== target && sharedArea(place, other) > COVERED_SHARE * areaOf(place),
  );
  return isCovered ? [] : [{ ...found, origin: 'Annotation', box: place, title: null }];
}

/** A code that leads somewhere; numbers of articles lead nowhere by themselves. */
function codeFinding({ text, isValid, box }: PrintedCode): readonly Finding[] {
  const found = isValid ? addressOf(text) : null;
  if (found === null) return [];
  return [{ kind: 'Code', action: found.action, origin: 'Code', box: within(box), title: null }];
}

function within({ left, top, width, height }: FractionBox): FractionBox {
  const inside = (value: number): number => Math.min(1, Math.max(0, value));
  const [x, y] = [inside(left), inside(top)];
  return { left: x, top: y, width: inside(left + width) - x, height: inside(top + height) - y };
}

const MOST_NAME_CHARACTERS = 60;

/** Readers see the words that stand on a link, else the site, address or number that it leads to. */
function named(finding: Finding, words: readonly PdfWord[]): Finding {
  const { action, box, origin } = finding;
  if (action === null) return finding;
  if (action.type === 'VCALENDAR') return finding;
  const onIt = words.filter((word) => sharedArea(word, box) > areaOf(word) / 2).map(({ text }) => text);
  const said = origin === 'Annotation' ? onIt.join(' ').trim() : '';
  const isSaid = said !== '' && said.length <= MOST_NAME_CHARACTERS && addressOf(said) === null;
  return {
    ...finding,
    action: { ...action, name: isSaid && !/[@/]/.test(said) ? said : targetName(action) },
  };
}

function targetName({ type, content }: NonNullable<Finding['action']>): string {
  if (type === 'URL') return new URL(String(content['Url'])).hostname.replace(/^www\./, '');
  return String(type === 'MAIL' ? content['Address'] : content['Number']);
}

/** One of all that open the same: links of the file before words, then codes. */
function onceEach(found: readonly Finding[]): readonly Finding[] {
  const byTarget = new Map<string, Finding>();
  for (const finding of found) {
    const target = sameTarget(finding);
    const known = byTarget.get(target);
    if (known === undefined || (known.origin === finding.origin && areaOf(finding.box) > areaOf(known.box)))
      byTarget.set(target, finding);
  }
  return [...byTarget.values()];
}

function sameTarget(finding: Finding): string {
  const { action } = finding;
  if (action?.type !== 'URL') return keyOfFinding({ ...finding, kind: 'Link' });
  const { host, pathname, search, hash } = new URL(String(action.content['Url']));
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}${hash}`;
}
