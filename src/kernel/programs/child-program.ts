/** Programs that run beside the server, in a thread or a process of their own. */
const PROJECT = new URL('../../..', import.meta.url);

/**
 * The compiled file of a program. Where the server itself runs from its TypeScript sources (development, tests), its
 * programs still run from `dist`: a compiler in each of them would start more slowly than they work.
 *
 * @param besides `import.meta.url` of the module that starts the program and lies in its folder
 * @param name file name without its ending
 */
export function childProgram(besides: string, name: string): URL {
  const program = new URL(`./${name}.js`, besides);
  if (!besides.endsWith('.ts')) return program;
  return new URL(program.href.slice(PROJECT.href.length), new URL('dist/', PROJECT));
}
