import { Migration } from '@mikro-orm/migrations';

/** Proposals that files of documents make. */
export class ProposalsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "proposal" ("id" uuid not null, "document_id" uuid not null, "page_id" uuid not null, "kind" varchar(255) not null, "origin" varchar(255) not null, "state" varchar(255) not null default \'Open\', "sameness" varchar(255) not null, "value" text not null, "is_of_document" boolean not null default false, "place" int not null, "user" text null, "date_created" timestamptz not null, "date_modified" timestamptz not null, primary key ("id"));',
    );
    this.addSql(
      'create index "proposal_document_id_place_id_index" on "proposal" ("document_id", "place", "id");',
    );
    this.addSql(
      'alter table "proposal" add constraint "proposal_page_id_sameness_unique" unique ("page_id", "sameness");',
    );
    this.addSql(
      'alter table "proposal" add constraint "proposal_document_id_foreign" foreign key ("document_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "proposal" add constraint "proposal_page_id_foreign" foreign key ("page_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
