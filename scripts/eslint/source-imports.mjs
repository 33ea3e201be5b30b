/** Which files of the project a source file imports. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/** A path below a folder, with forward slashes. */
export const pathBelow = (folder, file) => relative(folder, file).split(sep).join('/');

/** The file a relative import names: TypeScript's sources are imported by the names of what they compile to. */
export function importedFile(importer, specifier) {
  const named = resolve(dirname(importer), specifier);
  const source = named.replace(/\.(m?)js$/, '.$1ts');
  return existsSync(source) ? source : named;
}

/** Calls `visit(source, isTypeOnly)` for each relative import or re-export of the file that is linted. */
export function visitRelativeImports(visit) {
  const check = (source, kind) => {
    const isRelative =
      source?.type === 'Literal' && typeof source.value === 'string' && source.value.startsWith('.');
    if (isRelative) visit(source, kind === 'type');
  };
  return {
    ImportDeclaration: (node) => check(node.source, node.importKind),
    ExportNamedDeclaration: (node) => check(node.source),
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => check(node.source),
  };
}

/** The files that a file of the disk imports, its own ones, types too; none for a file that is not there. */
export function importsOf(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => importedFile(file, name));
}
