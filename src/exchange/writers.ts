/** Writes documents as JSON and XML. The same document always gives the same bytes. */
import { zoneWireNames } from '../documents/zones/zone.wire.js';
import type { ActionFile, DocumentFile, ImageFile, TitleFile, ZoneFile } from './document-file.js';

export function toJson(document: DocumentFile): string {
  return JSON.stringify(document, null, 2);
}

export function toXml(document: DocumentFile): string {
  const body = [...common(document), ...list('Images', document.Images.map(imageXml))];
  const root = element('Document', attributes(document, ['DefaultLanguage', 'Name', 'TimeWindow']), body);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.join('\n')}\n`;
}

function imageXml(image: ImageFile): string[] {
  const body = [...common(image), ...list('Zones', image.Zones.map(zoneXml))];
  return element('Image', attributes(image, ['Name', 'AutoTrigger', 'TimeWindow']), body);
}

function zoneXml(zone: ZoneFile): string[] {
  return element('Zone', attributes(zone, zoneWireNames), common(zone));
}

function common(owner: Pick<ZoneFile, 'ActionStyle' | 'TitleStyle' | 'Titles' | 'Actions'>): string[] {
  return [
    ...textElement('ActionStyle', owner.ActionStyle),
    ...textElement('TitleStyle', owner.TitleStyle),
    ...list('Titles', owner.Titles.map(titleXml)),
    ...list('Actions', owner.Actions.map(actionXml)),
  ];
}

function titleXml(title: TitleFile): string[] {
  return [
    `<Title${attributes(title, ['LanguageCode', 'Style', 'TimeWindow'])}>${escapeText(title.Value)}</Title>`,
  ];
}

function actionXml(action: ActionFile): string[] {
  const names = [
    'LanguageCode',
    'Priority',
    'Order',
    'Name',
    'Type',
    'Style',
    'Icon',
    'Rules',
    'TimeWindow',
  ] as const;
  return element('Action', attributes(action, names), textElement('Content', action.Content));
}

function list(name: string, items: readonly string[][]): string[] {
  return element(name, '', items.flat());
}

function element(name: string, attributeText: string, body: readonly string[]): string[] {
  if (body.length === 0) return [`<${name}${attributeText}/>`];
  return [`<${name}${attributeText}>`, ...body, `</${name}>`];
}

function textElement(name: string, text: string | null): string[] {
  return text === null ? [] : [`<${name}>${escapeText(text)}</${name}>`];
}

/** What is null is left out. */
function attributes<T extends object>(owner: T, names: readonly (keyof T & string)[]): string {
  return names
    .filter((name) => owner[name] !== null)
    .map((name) => ` ${name}="${escapeAttribute(String(owner[name]))}"`)
    .join('');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Line ends in attributes would be read as blanks. */
function escapeAttribute(text: string): string {
  return legal(text).replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character);
}

function escapeText(text: string): string {
  return legal(text).replace(/[&<>\r]/g, (character) => escapes[character] ?? character);
}

/** XML 1.0 has no way to write these characters. */
function legal(text: string): string {
  // eslint-disable-next-line no-control-regex -- exactly the control characters are meant
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD');
}
