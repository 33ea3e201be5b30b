import { Migration } from '@mikro-orm/migrations';

/** Limits that operators set for organizations, and their uses. */
export class LimitsOfOrganizationsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'alter table "organization" add column "storage_limit" bigint null, add column "scan_limit" int null;',
    );
    this.addSql(
      'create table "organization_use" ("organization_id" uuid not null, "month" varchar(255) not null, "scans" int not null, constraint "organization_use_pkey" primary key ("organization_id", "month"));',
    );
    this.addSql(
      'alter table "organization_use" add constraint "organization_use_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql('create index "stored_file_organization_id_index" on "stored_file" ("organization_id");');
  }
}
