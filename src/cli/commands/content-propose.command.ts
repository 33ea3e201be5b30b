/** `loupe content propose`: what the file of a document proposes, and taking it over into its draft. */
import type { Command } from 'commander';
import { operator } from '../../access/viewer.js';
import { PROPOSAL_KINDS, type ProposalKind } from '../../documents/proposals/proposal.entity.js';
import type { ProposalView } from '../../documents/proposals/proposal-edits.js';
import type { ProposalChoice, ProposalService } from '../../documents/proposals/proposal.service.js';
import { badInput } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import { type CliContext, withServices } from '../context.js';
import { collect, examples } from '../options.js';
import { type OutputOptions, printList, printOne } from '../output.js';

interface Options extends OutputOptions {
  readonly kind: readonly string[];
  readonly accept?: boolean;
  readonly dismiss?: boolean;
  readonly again?: boolean;
}

const ROWS_AT_ONCE = 500;

export function addProposeCommand(content: Command, context: CliContext): void {
  content
    .command('propose')
    .description('list what the file of a document proposes, or take it into the draft of the document')
    .argument('<document>', 'id of the document')
    .option('--kind <kind>', `only ${PROPOSAL_KINDS.join(', ')}; may be repeated`, collect, [])
    .option('--accept', 'make zones, titles and actions of them in the draft, which a person publishes')
    .option('--dismiss', 'refuse them for good')
    .option('--again', 'have the server read the file once more, for example after an upgrade')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe content propose <id>',
        'loupe content propose <id> --kind Link --kind Phone --accept --json',
      ),
    )
    .action(async (id: string, options: Options) => {
      if (!isId(id))
        throw badInput('document', 'must be the id of a document, as its address in the console ends');
      const { accept, dismiss, again } = options;
      if ([accept, dismiss, again].filter((each) => each === true).length > 1) {
        throw badInput('accept', 'goes with neither --dismiss nor --again; call the command once for each');
      }
      const choice = options.kind.length === 0 ? {} : { kinds: options.kind.map(toKind) };
      await withServices(context, async ({ proposals }) => {
        if (again === true) {
          await proposals.propose(operator, id);
          return printOne(
            context,
            options,
            { reading: true },
            { Reading: 'the server reads the file again' },
          );
        }
        if (accept === true) {
          const accepted = await acceptAll(proposals, id, choice);
          return printOne(context, options, { accepted }, { Accepted: accepted });
        }
        if (dismiss === true) {
          const dismissed = await proposals.dismiss(operator, id, choice);
          return printOne(context, options, { dismissed }, { Dismissed: dismissed });
        }
        return printList(
          context,
          options,
          await listAll(proposals, id, choice),
          {
            Kind: (row) => row.kind,
            From: (row) => row.origin,
            'For all': (row) => (row.isOfDocument ? 'yes' : ''),
            Title: (row) => row.title ?? row.action?.name ?? null,
            Opens: (row) => targetOf(row),
          },
          'Nothing is proposed. --again reads the file once more.',
        );
      });
    });
}

/** @throws LoupeError BAD_USER_INPUT that names the kinds there are */
function toKind(text: string): ProposalKind {
  const kind = PROPOSAL_KINDS.find((each) => each.toLowerCase() === text.toLowerCase());
  if (kind === undefined)
    throw badInput('kind', `must be one of ${PROPOSAL_KINDS.join(', ')}; this is "${text}"`);
  return kind;
}

async function acceptAll(proposals: ProposalService, id: string, choice: ProposalChoice): Promise<number> {
  let sum = 0;
  for (;;) {
    const { accepted, left } = await proposals.accept(operator, id, choice);
    sum += accepted;
    if (left === 0 || accepted === 0) return sum;
  }
}

async function listAll(
  proposals: ProposalService,
  id: string,
  choice: ProposalChoice,
): Promise<readonly ProposalView[]> {
  const all: ProposalView[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? null : [last.order, last.id];
    const keyset = { after, before: null, limit: ROWS_AT_ONCE, isInverted: false };
    const rows = await proposals.list(operator, id, choice, keyset);
    all.push(...rows);
    if (rows.length < ROWS_AT_ONCE) return all;
  }
}

function targetOf({ action }: ProposalView): string | null {
  const { Url, Address, Number: number, Start } = action?.content ?? {};
  const found = Url ?? Address ?? number ?? Start;
  return typeof found === 'string' ? found : null;
}
