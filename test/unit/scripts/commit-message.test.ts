import { expect, test } from 'vitest';
import { faultsOfMessage } from '../../../scripts/support/commit-message.mjs';

const GOOD =
  'A search ends at once while NATS is known to be away\n\nIt waited four seconds for an answer that nobody could give.\n';

test('a subject with a body that says why is good, and so are merges', () => {
  expect(faultsOfMessage(GOOD)).toEqual([]);
  expect(faultsOfMessage(`${GOOD}# Please enter the commit message\n`)).toEqual([]);
  expect(faultsOfMessage("Merge branch 'main' of elsewhere")).toEqual([]);
});

test.each([
  ['no body', 'A search ends at once', 'says why'],
  ['comments for a body', 'A search ends at once\n\n# On branch main', 'says why'],
  ['no line between', 'A search ends at once\nIt waited.', 'second line'],
  ['a long subject', `${'x'.repeat(71)}\n\nWhy.`, '71 letters'],
  ['two things', 'Mend the search; rename the index\n\nWhy.', 'several things'],
  ['two things by and', 'Mend the search, and rename the index\n\nWhy.', 'several things'],
  ['nothing', '', 'is empty'],
])('%s is named', (_what, message, said) => {
  expect(faultsOfMessage(message).join(' ')).toContain(said);
});
