import { Migration } from '@mikro-orm/migrations';

/** When, from where and with what log-ins were last used. */
export class SessionUsesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "session_use" ("token_id" uuid not null, "device" text not null, "network" text not null, "date_last" timestamptz not null, constraint "session_use_pkey" primary key ("token_id"));',
    );
    this.addSql(
      'alter table "session_use" add constraint "session_use_token_id_foreign" foreign key ("token_id") references "access_token" ("id") on update cascade on delete cascade;',
    );
  }
}
