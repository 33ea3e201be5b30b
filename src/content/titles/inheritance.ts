/**
 * Content that an element takes from the elements above it. Every function is given the ids from the element itself up to the
 * root, and rows of any of them.
 */
import type { Icon } from '../icons/icon.entity.js';
import type { Property, stylePropertyNames } from '../properties/property.entity.js';
import type { Title } from './title.entity.js';

type StyleName = (typeof stylePropertyNames)[number];

/**
 * The title that a reader sees: the nearest one that is not empty, all of one language. An empty title inherits.
 *
 * @returns null when none of them says anything
 */
export function nearestTitle(
  idsUpwards: readonly string[],
  titles: readonly Pick<Title, 'nodeId' | 'value' | 'style'>[],
): Pick<Title, 'nodeId' | 'value' | 'style'> | null {
  const byNode = new Map(titles.map((title) => [title.nodeId, title]));
  for (const id of idsUpwards) {
    const title = byNode.get(id);
    if (title !== undefined && title.value !== '') return title;
  }
  return null;
}

/** The nearest default style; null when no element up to the root has one. */
function nearestStyle(
  name: StyleName,
  idsUpwards: readonly string[],
  properties: readonly Pick<Property, 'nodeId' | 'type' | 'name' | 'value'>[],
): string | null {
  const styles = properties.filter((property) => property.type === 'Style' && property.name === name);
  const byNode = new Map(styles.map((style) => [style.nodeId, style.value ?? '']));
  for (const id of idsUpwards) {
    const style = byNode.get(id);
    if (style !== undefined && style !== '') return style;
  }
  return null;
}

/** A style that a title or action has of its own, else the nearest default one. */
export function effectiveStyle(
  own: string | null | undefined,
  name: StyleName,
  idsUpwards: readonly string[],
  properties: readonly Pick<Property, 'nodeId' | 'type' | 'name' | 'value'>[],
): string | null {
  return own !== null && own !== undefined && own !== '' ? own : nearestStyle(name, idsUpwards, properties);
}

/**
 * The style of the title that a reader sees. From the element up to the one whose title is shown, the first title with
 * a style of its own or default style of an element wins; above that only default styles count, because a title that
 * is overridden lends nothing.
 */
export function styleOfTitle(
  idsUpwards: readonly string[],
  titles: readonly Pick<Title, 'nodeId' | 'value' | 'style'>[],
  properties: readonly Pick<Property, 'nodeId' | 'type' | 'name' | 'value'>[],
): string | null {
  const byNode = new Map(titles.map((title) => [title.nodeId, title]));
  const shown = nearestTitle(idsUpwards, titles)?.nodeId ?? null;
  let isBelowShown = true;
  for (const id of idsUpwards) {
    const own = isBelowShown ? byNode.get(id)?.style : null;
    const style = effectiveStyle(own, 'TitleStyle', [id], properties);
    if (style !== null) return style;
    if (id === shown) isBelowShown = false;
  }
  return null;
}

/** The icon of an action that has none: of the nearest element with icons, the one that was added first. */
export function nearestIcon(
  idsUpwards: readonly string[],
  icons: readonly Pick<Icon, 'id' | 'nodeId'>[],
): string | null {
  for (const id of idsUpwards) {
    const own = icons.filter((icon) => icon.nodeId === id).map((icon) => icon.id);
    // Ids grow with time.
    if (own.length > 0) return own.sort()[0] ?? null;
  }
  return null;
}
