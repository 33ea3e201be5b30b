/**
 * Reads imported XML into the form that JSON has. Hostile texts are refused while they are read: document types and
 * with them entities of their own, deep nesting, floods of attributes, other encodings.
 */
import { zoneMemberNames, zoneMembers } from '../documents/zones/zone.members.js';
import { zoneWireName } from '../documents/zones/zone.wire.js';
import { kindOf, type MemberKind } from '../kernel/members.js';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { yieldAfterLongTurn } from '../db/in-parts.js';
import { badInput, type LoupeError } from '../kernel/errors.js';
import { keyOf, lineFinder, type MemberPath, type ReadText } from './import-report.js';
import { MAX_DEPTH } from './json.survey.js';

const MAX_ATTRIBUTES = 64;
/** 10,000 titles and actions have three each at most. */
const MAX_ELEMENTS = 100_000;
/** Characters that are parsed between two yields to the event loop. */
const PART = 32_768;

interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly children: XmlElement[];
  text: string;
}

/** @throws LoupeError BAD_USER_INPUT with the line */
export async function readXml(source: string): Promise<ReadText> {
  const root = await parseXml(source.startsWith('\uFEFF') ? source.slice(1) : source);
  if (root.name !== 'document') throw badInput('xml', `line ${root.line}: the root must be Document`);
  const lines = new Map<string, number>();
  return { value: await documentOf(root, [], lines), lines, lineOf: lineFinder(lines) };
}

async function parseXml(source: string): Promise<XmlElement> {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let attributeCount = 0;
  let elements = 0;
  const refuse = (message: string): LoupeError => badInput('xml', `line ${parser.line}: ${message}`);
  parser.on('error', (error) => {
    throw refuse(error.message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('doctype', () => {
    throw refuse('a document type is not allowed');
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES)
      throw refuse(`an element has more than ${MAX_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', (tag) => {
    attributeCount = 0;
    if (open.length >= MAX_DEPTH) throw refuse(`is nested more than ${MAX_DEPTH} levels deep`);
    const element = elementOf(tag, parser.line);
    elements += 1;
    if (elements > MAX_ELEMENTS) throw refuse(`holds more than ${MAX_ELEMENTS} elements`);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  for (let from = 0; from < source.length; from += PART) {
    await yieldAfterLongTurn();
    parser.write(source.slice(from, from + PART));
  }
  parser.close();
  if (root === null) throw badInput('xml', 'is empty');
  return root;
}

/** Names are matched without case. */
function elementOf(tag: SaxesTagPlain, line: number): XmlElement {
  const attributes = new Map(
    Object.entries(tag.attributes).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { name: tag.name.toLowerCase(), attributes, line, children: [], text: '' };
}

type Members = Record<string, unknown>;
type Lines = Map<string, number>;
type Reader = (element: XmlElement, path: MemberPath, lines: Lines) => Members | Promise<Members>;

const documentOf: Reader = async (element, path, lines) => ({
  ...textsOf(element, ['DefaultLanguage', 'Name', 'TimeWindow']),
  ...stylesOf(element, path, lines),
  ...(await listsOf(element, path, lines, { Titles: titleOf, Actions: actionOf, Images: imageOf })),
});

const imageOf: Reader = async (element, path, lines) => ({
  ...textsOf(element, ['Name', 'TimeWindow']),
  ...flagsOf(element, ['AutoTrigger']),
  ...stylesOf(element, path, lines),
  ...(await listsOf(element, path, lines, { Titles: titleOf, Actions: actionOf, Zones: zoneOf })),
});

const zoneNames = (kind: MemberKind) =>
  zoneMemberNames.filter((name) => kindOf(zoneMembers[name]) === kind).map(zoneWireName);

const zoneOf: Reader = async (element, path, lines) => ({
  ...numbersOf(element, zoneNames('whole')),
  ...textsOf(element, zoneNames('text')),
  ...flagsOf(element, zoneNames('flag')),
  ...stylesOf(element, path, lines),
  ...(await listsOf(element, path, lines, { Titles: titleOf, Actions: actionOf })),
});

const titleOf: Reader = (element) => ({
  ...textsOf(element, ['LanguageCode', 'Style', 'TimeWindow']),
  Value: textOf(element),
});

const actionOf: Reader = (element, path, lines) => ({
  ...textsOf(element, ['LanguageCode', 'Name', 'Type', 'Style', 'Icon', 'Rules', 'TimeWindow']),
  ...numbersOf(element, ['Priority', 'Order']),
  ...childTexts(element, ['Content'], path, lines),
});

const stylesOf = (element: XmlElement, path: MemberPath, lines: Lines) =>
  childTexts(element, ['ActionStyle', 'TitleStyle'], path, lines);

function childTexts(
  element: XmlElement,
  names: readonly string[],
  path: MemberPath,
  lines: Lines,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const child = soleChild(element, name);
      if (child === null) return [];
      lines.set(keyOf([...path, name]), child.line);
      return [[name, textOf(child)]];
    }),
  );
}

/** Lists are elements such as Titles, which hold elements such as Title. */
async function listsOf(
  element: XmlElement,
  path: MemberPath,
  lines: Lines,
  readers: Readonly<Record<string, Reader>>,
): Promise<Members> {
  lines.set(keyOf(path), element.line);
  const members: Members = {};
  for (const [name, read] of Object.entries(readers)) {
    const list = soleChild(element, name);
    if (list === null) continue;
    lines.set(keyOf([...path, name]), list.line);
    const itemName = name.slice(0, -1).toLowerCase();
    const items: Members[] = [];
    for (const item of list.children.filter((child) => child.name === itemName)) {
      await yieldAfterLongTurn();
      const itemPath = [...path, name, items.length];
      lines.set(keyOf(itemPath), item.line);
      items.push(await read(item, itemPath, lines));
    }
    members[name] = items;
  }
  return members;
}

/** @throws LoupeError BAD_USER_INPUT for marks such as <b>, whose text would be lost */
function textOf({ name, text, children }: XmlElement): string {
  const [mark] = children;
  if (mark === undefined) return text;
  throw badInput(
    'xml',
    `line ${mark.line}: ${name} holds text alone; write <${mark.name}> as &lt;${mark.name}&gt; or leave it out`,
  );
}

/** @throws LoupeError BAD_USER_INPUT when the child appears twice */
function soleChild(element: XmlElement, name: string): XmlElement | null {
  const [first, second] = element.children.filter((child) => child.name === name.toLowerCase());
  if (second !== undefined) throw badInput('xml', `line ${second.line}: ${name} appears twice`);
  return first ?? null;
}

function attributesOf(
  element: XmlElement,
  names: readonly string[],
  convert: (text: string) => unknown,
): Members {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = element.attributes.get(name.toLowerCase());
      return value === undefined ? [] : [[name, convert(value)]];
    }),
  );
}

const textsOf = (element: XmlElement, names: readonly string[]) =>
  attributesOf(element, names, (text) => text);

/** What is no number stays a text and is refused later, by name. */
const numbersOf = (element: XmlElement, names: readonly string[]) =>
  attributesOf(element, names, (text) => (/^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : text));

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

const flagsOf = (element: XmlElement, names: readonly string[]) =>
  attributesOf(element, names, (text) => flags[text.trim().toLowerCase()] ?? text);
