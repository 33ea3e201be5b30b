/** Titles and default styles of the elements of an import: read at once, and written with one flush. */
import { Property } from '../content/properties/property.entity.js';
import { Title } from '../content/titles/title.entity.js';
import type { EntityManager } from '../db/database.js';
import { newId } from '../kernel/ids.js';
import type { CheckedElement } from './import-rules.js';
import { inParts } from '../db/in-parts.js';

type TitleText = Pick<CheckedElement['titles'][number], 'value' | 'style' | 'timeWindow'>;
type StyleName = 'ActionStyle' | 'TitleStyle';

export class ElementTexts {
  private constructor(
    private readonly em: EntityManager,
    private readonly titles: Map<string, Map<string, Title>>,
    private readonly styles: Map<string, Property>,
  ) {}

  /** Reads what the elements have. */
  static async of(em: EntityManager, nodeIds: readonly string[]): Promise<ElementTexts> {
    const titles = new Map<string, Map<string, Title>>(nodeIds.map((id) => [id, new Map<string, Title>()]));
    const styles = new Map<string, Property>();
    for (const part of inParts(nodeIds)) {
      for (const title of await em.find(Title, { nodeId: { $in: part } })) {
        titles.get(title.nodeId)?.set(title.languageCode, title);
      }
      for (const property of await em.find(Property, { nodeId: { $in: part }, type: 'Style' })) {
        styles.set(`${property.nodeId} ${property.name}`, property);
      }
    }
    return new ElementTexts(em, titles, styles);
  }

  /** Titles that are not wanted become empty; the rest is as wanted. Flush afterwards. */
  write(nodeId: string, wanted: CheckedElement): void {
    const present = this.titles.get(nodeId);
    const codes = new Set(wanted.titles.map(({ languageCode }) => languageCode));
    for (const [code, title] of present ?? []) {
      if (!codes.has(code)) this.em.assign(title, { value: '', style: null, timeWindow: null });
    }
    for (const { languageCode, ...text } of wanted.titles) {
      const title = present?.get(languageCode);
      if (title === undefined) this.add(nodeId, languageCode, text);
      else this.em.assign(title, text);
    }
    this.setStyle(nodeId, 'ActionStyle', wanted.actionStyle);
    this.setStyle(nodeId, 'TitleStyle', wanted.titleStyle);
  }

  /** Every element of a document has a title in each of its languages. Flush afterwards. */
  fill(languages: readonly string[]): void {
    for (const [nodeId, present] of this.titles) {
      for (const code of languages)
        if (!present.has(code)) this.add(nodeId, code, { value: '', style: null, timeWindow: null });
    }
  }

  private add(nodeId: string, languageCode: string, text: TitleText): void {
    const title = this.em.create(Title, { id: newId(), nodeId, languageCode, ...text });
    this.titles.get(nodeId)?.set(languageCode, title);
  }

  private setStyle(nodeId: string, name: StyleName, value: string | null): void {
    const present = this.styles.get(`${nodeId} ${name}`);
    if (present === undefined) {
      if (value !== null) this.em.create(Property, { id: newId(), nodeId, type: 'Style', name, value });
    } else if (value === null) {
      this.em.remove(present);
    } else {
      present.value = value;
    }
  }
}
