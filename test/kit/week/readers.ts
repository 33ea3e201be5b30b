/** Readers of a simulated week: they scan pages and tap actions over HTTP with nothing but the ApiKey. */
import type { Random } from '../../../packages/bench/random.js';
import type { TestApp } from '../app.js';
import { elementsOf, memberOf, textMember } from '../json.js';
import { jpegPicture } from '../pictures.js';
import type { SimulatedClock } from '../seed/month.js';
import {
  isFound,
  type LedgerDocument,
  type LedgerOrganization,
  type WeekLanguage,
  weekLanguages,
} from './ledger.js';

const device = {
  ApplicationName: 'Week',
  ApplicationVersion: '1.0.0',
  DeviceName: 'Phone',
  DeviceSystemVersion: '14',
  DeviceSystemVersionName: 'Android',
  SdkVersion: '1.0.0',
};

/** What a phone may be set to, and the language of the week that it gets. */
const phones: readonly (readonly [code: string, language: WeekLanguage])[] = [
  ...weekLanguages.map((language) => [language, language] as const),
  ['fr-CA', 'fr-FR'],
  ['es-MX', 'en-US'],
];

export class WeekReaders {
  constructor(
    private readonly loupe: TestApp,
    private readonly clock: SimulatedClock,
    private readonly random: Random,
  ) {}

  /** One reader meets a page of the document, whatever state it is in. @returns what was wrong with the answer */
  async visit(organization: LedgerOrganization, document: LedgerDocument): Promise<readonly string[]> {
    const [code, language] = this.random.pick(phones);
    const page = this.random.pick(document.pages);
    const wanted = page === document.pages[0] && document.zoneId !== null ? document.zoneId : page.id;
    const headers = { ApiKey: organization.apiKey, ...device };
    const { timeMs } = this.clock;
    const response = await this.scan(page.pictureSeed, wanted, code, headers);
    if (!isFound(document)) {
      if (response.wasPhoto) organization.unrecognized += 1;
      // An app that asks by an id gets an error when the element no longer exists.
      const wantedStatus = document.isInTrash && !response.wasPhoto ? 404 : 204;
      if (response.status === wantedStatus) return [];
      return [`${document.name} answers ${response.status} while it is not active`];
    }
    if (response.status !== 200) return [`${document.name} answers ${response.status} to ${code}`];
    const problems = wrongIn(response.body, { Id: wanted, Title: document.titles.get(language) ?? '' });
    const [action] = elementsOf(memberOf(response.body, 'Actions'));
    const actionId = textMember(action, 'Id');
    if (actionId !== document.actionIds.get(language))
      problems.push(`${document.name}: another action to ${code}`);
    const clicks = this.random.integer(0, 2);
    const session = { ...headers, SessionId: textMember(response.body, 'SessionId') };
    for (let click = 0; click < clicks; click += 1) {
      const path = `${this.loupe.url}/api/Clicks/${actionId}`;
      const { status } = await fetch(path, { method: 'PUT', headers: session });
      if (status !== 204) problems.push(`A click of ${document.name} answers ${status}`);
    }
    document.scans.push({ timeMs, language, clicks });
    return problems;
  }

  /** Some by a photo, the others by the id that an app has kept. */
  private async scan(pictureSeed: number, id: string, code: string, headers: Record<string, string>) {
    const wasPhoto = this.random.chance(0.3);
    const response = wasPhoto
      ? await this.scanPhoto(pictureSeed, code, headers)
      : await fetch(`${this.loupe.url}/api/EnrichedImages/${id}?languageCode=${code}`, { headers });
    const text = await response.text();
    return { wasPhoto, status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  private async scanPhoto(pictureSeed: number, Language: string, headers: Record<string, string>) {
    const form = new FormData();
    form.append('query', JSON.stringify({ Language }));
    const photo = new Uint8Array(await jpegPicture(pictureSeed));
    form.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
    return fetch(`${this.loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body: form });
  }
}

function wrongIn(body: unknown, expected: Readonly<Record<string, string>>): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => textMember(body, name) !== value)
    .map(([name, value]) => `${name} is ${textMember(body, name)} and not ${value}`);
}
