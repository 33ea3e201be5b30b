/** `npm run typecheck`: the type checks of `npm test`. Each remembers what it read, so that the next one takes seconds. */
import { typeChecks } from './testing/checks.mjs';
import { runNode } from './testing/programs.mjs';

for (const { title, args } of typeChecks) {
  const { isGood, output } = await runNode(args);
  if (isGood) continue;
  process.stderr.write(`${title}:\n${output}`);
  process.exitCode = 1;
}
