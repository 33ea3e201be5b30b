import { Migration } from '@mikro-orm/migrations';
import { nameElements } from './0005-operation-changes.sqlite.js';

/** Operations tell their element and what they changed. */
export class OperationChangesPostgres extends Migration {
  override up(): void {
    this.addSql(
      `alter table "operation_record" add column "user_id" uuid null, add column "element_id" uuid null, add column "element_type" text not null default '', add column "element_name" text not null default '', add column "path" text not null default '', add column "changes" jsonb null, add column "changes_left_out" int not null default 0;`,
    );
    nameElements.forEach((statement) => this.addSql(statement));
  }
}
