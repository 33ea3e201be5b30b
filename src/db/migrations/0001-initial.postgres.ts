import { Migration } from '@mikro-orm/migrations';

export class InitialPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "application" ("id" uuid not null, "name" text not null, "kind" varchar(255) not null, "purpose" varchar(255) not null, "organization_id" uuid null, "key_hash" varchar(255) null, "key_cipher" text null, "query_key_hash" varchar(255) null, "query_key_cipher" text null, "is_active" boolean not null default true, "sequence" int not null default 0, "settings" jsonb not null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "application_pkey" primary key ("id"));',
    );
    this.addSql('create index "application_organization_id_index" on "application" ("organization_id");');
    this.addSql(
      'alter table "application" add constraint "application_key_hash_unique" unique ("key_hash");',
    );
    this.addSql(
      'alter table "application" add constraint "application_query_key_hash_unique" unique ("query_key_hash");',
    );
    this.addSql(
      'create table "application_counter" ("application_id" uuid not null, "month" varchar(255) not null, "name" varchar(255) not null, "count" int not null, constraint "application_counter_pkey" primary key ("application_id", "month", "name"));',
    );
    this.addSql(
      'create table "click_record" ("id" uuid not null, "organization_id" uuid not null, "document_id" uuid not null, "session_id" varchar(255) not null, "click_time" timestamptz not null, "host" varchar(255) null, "action_id" uuid not null, "action_name" text not null, "action_order" int null, "action_type" varchar(255) not null, constraint "click_record_pkey" primary key ("id"));',
    );
    this.addSql('create index "click_record_document_id_index" on "click_record" ("document_id");');
    this.addSql('create index "click_record_session_id_index" on "click_record" ("session_id");');
    this.addSql(
      'create table "credit_transfer" ("id" uuid not null, "source_organization_id" uuid null, "target_organization_id" uuid null, "amount" int not null, "direction" varchar(255) not null, "user_id" uuid null, "date_created" timestamptz not null, constraint "credit_transfer_pkey" primary key ("id"));',
    );
    this.addSql(
      'create index "credit_transfer_source_organization_id_index" on "credit_transfer" ("source_organization_id");',
    );
    this.addSql(
      'create index "credit_transfer_target_organization_id_index" on "credit_transfer" ("target_organization_id");',
    );
    this.addSql(
      'create table "job" ("id" uuid not null, "type" varchar(255) not null, "payload" jsonb not null, "state" varchar(255) not null, "attempts" int not null default 0, "run_after" timestamptz not null, "runner_id" uuid null, "lease_expires" timestamptz null, "progress" double precision not null default 0, "error" text null, "error_code" varchar(255) null, "organization_id" uuid null, "subject_id" uuid null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "job_pkey" primary key ("id"));',
    );
    this.addSql('create index "job_subject_id_index" on "job" ("subject_id");');
    this.addSql('create index "job_state_run_after_index" on "job" ("state", "run_after");');
    this.addSql(
      'create table "match_record" ("id" uuid not null, "organization_id" uuid not null, "document_id" uuid not null, "image_id" uuid not null, "zone_id" uuid null, "session_id" varchar(255) not null, "kind" varchar(255) not null, "request_time" timestamptz not null, "day" int not null, "language" varchar(255) not null, "image_order" int not null, "document_name" text not null, "host" varchar(255) null, "device" jsonb not null, constraint "match_record_pkey" primary key ("id"));',
    );
    this.addSql('create index "match_record_session_id_index" on "match_record" ("session_id");');
    this.addSql(
      'create index "match_record_document_id_request_time_index" on "match_record" ("document_id", "request_time");',
    );
    this.addSql(
      'create index "match_record_document_id_day_index" on "match_record" ("document_id", "day");',
    );
    this.addSql(
      'create index "match_record_organization_id_request_time_index" on "match_record" ("organization_id", "request_time");',
    );
    this.addSql(
      'create table "node" ("id" uuid not null, "type" varchar(255) not null, "parent_id" uuid null, "organization_id" uuid not null, "path" text not null, "name" text not null, "name_folded" text not null, "name_sort_key" text not null, "order" int not null default 0, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "node_pkey" primary key ("id"));',
    );
    this.addSql('create index "node_organization_id_index" on "node" ("organization_id");');
    this.addSql('create index "node_path_index" on "node" ("path");');
    this.addSql(
      'create table "image" ("id" uuid not null, "status" varchar(255) not null, "auto_trigger" boolean null, "width_px" int not null, "height_px" int not null, "first_activated_at" timestamptz null, "is_counted_active" boolean not null default false, constraint "image_pkey" primary key ("id"));',
    );
    this.addSql(
      'create table "icon" ("id" uuid not null, "node_id" uuid not null, "name" text null, "tags" text null, constraint "icon_pkey" primary key ("id"));',
    );
    this.addSql(
      'create table "document_language" ("document_id" uuid not null, "language_code" varchar(255) not null, constraint "document_language_pkey" primary key ("document_id", "language_code"));',
    );
    this.addSql(
      'create table "document" ("id" uuid not null, "default_language" varchar(255) not null, "content_type" varchar(255) not null, "status" varchar(255) not null, "processing" varchar(255) not null default \'Pending\', "failure_reason" text null, "pages_total" int null, "pages_done" int not null default 0, constraint "document_pkey" primary key ("id"));',
    );
    this.addSql(
      'create table "action" ("id" uuid not null, "node_id" uuid not null, "icon_id" uuid null, "language_code" varchar(255) not null, "priority" int null, "order" int null, "name" text not null, "style" text null, "type" varchar(255) not null, "content" text not null, "is_valid" boolean not null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "action_pkey" primary key ("id"));',
    );
    this.addSql(
      'create index "action_node_id_language_code_index" on "action" ("node_id", "language_code");',
    );
    this.addSql(
      'create table "operation_record" ("id" uuid not null, "organization_id" uuid not null, "date" timestamptz not null, "user" text not null, "operation" text not null, "node_id" uuid null, constraint "operation_record_pkey" primary key ("id"));',
    );
    this.addSql(
      'create index "operation_record_organization_id_date_index" on "operation_record" ("organization_id", "date");',
    );
    this.addSql(
      'create table "organization" ("id" uuid not null, "language_code" varchar(255) not null, "api_key_hash" varchar(255) not null, "api_key_cipher" text not null, "account_type" varchar(255) not null, "mobile_api_authorized" boolean not null default true, "web_api_authorized" boolean not null default true, "ir_provider_id" uuid not null, "validity_date" timestamptz null, "activation_cumul" int not null default 0, "deactivation_cumul" int not null default 0, "total_debit" int not null default 0, "total_credit" int not null default 0, "pictures_count" int null, "host_policy" varchar(255) not null default \'Full\', "retention_days" int null, constraint "organization_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "organization" add constraint "organization_api_key_hash_unique" unique ("api_key_hash");',
    );
    this.addSql(
      'create table "page_movement" ("id" uuid not null, "organization_id" uuid not null, "kind" varchar(255) not null, "pages" int not null, "date_created" timestamptz not null, constraint "page_movement_pkey" primary key ("id"));',
    );
    this.addSql('create index "page_movement_organization_id_index" on "page_movement" ("organization_id");');
    this.addSql(
      'create table "picture" ("id" uuid not null, "object_id" varchar(255) not null, "organization_id" uuid not null, "name" text not null, "data" text null, "keywords" jsonb not null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "picture_pkey" primary key ("id"));',
    );
    this.addSql('alter table "picture" add constraint "picture_object_id_unique" unique ("object_id");');
    this.addSql(
      'create index "picture_organization_id_object_id_index" on "picture" ("organization_id", "object_id");',
    );
    this.addSql(
      'create table "property" ("id" uuid not null, "node_id" uuid not null, "type" varchar(255) not null, "name" varchar(255) not null, "value" text null, constraint "property_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "property" add constraint "property_node_id_type_name_unique" unique ("node_id", "type", "name");',
    );
    this.addSql(
      'create table "reference" ("key" serial primary key, "application_id" uuid not null, "external_id" text null, "ordinal" int not null default 0, "sequence" int not null, "is_present" boolean not null, "look" bytea null, "dna" bytea null, "keywords" jsonb not null, "keypoint_count" int not null, "grade_value" int null, "grade_reason" varchar(255) null, "date_created" timestamptz not null, "date_modified" timestamptz not null);',
    );
    this.addSql(
      'create index "reference_application_id_sequence_index" on "reference" ("application_id", "sequence");',
    );
    this.addSql(
      'alter table "reference" add constraint "reference_application_id_external_id_ordinal_unique" unique ("application_id", "external_id", "ordinal");',
    );
    this.addSql(
      'create table "reference_import" ("id" uuid not null, "application_id" uuid not null, "state" varchar(255) not null, "file_name" text null, "keywords" jsonb not null, "total" int not null, "added" int not null default 0, "refused" int not null default 0, "failure_reason" text null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "reference_import_pkey" primary key ("id"));',
    );
    this.addSql(
      'create index "reference_import_application_id_index" on "reference_import" ("application_id");',
    );
    this.addSql(
      'create table "reference_import_line" ("import_id" uuid not null, "position" int not null, "file_name" text not null, "image_id" text not null, "code" varchar(255) null, "message" text null, "grade" int null, "grade_reason" varchar(255) null, "near_duplicates" jsonb not null, constraint "reference_import_line_pkey" primary key ("import_id", "position"));',
    );
    this.addSql(
      'create table "reference_keyword" ("reference_key" int not null, "keyword" varchar(255) not null, "application_id" uuid not null, constraint "reference_keyword_pkey" primary key ("reference_key", "keyword"));',
    );
    this.addSql(
      'create index "reference_keyword_application_id_keyword_index" on "reference_keyword" ("application_id", "keyword");',
    );
    this.addSql(
      'create table "stored_file" ("id" uuid not null, "owner_id" uuid not null, "document_id" uuid null, "organization_id" uuid not null, "kind" varchar(255) not null, "content_type" varchar(255) not null, "size_bytes" int not null, "sha256" varchar(255) not null, "original_name" text null, "date_created" timestamptz not null, constraint "stored_file_pkey" primary key ("id"));',
    );
    this.addSql('create index "stored_file_owner_id_index" on "stored_file" ("owner_id");');
    this.addSql('create index "stored_file_document_id_index" on "stored_file" ("document_id");');
    this.addSql(
      'create table "title" ("id" uuid not null, "node_id" uuid not null, "language_code" varchar(255) not null, "value" text not null, "style" text null, constraint "title_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "title" add constraint "title_node_id_language_code_unique" unique ("node_id", "language_code");',
    );
    this.addSql(
      'create table "user_account" ("id" uuid not null, "organization_id" uuid not null, "user_name" text not null, "user_name_key" varchar(255) not null, "mail" text not null, "mail_key" varchar(255) not null, "first_name" text null, "last_name" text null, "search_folded" text not null, "password_hash" text null, "status" varchar(255) not null, "gender" varchar(255) not null default \'Unknown\', "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "user_account_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "user_account" add constraint "user_account_user_name_key_unique" unique ("user_name_key");',
    );
    this.addSql('create index "user_account_mail_key_index" on "user_account" ("mail_key");');
    this.addSql(
      'create table "access_token" ("id" uuid not null, "token_hash" varchar(255) not null, "purpose" varchar(255) not null, "user_id" uuid not null, "date_created" timestamptz not null, "date_expires" timestamptz not null, "date_revoked" timestamptz null, constraint "access_token_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "access_token" add constraint "access_token_token_hash_unique" unique ("token_hash");',
    );
    this.addSql(
      'create table "user_role" ("user_id" uuid not null, "role" varchar(255) not null, constraint "user_role_pkey" primary key ("user_id", "role"));',
    );
    this.addSql(
      'create table "zone" ("id" uuid not null, "status" varchar(255) not null, "auto_trigger" boolean null, "position_xpercent" int not null, "position_ypercent" int not null, "width_percent" int not null, "height_percent" int not null, constraint "zone_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "application_counter" add constraint "application_counter_application_id_foreign" foreign key ("application_id") references "application" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "node" add constraint "node_parent_id_foreign" foreign key ("parent_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "image" add constraint "image_id_foreign" foreign key ("id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "icon" add constraint "icon_node_id_foreign" foreign key ("node_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "document_language" add constraint "document_language_document_id_foreign" foreign key ("document_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "document" add constraint "document_id_foreign" foreign key ("id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "action" add constraint "action_node_id_foreign" foreign key ("node_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "action" add constraint "action_icon_id_foreign" foreign key ("icon_id") references "icon" ("id") on update cascade on delete set null;',
    );
    this.addSql(
      'alter table "organization" add constraint "organization_id_foreign" foreign key ("id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "picture" add constraint "picture_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "property" add constraint "property_node_id_foreign" foreign key ("node_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "reference" add constraint "reference_application_id_foreign" foreign key ("application_id") references "application" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "reference_import" add constraint "reference_import_application_id_foreign" foreign key ("application_id") references "application" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "reference_import_line" add constraint "reference_import_line_import_id_foreign" foreign key ("import_id") references "reference_import" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "reference_keyword" add constraint "reference_keyword_reference_key_foreign" foreign key ("reference_key") references "reference" ("key") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "title" add constraint "title_node_id_foreign" foreign key ("node_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "user_account" add constraint "user_account_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "access_token" add constraint "access_token_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "user_role" add constraint "user_role_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "zone" add constraint "zone_id_foreign" foreign key ("id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
