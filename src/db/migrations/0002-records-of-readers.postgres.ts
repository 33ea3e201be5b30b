import { Migration } from '@mikro-orm/migrations';
import { fillRecords } from './0002-records-of-readers.sqlite.js';

/** A click knows its match; records copy their place and device; scans without a match are counted. */
export class RecordsOfReadersPostgres extends Migration {
  override up(): void {
    const text = (name: string) => `add column "${name}" text not null default ''`;
    const place = ['path', 'folder_name', 'image_name', 'zone_name', 'device_name', 'sdk'].map(text);
    const id = (name: string) => `add column "${name}" uuid null`;
    this.addSql(`alter table "match_record" ${[id('folder_id'), ...place].join(', ')};`);
    const ids = ['folder_id', 'match_id', 'image_id', 'zone_id'].map(id);
    const texts = ['language', 'document_name'].map(text);
    this.addSql(`alter table "click_record" ${[...ids, ...place, ...texts].join(', ')};`);
    this.addSql('create index "click_record_match_id_index" on "click_record" ("match_id");');
    this.addSql(
      'create index "click_record_organization_id_click_time_index" on "click_record" ("organization_id", "click_time");',
    );
    this.addSql(
      'create index "click_record_document_id_click_time_index" on "click_record" ("document_id", "click_time");',
    );
    this.addSql(
      'create table "unmatched_scan" ("id" uuid not null, "organization_id" uuid not null, "request_time" timestamptz not null, "outcome" varchar(255) not null, "language" text not null, "device_name" text not null, "sdk" text not null, constraint "unmatched_scan_pkey" primary key ("id"));',
    );
    this.addSql(
      'create index "unmatched_scan_organization_id_request_time_index" on "unmatched_scan" ("organization_id", "request_time");',
    );
    const device = (name: string) => `coalesce(device->>'${name}', device->>'${name.toLowerCase()}', '')`;
    fillRecords(device).forEach((statement) => this.addSql(statement));
  }
}
