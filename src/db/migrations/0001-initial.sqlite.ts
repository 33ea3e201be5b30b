import { Migration } from '@mikro-orm/migrations';

export class InitialSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `application` (`id` text not null, `name` text not null, `kind` text not null, `purpose` text not null, `organization_id` text null, `key_hash` text null, `key_cipher` text null, `query_key_hash` text null, `query_key_cipher` text null, `is_active` integer not null default true, `sequence` integer not null default 0, `settings` json not null, `date_created` datetime not null, `date_modified` datetime not null, primary key (`id`));',
    );
    this.addSql('create index `application_organization_id_index` on `application` (`organization_id`);');
    this.addSql('create unique index `application_key_hash_unique` on `application` (`key_hash`);');
    this.addSql(
      'create unique index `application_query_key_hash_unique` on `application` (`query_key_hash`);',
    );
    this.addSql(
      'create table `application_counter` (`application_id` text not null, `month` text not null, `name` text not null, `count` integer not null, constraint `application_counter_application_id_foreign` foreign key(`application_id`) references `application`(`id`) on delete cascade on update cascade, primary key (`application_id`, `month`, `name`));',
    );
    this.addSql(
      'create index `application_counter_application_id_index` on `application_counter` (`application_id`);',
    );
    this.addSql(
      'create table `click_record` (`id` text not null, `organization_id` text not null, `document_id` text not null, `session_id` text not null, `click_time` datetime not null, `host` text null, `action_id` text not null, `action_name` text not null, `action_order` integer null, `action_type` text not null, primary key (`id`));',
    );
    this.addSql('create index `click_record_document_id_index` on `click_record` (`document_id`);');
    this.addSql('create index `click_record_session_id_index` on `click_record` (`session_id`);');
    this.addSql(
      'create table `credit_transfer` (`id` text not null, `source_organization_id` text null, `target_organization_id` text null, `amount` integer not null, `direction` text not null, `user_id` text null, `date_created` datetime not null, primary key (`id`));',
    );
    this.addSql(
      'create index `credit_transfer_source_organization_id_index` on `credit_transfer` (`source_organization_id`);',
    );
    this.addSql(
      'create index `credit_transfer_target_organization_id_index` on `credit_transfer` (`target_organization_id`);',
    );
    this.addSql(
      'create table `job` (`id` text not null, `type` text not null, `payload` json not null, `state` text not null, `attempts` integer not null default 0, `run_after` datetime not null, `runner_id` text null, `lease_expires` datetime null, `progress` double not null default 0, `error` text null, `error_code` text null, `organization_id` text null, `subject_id` text null, `date_created` datetime not null, `date_modified` datetime not null, primary key (`id`));',
    );
    this.addSql('create index `job_subject_id_index` on `job` (`subject_id`);');
    this.addSql('create index `job_state_run_after_index` on `job` (`state`, `run_after`);');
    this.addSql(
      'create table `match_record` (`id` text not null, `organization_id` text not null, `document_id` text not null, `image_id` text not null, `zone_id` text null, `session_id` text not null, `kind` text not null, `request_time` datetime not null, `day` integer not null, `language` text not null, `image_order` integer not null, `document_name` text not null, `host` text null, `device` json not null, primary key (`id`));',
    );
    this.addSql('create index `match_record_session_id_index` on `match_record` (`session_id`);');
    this.addSql(
      'create index `match_record_document_id_request_time_index` on `match_record` (`document_id`, `request_time`);',
    );
    this.addSql(
      'create index `match_record_document_id_day_index` on `match_record` (`document_id`, `day`);',
    );
    this.addSql(
      'create index `match_record_organization_id_request_time_index` on `match_record` (`organization_id`, `request_time`);',
    );
    this.addSql(
      'create table `node` (`id` text not null, `type` text not null, `parent_id` text null, `organization_id` text not null, `path` text not null, `name` text not null, `name_folded` text not null, `name_sort_key` text not null, `order` integer not null default 0, `date_created` datetime not null, `date_modified` datetime not null, constraint `node_parent_id_foreign` foreign key(`parent_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `node_parent_id_index` on `node` (`parent_id`);');
    this.addSql('create index `node_organization_id_index` on `node` (`organization_id`);');
    this.addSql('create index `node_path_index` on `node` (`path`);');
    this.addSql(
      'create table `image` (`id` text not null, `status` text not null, `auto_trigger` integer null, `width_px` integer not null, `height_px` integer not null, `first_activated_at` datetime null, `is_counted_active` integer not null default false, constraint `image_id_foreign` foreign key(`id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql(
      'create table `icon` (`id` text not null, `node_id` text not null, `name` text null, `tags` text null, constraint `icon_node_id_foreign` foreign key(`node_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `icon_node_id_index` on `icon` (`node_id`);');
    this.addSql(
      'create table `document_language` (`document_id` text not null, `language_code` text not null, constraint `document_language_document_id_foreign` foreign key(`document_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`document_id`, `language_code`));',
    );
    this.addSql('create index `document_language_document_id_index` on `document_language` (`document_id`);');
    this.addSql(
      "create table `document` (`id` text not null, `default_language` text not null, `content_type` text not null, `status` text not null, `processing` text not null default 'Pending', `failure_reason` text null, `pages_total` integer null, `pages_done` integer not null default 0, constraint `document_id_foreign` foreign key(`id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));",
    );
    this.addSql(
      'create table `action` (`id` text not null, `node_id` text not null, `icon_id` text null, `language_code` text not null, `priority` integer null, `order` integer null, `name` text not null, `style` text null, `type` text not null, `content` text not null, `is_valid` integer not null, `date_created` datetime not null, `date_modified` datetime not null, constraint `action_node_id_foreign` foreign key(`node_id`) references `node`(`id`) on delete cascade on update cascade, constraint `action_icon_id_foreign` foreign key(`icon_id`) references `icon`(`id`) on delete set null on update cascade, primary key (`id`));',
    );
    this.addSql('create index `action_node_id_index` on `action` (`node_id`);');
    this.addSql('create index `action_icon_id_index` on `action` (`icon_id`);');
    this.addSql(
      'create index `action_node_id_language_code_index` on `action` (`node_id`, `language_code`);',
    );
    this.addSql(
      'create table `operation_record` (`id` text not null, `organization_id` text not null, `date` datetime not null, `user` text not null, `operation` text not null, `node_id` text null, primary key (`id`));',
    );
    this.addSql(
      'create index `operation_record_organization_id_date_index` on `operation_record` (`organization_id`, `date`);',
    );
    this.addSql(
      "create table `organization` (`id` text not null, `language_code` text not null, `api_key_hash` text not null, `api_key_cipher` text not null, `account_type` text not null, `mobile_api_authorized` integer not null default true, `web_api_authorized` integer not null default true, `ir_provider_id` text not null, `validity_date` datetime null, `activation_cumul` integer not null default 0, `deactivation_cumul` integer not null default 0, `total_debit` integer not null default 0, `total_credit` integer not null default 0, `pictures_count` integer null, `host_policy` text not null default 'Full', `retention_days` integer null, constraint `organization_id_foreign` foreign key(`id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));",
    );
    this.addSql('create unique index `organization_api_key_hash_unique` on `organization` (`api_key_hash`);');
    this.addSql(
      'create table `page_movement` (`id` text not null, `organization_id` text not null, `kind` text not null, `pages` integer not null, `date_created` datetime not null, primary key (`id`));',
    );
    this.addSql('create index `page_movement_organization_id_index` on `page_movement` (`organization_id`);');
    this.addSql(
      'create table `picture` (`id` text not null, `object_id` text not null, `organization_id` text not null, `name` text not null, `data` text null, `keywords` json not null, `date_created` datetime not null, `date_modified` datetime not null, constraint `picture_organization_id_foreign` foreign key(`organization_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create unique index `picture_object_id_unique` on `picture` (`object_id`);');
    this.addSql('create index `picture_organization_id_index` on `picture` (`organization_id`);');
    this.addSql(
      'create index `picture_organization_id_object_id_index` on `picture` (`organization_id`, `object_id`);',
    );
    this.addSql(
      'create table `property` (`id` text not null, `node_id` text not null, `type` text not null, `name` text not null, `value` text null, constraint `property_node_id_foreign` foreign key(`node_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `property_node_id_index` on `property` (`node_id`);');
    this.addSql(
      'create unique index `property_node_id_type_name_unique` on `property` (`node_id`, `type`, `name`);',
    );
    this.addSql(
      'create table `reference` (`key` integer not null primary key autoincrement, `application_id` text not null, `external_id` text null, `ordinal` integer not null default 0, `sequence` integer not null, `is_present` integer not null, `look` blob null, `dna` blob null, `keywords` json not null, `keypoint_count` integer not null, `grade_value` integer null, `grade_reason` text null, `date_created` datetime not null, `date_modified` datetime not null, constraint `reference_application_id_foreign` foreign key(`application_id`) references `application`(`id`) on delete cascade on update cascade);',
    );
    this.addSql('create index `reference_application_id_index` on `reference` (`application_id`);');
    this.addSql(
      'create index `reference_application_id_sequence_index` on `reference` (`application_id`, `sequence`);',
    );
    this.addSql(
      'create unique index `reference_application_id_external_id_ordinal_unique` on `reference` (`application_id`, `external_id`, `ordinal`);',
    );
    this.addSql(
      'create table `reference_import` (`id` text not null, `application_id` text not null, `state` text not null, `file_name` text null, `keywords` json not null, `total` integer not null, `added` integer not null default 0, `refused` integer not null default 0, `failure_reason` text null, `date_created` datetime not null, `date_modified` datetime not null, constraint `reference_import_application_id_foreign` foreign key(`application_id`) references `application`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql(
      'create index `reference_import_application_id_index` on `reference_import` (`application_id`);',
    );
    this.addSql(
      'create table `reference_import_line` (`import_id` text not null, `position` integer not null, `file_name` text not null, `image_id` text not null, `code` text null, `message` text null, `grade` integer null, `grade_reason` text null, `near_duplicates` json not null, constraint `reference_import_line_import_id_foreign` foreign key(`import_id`) references `reference_import`(`id`) on delete cascade on update cascade, primary key (`import_id`, `position`));',
    );
    this.addSql(
      'create index `reference_import_line_import_id_index` on `reference_import_line` (`import_id`);',
    );
    this.addSql(
      'create table `reference_keyword` (`reference_key` integer not null, `keyword` text not null, `application_id` text not null, constraint `reference_keyword_reference_key_foreign` foreign key(`reference_key`) references `reference`(`key`) on delete cascade on update cascade, primary key (`reference_key`, `keyword`));',
    );
    this.addSql(
      'create index `reference_keyword_reference_key_index` on `reference_keyword` (`reference_key`);',
    );
    this.addSql(
      'create index `reference_keyword_application_id_keyword_index` on `reference_keyword` (`application_id`, `keyword`);',
    );
    this.addSql(
      'create table `stored_file` (`id` text not null, `owner_id` text not null, `document_id` text null, `organization_id` text not null, `kind` text not null, `content_type` text not null, `size_bytes` integer not null, `sha256` text not null, `original_name` text null, `date_created` datetime not null, primary key (`id`));',
    );
    this.addSql('create index `stored_file_owner_id_index` on `stored_file` (`owner_id`);');
    this.addSql('create index `stored_file_document_id_index` on `stored_file` (`document_id`);');
    this.addSql(
      'create table `title` (`id` text not null, `node_id` text not null, `language_code` text not null, `value` text not null, `style` text null, constraint `title_node_id_foreign` foreign key(`node_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `title_node_id_index` on `title` (`node_id`);');
    this.addSql(
      'create unique index `title_node_id_language_code_unique` on `title` (`node_id`, `language_code`);',
    );
    this.addSql(
      "create table `user_account` (`id` text not null, `organization_id` text not null, `user_name` text not null, `user_name_key` text not null, `mail` text not null, `mail_key` text not null, `first_name` text null, `last_name` text null, `search_folded` text not null, `password_hash` text null, `status` text not null, `gender` text not null default 'Unknown', `date_created` datetime not null, `date_modified` datetime not null, constraint `user_account_organization_id_foreign` foreign key(`organization_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));",
    );
    this.addSql('create index `user_account_organization_id_index` on `user_account` (`organization_id`);');
    this.addSql(
      'create unique index `user_account_user_name_key_unique` on `user_account` (`user_name_key`);',
    );
    this.addSql('create index `user_account_mail_key_index` on `user_account` (`mail_key`);');
    this.addSql(
      'create table `access_token` (`id` text not null, `token_hash` text not null, `purpose` text not null, `user_id` text not null, `date_created` datetime not null, `date_expires` datetime not null, `date_revoked` datetime null, constraint `access_token_user_id_foreign` foreign key(`user_id`) references `user_account`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create unique index `access_token_token_hash_unique` on `access_token` (`token_hash`);');
    this.addSql('create index `access_token_user_id_index` on `access_token` (`user_id`);');
    this.addSql(
      'create table `user_role` (`user_id` text not null, `role` text not null, constraint `user_role_user_id_foreign` foreign key(`user_id`) references `user_account`(`id`) on delete cascade on update cascade, primary key (`user_id`, `role`));',
    );
    this.addSql('create index `user_role_user_id_index` on `user_role` (`user_id`);');
    this.addSql(
      'create table `zone` (`id` text not null, `status` text not null, `auto_trigger` integer null, `position_xpercent` integer not null, `position_ypercent` integer not null, `width_percent` integer not null, `height_percent` integer not null, constraint `zone_id_foreign` foreign key(`id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
  }
}
