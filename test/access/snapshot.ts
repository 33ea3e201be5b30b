/** What the database holds, to tell whether anything has changed. */
import type { TestApp } from '../kit/app.js';

/** Tables that refused calls may write to: attempts are counted, also a stranger's own, and sessions come and go. */
const incidental: readonly string[] = [
  'access_token',
  'machine_token_use',
  'session_use',
  'mikro_orm_migrations',
  'job',
  'unmatched_scan',
  'answered_request',
  'event_position',
];

/** The rows of every table as text. */
export async function contentOf({ app }: TestApp): Promise<Readonly<Record<string, string>>> {
  // Counts of what was done before are written a little later, and entries of the log are chained.
  await app.services.applicationCounters.flush();
  await app.services.eventFeed.feed();
  await app.services.auditSealer.seal();
  const { database } = app.services;
  const em = database.reader();
  const tables = await em.execute<{ name: string }[]>(
    database.isShared
      ? "select table_name as name from information_schema.tables where table_schema = 'public' order by 1"
      : "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    if (incidental.includes(name)) continue;
    const rows = await em.execute<object[]>(`select * from "${name}"`);
    content[name] = rows
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n');
  }
  return content;
}
