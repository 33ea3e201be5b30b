import { Migration } from '@mikro-orm/migrations';
import { placeTriggers } from './place-triggers.js';

/** Counts new and moved zones among the changes of what cached answers are made of. */
export class PlacesOfZonesSqlite extends Migration {
  override up(): void {
    for (const { name, when } of placeTriggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "zone" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
      );
    }
  }
}
