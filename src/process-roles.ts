/** What a process does of all that Loupe does, and how processes that search are reached: `LOUPE_ROLES`, `LOUPE_NATS_URL` and their kin. */
import { z } from 'zod';

/** `api` answers requests, `worker` does the jobs, `search` keeps indexes. */
const roleNames = ['api', 'worker', 'search'] as const;
export type Role = (typeof roleNames)[number];

const optionalText = z.string().optional();

export const searcherVariables = {
  LOUPE_ROLES: z.string().default(roleNames.join(',')),
  LOUPE_NATS_URL: optionalText,
  LOUPE_NATS_CREDENTIALS: optionalText,
  LOUPE_PARTS: z.coerce.number().int().min(1).max(1024).optional(),
  LOUPE_SEARCH_PARTS: z
    .string()
    .regex(
      /^(all|\d+(,\d+)*|\d+\/[1-9]\d*)$/,
      'write all, numbers such as 0,3, or 1/4 for every fourth from 1',
    )
    .default('all'),
  LOUPE_SHARD_REFERENCES: z.coerce.number().int().min(1).optional(),
  LOUPE_SEARCH_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
};

type SearcherVariables = z.infer<z.ZodObject<typeof searcherVariables>>;

export interface NatsPlace {
  /** Addresses of servers of one NATS, with user and password or token where they need them. */
  readonly urls: readonly string[];
  /** File of credentials (JWT and key); null for none. */
  readonly credentialsFile: string | null;
}

export interface SearcherSettings {
  readonly nats: NatsPlace;
  /** Into how many parts applications fall; null for what the database says. */
  readonly partCount: number | null;
  /** Those that a process that searches holds, as they were written. */
  readonly held: string;
  /** References from which on an index is divided into shards; null for never. */
  readonly shardReferences: number | null;
  /** How long a search may take that others are asked for. */
  readonly timeoutMs: number;
}

export interface RoleSettings {
  readonly roles: readonly Role[];
  /** null where there is no NATS, and all is searched here. */
  readonly searchers: SearcherSettings | null;
}

const words = (list: string): readonly string[] => list.split(',').map((word) => word.trim());
const isRole = (word: string): word is Role => roleNames.some((name) => name === word);
const isNatsUrl = (url: string): boolean => /^(nats|tls):\/\/[^/\s]+$/.test(url) && URL.canParse(url);

/** What is wrong with them together, a line each. */
export function roleProblems(
  env: SearcherVariables & { readonly LOUPE_DATABASE_URL?: string | undefined },
): string[] {
  const { LOUPE_NATS_URL: nats, LOUPE_SEARCH_PARTS: held } = env;
  const unknown = words(env.LOUPE_ROLES).filter((word) => !isRole(word));
  if (unknown.length > 0)
    return [
      `LOUPE_ROLES: "${unknown.join(', ')}" is not a role; name one or more of ${roleNames.join(', ')}, with commas between them`,
    ];
  const { roles } = roleSettings(env);
  const searches = roles.includes('search');
  const isSplit = roles.length < roleNames.length;
  const isSqlite = !/^postgres/.test(env.LOUPE_DATABASE_URL ?? '');
  const problems: (false | string)[] = [
    isSplit &&
      isSqlite &&
      'LOUPE_ROLES: processes that share the work need PostgreSQL; set LOUPE_DATABASE_URL, or let one process have all roles',
    !isSplit &&
      isSqlite &&
      nats !== undefined &&
      'LOUPE_NATS_URL: processes that share the work need PostgreSQL; set LOUPE_DATABASE_URL, or leave this out',
    !searches &&
      nats === undefined &&
      'LOUPE_NATS_URL: is needed by a process without the role search, which asks others to search; write nats://<host>:4222',
    roles.join() === 'search' &&
      nats === undefined &&
      'LOUPE_NATS_URL: is needed by a process that only searches: nobody could ask it otherwise; write nats://<host>:4222',
    nats !== undefined &&
      !words(nats).every(isNatsUrl) &&
      'LOUPE_NATS_URL: write nats://<user>:<password>@<host>:4222, or tls:, and commas between several servers of one NATS',
    nats === undefined &&
      env.LOUPE_NATS_CREDENTIALS !== undefined &&
      'LOUPE_NATS_CREDENTIALS: is of no use without LOUPE_NATS_URL',
    nats === undefined &&
      env.LOUPE_SHARD_REFERENCES !== undefined &&
      'LOUPE_SHARD_REFERENCES: is of no use without LOUPE_NATS_URL, by which processes ask each other for shards',
    held !== 'all' &&
      (roles.join() !== 'search' || nats === undefined) &&
      'LOUPE_SEARCH_PARTS: only a process whose one role is search may hold some parts alone; set LOUPE_ROLES=search, or leave this out',
  ];
  return problems.filter((problem) => problem !== false);
}

export function roleSettings(env: SearcherVariables): RoleSettings {
  const given = words(env.LOUPE_ROLES);
  const { LOUPE_NATS_URL: nats } = env;
  return {
    roles: roleNames.filter((name) => given.includes(name)),
    searchers:
      nats === undefined
        ? null
        : {
            nats: { urls: words(nats), credentialsFile: env.LOUPE_NATS_CREDENTIALS ?? null },
            partCount: env.LOUPE_PARTS ?? null,
            held: env.LOUPE_SEARCH_PARTS,
            shardReferences: env.LOUPE_SHARD_REFERENCES ?? null,
            timeoutMs: env.LOUPE_SEARCH_TIMEOUT_MS,
          },
  };
}
