import { Migration } from '@mikro-orm/migrations';

/**
 * Pictures of references are kept in the luma that JPEG files have. Those of pages and zones that were kept in another gray
 * go, and are made again from their files after the start.
 */
export class PicturesByLumaSqlite extends Migration {
  override up(): void {
    this.addSql(
      `delete from reference_picture where reference_key in (
         select reference."key" from reference
           join application on application.id = reference.application_id and application.purpose = 'content')`,
    );
  }
}
