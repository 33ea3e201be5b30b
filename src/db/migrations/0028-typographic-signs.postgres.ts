import { Migration } from '@mikro-orm/migrations';
import { refoldTexts } from './refold-texts.js';

export class TypographicSignsPostgres extends Migration {
  override async up(): Promise<void> {
    await refoldTexts((sql, values) => this.execute(sql, values));
  }
}
