/**
 * A lint rule against files that import each other, straight or through others. Imports of types count: files that
 * need each other's types cannot be understood one after the other either.
 */
import { importedFile, importsOf, pathBelow, visitRelativeImports } from './source-imports.mjs';

/** Imports of the files seen so far. A lint run is one look at the disk; editors begin a new one often enough. */
const known = new Map();

function cachedImportsOf(file) {
  let imports = known.get(file);
  if (imports === undefined) known.set(file, (imports = importsOf(file)));
  return imports;
}

/** The shortest chain of imports from one file to another, with both ends; undefined when there is none. */
function chainBetween(from, to, readImports = cachedImportsOf) {
  const importerOf = new Map([[from, undefined]]);
  const waiting = [from];
  for (const file of waiting) {
    if (file === to) {
      const chain = [];
      for (let at = file; at !== undefined; at = importerOf.get(at)) chain.unshift(at);
      return chain;
    }
    for (const next of readImports(file)) {
      if (importerOf.has(next)) continue;
      importerOf.set(next, file);
      waiting.push(next);
    }
  }
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const noCircles = {
  meta: {
    type: 'problem',
    docs: { description: 'forbid files that import each other' },
    schema: [],
    messages: { circle: 'These files import each other: {{chain}}.' },
  },
  create({ cwd, filename, report }) {
    return visitRelativeImports((node) => {
      const chain = chainBetween(importedFile(filename, node.value), filename);
      if (chain === undefined) return;
      const names = [filename, ...chain].map((file) => pathBelow(cwd, file));
      report({ node, messageId: 'circle', data: { chain: names.join(' → ') } });
    });
  },
};
