import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  effectiveStyle,
  nearestIcon,
  nearestTitle,
  styleOfTitle,
} from '../../src/content/titles/inheritance.js';

/** One element on the way from an element up to the root, with what was set on it. */
interface Level {
  readonly title: { readonly value: string; readonly style: string | null } | null;
  readonly titleStyle: string | null;
  readonly actionStyle: string | null;
  readonly icons: number;
}

const style = fc.option(fc.constantFrom('', 'red', 'green', 'blue'), { nil: null });
const level: fc.Arbitrary<Level> = fc.record({
  title: fc.option(fc.record({ value: fc.constantFrom('', 'A', 'B'), style }), { nil: null }),
  titleStyle: style,
  actionStyle: style,
  icons: fc.nat(2),
});
const levels = fc.array(level, { minLength: 1, maxLength: 7 });

const idOf = (at: number) => `element ${at}`;

function rowsOf(way: readonly Level[]) {
  const properties = way.flatMap(({ titleStyle, actionStyle }, at) => [
    { nodeId: idOf(at), type: 'Style' as const, name: 'TitleStyle', value: titleStyle },
    { nodeId: idOf(at), type: 'Style' as const, name: 'ActionStyle', value: actionStyle },
    { nodeId: idOf(at), type: 'Icon' as const, name: 'TitleStyle', value: 'of an icon' },
  ]);
  return {
    ids: way.map((_, at) => idOf(at)),
    titles: way.flatMap(({ title }, at) => (title === null ? [] : [{ nodeId: idOf(at), ...title }])),
    properties,
    icons: way.flatMap(({ icons }, at) =>
      Array.from({ length: icons }, (_, index) => ({
        id: `icon ${at}.${index}`,
        nodeId: idOf(at),
      })).reverse(),
    ),
  };
}

const filled = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text !== '';

describe('inheritance', () => {
  it('shows the nearest title that says something, and no other', () => {
    fc.assert(
      fc.property(levels, (way) => {
        const { ids, titles } = rowsOf(way);
        const at = way.findIndex(({ title }) => filled(title?.value));
        expect(nearestTitle(ids, titles)?.nodeId ?? null).toBe(at < 0 ? null : idOf(at));
      }),
    );
  });

  it('styles a title by the nearest style that still concerns it', () => {
    fc.assert(
      fc.property(levels, (way) => {
        const { ids, titles, properties } = rowsOf(way);
        const shownAt = way.findIndex(({ title }) => filled(title?.value));
        const candidates = way.flatMap(({ title, titleStyle }, at) => [
          ...(shownAt < 0 || at <= shownAt ? [title?.style] : []),
          titleStyle,
        ]);
        expect(styleOfTitle(ids, titles, properties)).toBe(candidates.find(filled) ?? null);
      }),
    );
  });

  it('styles an action by its own style, else by the nearest default', () => {
    fc.assert(
      fc.property(levels, style, (way, own) => {
        const { ids, properties } = rowsOf(way);
        const expected = [own, ...way.map(({ actionStyle }) => actionStyle)].find(filled) ?? null;
        expect(effectiveStyle(own, 'ActionStyle', ids, properties)).toBe(expected);
      }),
    );
  });

  it('changes nothing for elements that set a style themselves when one above them changes', () => {
    fc.assert(
      fc.property(levels, fc.constantFrom('red', 'green'), (way, changed) => {
        const own: Level = {
          title: { value: 'Own', style: 'own' },
          titleStyle: null,
          actionStyle: 'own',
          icons: 1,
        };
        const before = rowsOf([own, ...way]);
        const after = rowsOf([
          own,
          ...way.map((each) => ({ ...each, titleStyle: changed, actionStyle: changed })),
        ]);
        for (const { ids, titles, properties, icons } of [before, after]) {
          expect(styleOfTitle(ids, titles, properties)).toBe('own');
          expect(effectiveStyle(null, 'ActionStyle', ids, properties)).toBe('own');
          expect(nearestIcon(ids, icons)).toBe('icon 0.0');
        }
      }),
    );
  });

  it('gives an action the oldest icon of the nearest element that has any', () => {
    fc.assert(
      fc.property(levels, (way) => {
        const { ids, icons } = rowsOf(way);
        const at = way.findIndex((each) => each.icons > 0);
        expect(nearestIcon(ids, icons)).toBe(at < 0 ? null : `icon ${at}.0`);
      }),
    );
  });
});
