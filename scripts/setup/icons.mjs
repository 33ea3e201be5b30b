/** The icons that the console's sources import, and their drawings from the files of `@tabler/icons-react`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './stamps.mjs';

const IMPORT = /import \{([^}]*)\} from '[^']*\/icons'/g;

/**
 * Names without their "Icon", sorted: `Trash`, `StarFilled`.
 *
 * @param {string} folder of the console's sources
 */
export function importedIcons(folder) {
  const names = new Set();
  for (const file of listFiles([folder]).filter((path) => /\.tsx?$/.test(path))) {
    for (const [, list = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      for (const [, name] of list.matchAll(/\bIcon(\w+)/g)) names.add(name);
    }
  }
  return [...names].sort();
}

/**
 * One path for all strokes of an icon: each begins with where it begins, so that together they draw the same.
 *
 * @param {string} folder of the unpacked package
 * @param {string} name without its "Icon"
 */
export function drawingOf(folder, name) {
  const source = readFileSync(join(folder, `dist/esm/icons/Icon${name}.mjs`), 'utf8');
  const nodes = JSON.parse(/const __iconNode = (\[\[.*\]\]);/.exec(source)?.[1] ?? '[]');
  const strokes = nodes.map(([tag, attributes]) => (tag === 'path' ? attributes.d : undefined));
  if (strokes.length === 0 || !strokes.every((stroke) => stroke?.startsWith('M'))) {
    throw new Error(`Icon${name} is no list of paths that begin where they are; draw it by hand.`);
  }
  const isFilled = source.includes('createReactComponent("filled"');
  return { path: strokes.join(''), ...(isFilled ? { isFilled } : {}) };
}

/** The module that names them, for the console to import from. */
export function iconModule(names) {
  const lines = names.map((name) => `export const Icon${name} = icon('${name}');`);
  return `/** Written by \`npm run console:icons\`: what the console imports from here. */\nimport { icon } from './Icon';\n\n${lines.join('\n')}\n`;
}
