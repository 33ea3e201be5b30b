import { Migration } from '@mikro-orm/migrations';

/** Pictures of references, for the content that keypoints do not tell apart. */
export class PicturesOfReferencesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `reference_picture` (`reference_key` integer not null, `picture` blob not null, constraint `reference_picture_reference_key_foreign` foreign key(`reference_key`) references `reference`(`key`) on delete cascade on update cascade, primary key (`reference_key`));',
    );
  }
}
