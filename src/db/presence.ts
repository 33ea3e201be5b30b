/**
 * Which processes are there, as a PostgreSQL database knows it: each keeps a lock by its name in a session of its own. A
 * process that is killed loses its sessions at once, its locks with them; one that hangs keeps both.
 */

/** Any number that no other locks by two numbers have. */
const PRESENCE_LOCKS = 1_280_266_064;

/** Statement that keeps a name, the only parameter, until the session ends. Shared, since names may have one checksum. */
export const keepNameStatement = `select pg_try_advisory_lock_shared(${PRESENCE_LOCKS}, hashtext($1))`;

/** @returns a condition in SQL: some session keeps the name that `column` holds */
export function isKept(column: string): string {
  return `exists (
    select 1 from pg_locks held
    where held.locktype = 'advisory' and held.objsubid = 2 and held.classid = ${PRESENCE_LOCKS}
      and cast(held.objid as bigint) = (cast(hashtext(cast(${column} as text)) as bigint) & 4294967295)
      and held.database = (select oid from pg_database where datname = current_database())
  )`;
}
