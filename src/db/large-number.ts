import { type EntityProperty, type Platform, Type } from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';

/** An integer that may grow beyond 2.1 billion, as far as JavaScript counts exactly. SQLite knows one kind of integers only. */
export class LargeNumber extends Type<number, number> {
  override getColumnType(_property: EntityProperty, platform: Platform): string {
    return platform instanceof PostgreSqlPlatform ? 'bigint' : 'integer';
  }

  override compareAsType(): string {
    return 'number';
  }
}
