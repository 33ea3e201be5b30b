import { Migration } from '@mikro-orm/migrations';
import { tokenTriggers } from './token-triggers.js';

/** Tokens that programs show instead of a user's log-in, and how often they did. */
export class MachineTokensPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "machine_token" ("id" uuid not null, "token_hash" varchar(255) not null, "name" text not null, "place_id" uuid not null, "owner_id" uuid not null, "scopes" jsonb not null, "date_created" timestamptz not null, "date_expires" timestamptz not null, constraint "machine_token_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "machine_token" add constraint "machine_token_token_hash_unique" unique ("token_hash");',
    );
    this.addSql(
      'alter table "machine_token" add constraint "machine_token_place_id_foreign" foreign key ("place_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "machine_token" add constraint "machine_token_owner_id_foreign" foreign key ("owner_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'create table "machine_token_use" ("token_id" uuid not null, "day" varchar(255) not null, "address" varchar(255) not null, "count" int not null, "date_last" timestamptz not null, constraint "machine_token_use_pkey" primary key ("token_id", "day", "address"));',
    );
    this.addSql(
      'alter table "machine_token_use" add constraint "machine_token_use_token_id_foreign" foreign key ("token_id") references "machine_token" ("id") on update cascade on delete cascade;',
    );
    for (const { name, when } of tokenTriggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "machine_token" for each row execute function "count_change"();`,
      );
    }
  }
}
