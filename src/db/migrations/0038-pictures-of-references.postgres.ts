import { Migration } from '@mikro-orm/migrations';
import { pictureTriggers } from './picture-triggers.js';

/** Pictures of references, for the content that keypoints do not tell apart. */
export class PicturesOfReferencesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "reference_picture" ("reference_key" bigint not null, "picture" bytea not null, primary key ("reference_key"));',
    );
    this.addSql(
      'alter table "reference_picture" add constraint "reference_picture_reference_key_foreign" foreign key ("reference_key") references "reference" ("key") on update cascade on delete cascade;',
    );
    // What is a JPEG already is not compressed again.
    this.addSql('alter table "reference_picture" alter column "picture" set storage external;');
    for (const { name, table, when } of pictureTriggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "${table}" for each row execute function "count_change"();`,
      );
    }
  }
}
