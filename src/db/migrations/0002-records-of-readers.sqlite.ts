import { Migration } from '@mikro-orm/migrations';

/** A click knows its match; records copy their place and device; scans without a match are counted. */
export class RecordsOfReadersSqlite extends Migration {
  override up(): void {
    for (const [table, columns] of [
      ['match_record', ['path', 'folder_name', 'image_name', 'zone_name', 'device_name', 'sdk']],
      [
        'click_record',
        ['language', 'path', 'folder_name', 'document_name', 'image_name', 'zone_name', 'device_name', 'sdk'],
      ],
    ] as const) {
      this.addSql(`alter table \`${table}\` add column \`folder_id\` text null;`);
      for (const name of columns) {
        this.addSql(`alter table \`${table}\` add column \`${name}\` text not null default '';`);
      }
    }
    for (const name of ['match_id', 'image_id', 'zone_id']) {
      this.addSql(`alter table \`click_record\` add column \`${name}\` text null;`);
    }
    this.addSql('create index `click_record_match_id_index` on `click_record` (`match_id`);');
    this.addSql(
      'create index `click_record_organization_id_click_time_index` on `click_record` (`organization_id`, `click_time`);',
    );
    this.addSql(
      'create index `click_record_document_id_click_time_index` on `click_record` (`document_id`, `click_time`);',
    );
    this.addSql(
      'create table `unmatched_scan` (`id` text not null, `organization_id` text not null, `request_time` datetime not null, `outcome` text not null, `language` text not null, `device_name` text not null, `sdk` text not null, primary key (`id`));',
    );
    this.addSql(
      'create index `unmatched_scan_organization_id_request_time_index` on `unmatched_scan` (`organization_id`, `request_time`);',
    );
    const device = (name: string) =>
      `coalesce(json_extract(device, '$.${name}'), json_extract(device, '$.${name.toLowerCase()}'), '')`;
    fillRecords(device).forEach((statement) => this.addSql(statement));
  }
}

/**
 * Fills the new columns of the records that there are, as far as the elements are still there.
 *
 * @param device the value of a header in SQL
 */
export function fillRecords(device: (name: string) => string): readonly string[] {
  const nameOf = (id: string) => `coalesce((select name from node n where n.id = ${id}), '')`;
  const folderOf = (record: string) => `(select parent_id from node n where n.id = ${record}.document_id)`;
  const copied = (column: string) =>
    `${column} = (select m.${column} from match_record m where m.id = click_record.match_id)`;
  const inSession = 'm.document_id = click_record.document_id and m.session_id = click_record.session_id';
  return [
    `update match_record set
       path = coalesce(
         (select path from node n where n.id = coalesce(match_record.zone_id, match_record.image_id)), ''),
       folder_id = ${folderOf('match_record')},
       folder_name = ${nameOf(folderOf('match_record'))},
       image_name = ${nameOf('match_record.image_id')},
       zone_name = ${nameOf('match_record.zone_id')},
       device_name = ${device('DeviceName')},
       sdk = trim(${device('SdkName')} || ' ' || ${device('SdkVersion')})`,
    `update click_record set match_id = coalesce(
       (select m.id from match_record m where ${inSession} and m.request_time <= click_record.click_time
        order by m.request_time desc, m.id desc limit 1),
       (select m.id from match_record m where ${inSession} order by m.request_time, m.id limit 1))`,
    `update click_record set ${[
      'image_id',
      'zone_id',
      'language',
      'path',
      'folder_id',
      'folder_name',
      'document_name',
      'image_name',
      'zone_name',
      'device_name',
      'sdk',
    ]
      .map(copied)
      .join(', ')}
     where match_id is not null`,
    `update click_record set
       path = coalesce((select path from node n where n.id = click_record.document_id), ''),
       folder_id = ${folderOf('click_record')},
       folder_name = ${nameOf(folderOf('click_record'))},
       document_name = ${nameOf('click_record.document_id')}
     where match_id is null`,
  ];
}
