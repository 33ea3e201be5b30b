import { Migration } from '@mikro-orm/migrations';
import { fillFoldedTexts } from './fill-folded-texts.js';

export class FoldedTextsPostgres extends Migration {
  override async up(): Promise<void> {
    await this.execute(`alter table "title" add column "value_folded" text not null default '';`);
    await this.execute(`alter table "action" add column "name_folded" text not null default '';`);
    await this.execute(`alter table "action" add column "target_folded" text not null default '';`);
    await fillFoldedTexts((sql, values) => this.execute(sql, values));
  }
}
