/**
 * Lends a JavaScript module the protocol of matchers: a call a line on standard input, an answer a line on standard
 * output. In a process of its own, a module that hangs or dies takes nothing else with it.
 *
 *   node host.mjs <module>
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , path] = process.argv;
// What the module writes is no answer.
for (const name of ['log', 'info', 'debug']) console[name] = console.error;

const matcher = await import(pathToFileURL(path).href);
const missing = ['add', 'search'].filter((name) => typeof matcher[name] !== 'function');
if (missing.length > 0) {
  console.error(`${path} exports no function ${missing.join(' and no function ')}.`);
  process.exit(1);
}
for await (const line of createInterface({ input: process.stdin })) {
  const { call, ...rest } = JSON.parse(line);
  const answer = await answerTo(call, rest);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  if (call === 'close') process.exit(0);
}

async function answerTo(call, { id, file, limit }) {
  if (call === 'add') await matcher.add(id, file);
  else if (call === 'search') return { hits: await matcher.search(file, limit) };
  else await matcher.close?.();
  return {};
}
