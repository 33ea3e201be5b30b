/** Two editors who decide about the proposals of one document at a time. */
import { expect, it } from 'vitest';
import { leafletOf } from '../kit/files/leaflets.js';
import { elementsOf, memberOf } from '../kit/json.js';
import { readProposals } from '../kit/proposals.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });

async function arrange({ hasPicture }: { readonly hasPicture: boolean }) {
  const organization = await seed(loupe).organization({ credit: 50 });
  const [one, two] = [await organization.user(), await organization.user()];
  const links = Array.from({ length: 12 }, (_, at) => ({
    text: `Link ${at}`,
    target: `https://boats.ch/${at}`,
  }));
  const picture = hasPicture ? { picture: { seed: 5, target: 'https://boats.ch/gallery' } } : {};
  const pages = [{ title: 'Summer on the lake', links, ...picture }];
  const document = await (
    await one.folder()
  ).document(await leafletOf(pages), { contentType: 'application/pdf' });
  const ids = (await readProposals(one, document.id)).map(({ id }) => String(id));
  const decide = (who: SeededUser, what: 'Accept' | 'Dismiss', Ids: readonly string[]) =>
    who.send('PUT', `/services/Proposals/${what}?documentId=${document.id}`, { json: { Ids } });
  const drafted = async () => {
    const query =
      'query ($id: ID!) { node(id: $id) { ... on Document { draft { changes { kind actionName } } } } }';
    const answer = await one.send('POST', '/graphql', { json: { query, variables: { id: document.id } } });
    const { draft } = memberOf(memberOf(answer, 'data'), 'node') as { readonly draft: unknown };
    return draft === null
      ? []
      : elementsOf(memberOf(draft, 'changes')).map((change) => JSON.stringify(change));
  };
  return { one, two, ids, decide, drafted, document };
}

it('accept each of them once, in whatever order they come', async () => {
  const { one, two, ids, decide, drafted, document } = await arrange({ hasPicture: true });
  expect(ids).toHaveLength(15);
  const answers = await Promise.all(
    [one, two].flatMap((who) => [
      decide(who, 'Accept', ids),
      ...ids.map((id) => decide(who, 'Accept', [id])),
    ]),
  );
  const accepted = answers.reduce((sum: number, answer) => sum + Number(memberOf(answer, 'Accepted')), 0);
  expect(accepted).toBe(15);
  const changes = await drafted();
  // A title, twelve links of the page, the zone of the picture and its link.
  expect(changes).toHaveLength(15);
  expect(new Set(changes).size).toBe(15);
  expect(await readProposals(one, document.id)).toEqual([]);
});

it('never both accept and refuse the same one', async () => {
  const { one, two, ids, decide, drafted } = await arrange({ hasPicture: false });
  const answers = await Promise.all(
    ids.flatMap((id, at) => {
      const turns = [() => decide(one, 'Accept', [id]), () => decide(two, 'Dismiss', [id])];
      return (at % 2 === 0 ? turns : turns.toReversed()).map((turn) => turn());
    }),
  );
  const sum = (member: string) =>
    answers.reduce(
      (all: number, answer) => all + Number((answer as Record<string, unknown>)[member] ?? 0),
      0,
    );
  expect(sum('Accepted') + sum('Dismissed')).toBe(13);
  expect(await drafted()).toHaveLength(sum('Accepted'));
});
