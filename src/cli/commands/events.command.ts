/** `loupe events`: what readers did and do, a line each. */
import { type Command, InvalidArgumentError } from 'commander';
import { setTimeout as wait } from 'node:timers/promises';
import { operator } from '../../access/viewer.js';
import { eventBody, decodePlace, encodePlace } from '../../readers/events/event-body.js';
import { timeOfNumber } from '../../readers/events/event-number.js';
import type { RecordedEvent } from '../../readers/events/recorded-event.js';
import type { EventPlace } from '../../readers/events/recorded-events.service.js';
import { type CliContext, type CliServices, withServices } from '../context.js';
import { examples, findOrganization } from '../options.js';

interface EventsOptions {
  readonly org: string;
  readonly document?: string;
  readonly after?: string;
  readonly from?: Date;
  readonly follow?: boolean;
  readonly json?: boolean;
}

const AT_ONCE = 100;
const LOOK_EVERY_MS = 1000;

export function addEventsCommand(program: Command, context: CliContext): void {
  program
    .command('events')
    .description('print what readers did in the last 30 days, in order, and what they do; Ctrl-C ends it')
    .requiredOption('--org <organization>', 'id or name of the organization; those below it are among them')
    .option('--document <id>', 'those of this document alone')
    .option('--after <cursor>', 'go on behind an event: the member `cursor` of its line of JSON')
    .option('--from <time>', 'begin at a time, for example 2026-11-28T07:00:00Z', toTime)
    .option('--follow', 'then go on as it happens; without --after and --from, begin now')
    .option('--json', 'print a line of JSON for each, with its cursor')
    .addHelpText(
      'after',
      examples(
        'loupe events --org "Lisière" --from 2026-11-28T07:00:00Z',
        'loupe events --org "Lisière" --follow --json',
      ),
    )
    .addHelpText('after', '\nEach event comes at least once. A server gives them their order: it has to run.')
    .action(async (options: EventsOptions) =>
      withServices(context, async (services) => printEvents(context, services, options)),
    );
}

/** @throws InvalidArgumentError */
function toTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time of ISO 8601.');
  return time;
}

async function printEvents(
  context: CliContext,
  services: CliServices,
  options: EventsOptions,
): Promise<void> {
  const { recordedEvents: events, database } = services;
  const { id } = await findOrganization(services.organizations, options.org);
  const documentId = options.document ?? null;
  const isFollowing = options.follow === true;
  let place = await beginning();
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end);
  try {
    for (;;) {
      const batch = await events.read(operator, id, { after: place, limit: AT_ONCE, documentId });
      for (const event of batch.events) context.out(lineOf(event, options.json === true));
      ({ place } = batch);
      if (batch.events.length === AT_ONCE) continue;
      if (!isFollowing || ending.signal.aborted) return;
      await wait(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  } finally {
    process.off('SIGINT', end);
  }

  async function beginning(): Promise<EventPlace | null> {
    if (options.after !== undefined) return decodePlace(options.after, 'after');
    if (options.from !== undefined) return events.placeAt(database.reader(), id, options.from);
    return isFollowing ? events.placeAt(database.reader(), id, null) : null;
  }
}

function lineOf(event: RecordedEvent, isJson: boolean): string {
  const { number, kind, time, documentName, pageOrder, pageName, actionName } = event;
  if (isJson) {
    const cursor = encodePlace({ number, asOf: timeOfNumber(number) });
    return `${JSON.stringify({ ...eventBody(event), cursor })}\n`;
  }
  const page = pageOrder === null ? pageName : `page ${pageOrder}`;
  const about = [documentName, page, event.zoneName, actionName].filter((text) => text !== '').join(', ');
  return `${time.toISOString()}  ${kind.toLowerCase().padEnd(12)}  ${about}\n`;
}
