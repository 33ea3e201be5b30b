import { Migration } from '@mikro-orm/migrations';
import { pictureTriggers } from './picture-triggers.js';

/** Pictures of references, for the content that keypoints do not tell apart. */
export class PicturesOfReferencesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `reference_picture` (`reference_key` integer not null, `picture` blob not null, constraint `reference_picture_reference_key_foreign` foreign key(`reference_key`) references `reference`(`key`) on delete cascade on update cascade, primary key (`reference_key`));',
    );
    for (const { name, table, when } of pictureTriggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "${table}" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
      );
    }
  }
}
