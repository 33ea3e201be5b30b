import type { AbstractSqlDriver, SqlEntityManager } from '@mikro-orm/sqlite';

export type EntityManager = SqlEntityManager<AbstractSqlDriver>;
