import { Migration } from '@mikro-orm/migrations';

/** What readers are shown of a publisher: a color, and where its imprint and privacy notice stand. */
export class BrandsPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "organization" add column "brand_color" varchar(255) null;');
    this.addSql('alter table "organization" add column "imprint_url" text null;');
    this.addSql('alter table "organization" add column "privacy_url" text null;');
  }
}
