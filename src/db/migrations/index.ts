import { RecordedEventsPostgres } from './0091-recorded-events.postgres.js';
import { RecordedEventsSqlite } from './0091-recorded-events.sqlite.js';
import { WatchedLinksPostgres } from './0098-watched-links.postgres.js';
import { WatchedLinksSqlite } from './0098-watched-links.sqlite.js';
import { PageTextsPostgres } from './0075-page-texts.postgres.js';
import { PageTextsSqlite } from './0075-page-texts.sqlite.js';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { isPostgres } from '../connect.js';
import { InitialPostgres } from './0001-initial.postgres.js';
import { InitialSqlite } from './0001-initial.sqlite.js';
import { RecordsOfReadersPostgres } from './0002-records-of-readers.postgres.js';
import { RecordsOfReadersSqlite } from './0002-records-of-readers.sqlite.js';
import { RecognizabilityPostgres } from './0003-recognizability.postgres.js';
import { RecognizabilitySqlite } from './0003-recognizability.sqlite.js';
import { TimeZonePostgres } from './0004-time-zone.postgres.js';
import { TimeZoneSqlite } from './0004-time-zone.sqlite.js';
import { OperationChangesPostgres } from './0005-operation-changes.postgres.js';
import { OperationChangesSqlite } from './0005-operation-changes.sqlite.js';
import { TrashPostgres } from './0006-trash.postgres.js';
import { TrashSqlite } from './0006-trash.sqlite.js';
import { AnsweredRequestsPostgres } from './0007-answered-requests.postgres.js';
import { AnsweredRequestsSqlite } from './0007-answered-requests.sqlite.js';
import { ReplacementPostgres } from './0008-replacement.postgres.js';
import { ReplacementSqlite } from './0008-replacement.sqlite.js';
import { WebhooksPostgres } from './0009-webhooks.postgres.js';
import { WebhooksSqlite } from './0009-webhooks.sqlite.js';
import { PublishableKeysPostgres } from './0010-publishable-keys.postgres.js';
import { PublishableKeysSqlite } from './0010-publishable-keys.sqlite.js';
import { FoldedTextsPostgres } from './0011-folded-texts.postgres.js';
import { FoldedTextsSqlite } from './0011-folded-texts.sqlite.js';
import { RateCountsPostgres } from './0012-rate-counts.postgres.js';
import { RateCountsSqlite } from './0012-rate-counts.sqlite.js';
import { TurnsOfJobsPostgres } from './0013-turns-of-jobs.postgres.js';
import { TurnsOfJobsSqlite } from './0013-turns-of-jobs.sqlite.js';
import { ThumbnailsAndManifestsPostgres } from './0014-thumbnails-and-manifests.postgres.js';
import { ThumbnailsAndManifestsSqlite } from './0014-thumbnails-and-manifests.sqlite.js';
import { ChangeMarksPostgres } from './0016-change-marks.postgres.js';
import { ChangeMarksSqlite } from './0016-change-marks.sqlite.js';
import { InstallationPostgres } from './0018-installation.postgres.js';
import { InstallationSqlite } from './0018-installation.sqlite.js';
import { SharedSnapshotsPostgres } from './0020-shared-snapshots.postgres.js';
import { SharedSnapshotsSqlite } from './0020-shared-snapshots.sqlite.js';
import { MatchesOfASessionPostgres } from './0021-matches-of-a-session.postgres.js';
import { MatchesOfASessionSqlite } from './0021-matches-of-a-session.sqlite.js';
import { LargeNumbersPostgres } from './0024-large-numbers.postgres.js';
import { LargeNumbersSqlite } from './0024-large-numbers.sqlite.js';
import { ClicksOfTheirOwnPostgres } from './0025-clicks-of-their-own.postgres.js';
import { ClicksOfTheirOwnSqlite } from './0025-clicks-of-their-own.sqlite.js';
import { SubtreesPostgres } from './0026-subtrees.postgres.js';
import { SubtreesSqlite } from './0026-subtrees.sqlite.js';
import { SharedShardsPostgres } from './0027-shared-shards.postgres.js';
import { SharedShardsSqlite } from './0027-shared-shards.sqlite.js';
import { TypographicSignsPostgres } from './0028-typographic-signs.postgres.js';
import { TypographicSignsSqlite } from './0028-typographic-signs.sqlite.js';
import { DrawingWarningsPostgres } from './0029-drawing-warnings.postgres.js';
import { DrawingWarningsSqlite } from './0029-drawing-warnings.sqlite.js';
import { PlacesOfZonesPostgres } from './0030-places-of-zones.postgres.js';
import { PlacesOfZonesSqlite } from './0030-places-of-zones.sqlite.js';
import { PicturesOfReferencesPostgres } from './0038-pictures-of-references.postgres.js';
import { PicturesOfReferencesSqlite } from './0038-pictures-of-references.sqlite.js';
import { EarlierFilesPostgres } from './0042-earlier-files.postgres.js';
import { EarlierFilesSqlite } from './0042-earlier-files.sqlite.js';
import { BrandsPostgres } from './0043-brands.postgres.js';
import { BrandsSqlite } from './0043-brands.sqlite.js';
import { PreviewLinksPostgres } from './0044-preview-links.postgres.js';
import { PreviewLinksSqlite } from './0044-preview-links.sqlite.js';
import { PicturesByLumaPostgres } from './0045-pictures-by-luma.postgres.js';
import { PicturesByLumaSqlite } from './0045-pictures-by-luma.sqlite.js';
import { TextUndoPostgres } from './0046-text-undo.postgres.js';
import { TextUndoSqlite } from './0046-text-undo.sqlite.js';
import { KeptComparisonsPostgres } from './0047-kept-comparisons.postgres.js';
import { KeptComparisonsSqlite } from './0047-kept-comparisons.sqlite.js';
import { DocumentHistoryPostgres } from './0048-document-history.postgres.js';
import { DocumentHistorySqlite } from './0048-document-history.sqlite.js';
import { ReferenceMetadataPostgres } from './0050-reference-metadata.postgres.js';
import { ReferenceMetadataSqlite } from './0050-reference-metadata.sqlite.js';
import { ImportRunsPostgres } from './0051-import-runs.postgres.js';
import { ImportRunsSqlite } from './0051-import-runs.sqlite.js';
import { DraftsPostgres } from './0052-drafts.postgres.js';
import { DraftsSqlite } from './0052-drafts.sqlite.js';
import { EarlierPicturesPostgres } from './0053-earlier-pictures.postgres.js';
import { EarlierPicturesSqlite } from './0053-earlier-pictures.sqlite.js';
import { DraftedZonesPostgres } from './0054-drafted-zones.postgres.js';
import { DraftedZonesSqlite } from './0054-drafted-zones.sqlite.js';
import { OwnChangesPostgres } from './0055-own-changes.postgres.js';
import { OwnChangesSqlite } from './0055-own-changes.sqlite.js';
import { MakersOfLinksPostgres } from './0056-makers-of-links.postgres.js';
import { MakersOfLinksSqlite } from './0056-makers-of-links.sqlite.js';
import { HistoryOfZonesPostgres } from './0057-history-of-zones.postgres.js';
import { HistoryOfZonesSqlite } from './0057-history-of-zones.sqlite.js';
import { FormerZonesOfDraftsPostgres } from './0058-former-zones-of-drafts.postgres.js';
import { FormerZonesOfDraftsSqlite } from './0058-former-zones-of-drafts.sqlite.js';
import { ApprovalsOfComparisonsPostgres } from './0059-approvals-of-comparisons.postgres.js';
import { ApprovalsOfComparisonsSqlite } from './0059-approvals-of-comparisons.sqlite.js';
import { ProposalsPostgres } from './0060-proposals.postgres.js';
import { ProposalsSqlite } from './0060-proposals.sqlite.js';
import { TimeWindowsPostgres } from './0061-time-windows.postgres.js';
import { TimeWindowsSqlite } from './0061-time-windows.sqlite.js';
import { DraftsByDatePostgres } from './0062-drafts-by-date.postgres.js';
import { DraftsByDateSqlite } from './0062-drafts-by-date.sqlite.js';
import { PacksPostgres } from './0080-packs.postgres.js';
import { PacksSqlite } from './0080-packs.sqlite.js';
import { SingleSignOnPostgres } from './0081-single-sign-on.postgres.js';
import { SingleSignOnSqlite } from './0081-single-sign-on.sqlite.js';
import { ShortAddressesPostgres } from './0085-short-addresses.postgres.js';
import { ShortAddressesSqlite } from './0085-short-addresses.sqlite.js';
import { AddressRulesPostgres } from './0086-address-rules.postgres.js';
import { AddressRulesSqlite } from './0086-address-rules.sqlite.js';
import { CommentsPostgres } from './0094-comments.postgres.js';
import { CommentsSqlite } from './0094-comments.sqlite.js';
import { GuestsOfLinksPostgres } from './0096-guests-of-links.postgres.js';
import { GuestsOfLinksSqlite } from './0096-guests-of-links.sqlite.js';
import { ReviewsOfDraftsPostgres } from './0090-reviews-of-drafts.postgres.js';
import { ReviewsOfDraftsSqlite } from './0090-reviews-of-drafts.sqlite.js';
import { MachineTokensPostgres } from './0070-machine-tokens.postgres.js';
import { MachineTokensSqlite } from './0070-machine-tokens.sqlite.js';
import { ChainedOperationsPostgres } from './0101-chained-operations.postgres.js';
import { ChainedOperationsSqlite } from './0101-chained-operations.sqlite.js';
import { AuditDeliveriesPostgres } from './0104-audit-deliveries.postgres.js';
import { AuditDeliveriesSqlite } from './0104-audit-deliveries.sqlite.js';
import { LimitsOfOrganizationsPostgres } from './0105-limits-of-organizations.postgres.js';
import { LimitsOfOrganizationsSqlite } from './0105-limits-of-organizations.sqlite.js';
import { RulesOfFoldersPostgres } from './0106-rules-of-folders.postgres.js';
import { RulesOfFoldersSqlite } from './0106-rules-of-folders.sqlite.js';
import { PicturesOfPacksPostgres } from './0107-pictures-of-packs.postgres.js';
import { PicturesOfPacksSqlite } from './0107-pictures-of-packs.sqlite.js';
import { MadeRolesPostgres } from './0108-made-roles.postgres.js';
import { MadeRolesSqlite } from './0108-made-roles.sqlite.js';
import { ComparisonsOfPacksPostgres } from './0109-comparisons-of-packs.postgres.js';
import { ComparisonsOfPacksSqlite } from './0109-comparisons-of-packs.sqlite.js';
import { LibraryOfEditorsPostgres } from './0103-library-of-editors.postgres.js';
import { LibraryOfEditorsSqlite } from './0103-library-of-editors.sqlite.js';
import { DismissedInboxItemsPostgres } from './0100-dismissed-inbox-items.postgres.js';
import { DismissedInboxItemsSqlite } from './0100-dismissed-inbox-items.sqlite.js';
import { SessionUsesPostgres } from './0099-session-uses.postgres.js';
import { SessionUsesSqlite } from './0099-session-uses.sqlite.js';
import { SecondFactorsPostgres } from './0095-second-factors.postgres.js';
import { SecondFactorsSqlite } from './0095-second-factors.sqlite.js';
import { DirectoriesPostgres } from './0102-directories.postgres.js';
import { DirectoriesSqlite } from './0102-directories.sqlite.js';

export interface NamedMigration {
  readonly name: string;
  readonly class: Constructor<Migration>;
}

/** Migrations in order. A released one is never changed: what follows is a new one. */
export function migrationsFor(url: string): readonly NamedMigration[] {
  const pick = (postgres: Constructor<Migration>, sqlite: Constructor<Migration>) =>
    isPostgres(url) ? postgres : sqlite;
  return [
    { name: '0001-initial', class: pick(InitialPostgres, InitialSqlite) },
    { name: '0002-records-of-readers', class: pick(RecordsOfReadersPostgres, RecordsOfReadersSqlite) },
    { name: '0003-recognizability', class: pick(RecognizabilityPostgres, RecognizabilitySqlite) },
    { name: '0004-time-zone', class: pick(TimeZonePostgres, TimeZoneSqlite) },
    { name: '0005-operation-changes', class: pick(OperationChangesPostgres, OperationChangesSqlite) },
    { name: '0006-trash', class: pick(TrashPostgres, TrashSqlite) },
    { name: '0007-answered-requests', class: pick(AnsweredRequestsPostgres, AnsweredRequestsSqlite) },
    { name: '0008-replacement', class: pick(ReplacementPostgres, ReplacementSqlite) },
    { name: '0009-webhooks', class: pick(WebhooksPostgres, WebhooksSqlite) },
    { name: '0010-publishable-keys', class: pick(PublishableKeysPostgres, PublishableKeysSqlite) },
    { name: '0011-folded-texts', class: pick(FoldedTextsPostgres, FoldedTextsSqlite) },
    { name: '0012-rate-counts', class: pick(RateCountsPostgres, RateCountsSqlite) },
    { name: '0013-turns-of-jobs', class: pick(TurnsOfJobsPostgres, TurnsOfJobsSqlite) },
    {
      name: '0014-thumbnails-and-manifests',
      class: pick(ThumbnailsAndManifestsPostgres, ThumbnailsAndManifestsSqlite),
    },
    { name: '0016-change-marks', class: pick(ChangeMarksPostgres, ChangeMarksSqlite) },
    { name: '0018-installation', class: pick(InstallationPostgres, InstallationSqlite) },
    { name: '0020-shared-snapshots', class: pick(SharedSnapshotsPostgres, SharedSnapshotsSqlite) },
    { name: '0021-matches-of-a-session', class: pick(MatchesOfASessionPostgres, MatchesOfASessionSqlite) },
    { name: '0024-large-numbers', class: pick(LargeNumbersPostgres, LargeNumbersSqlite) },
    { name: '0025-clicks-of-their-own', class: pick(ClicksOfTheirOwnPostgres, ClicksOfTheirOwnSqlite) },
    { name: '0026-subtrees', class: pick(SubtreesPostgres, SubtreesSqlite) },
    { name: '0027-shared-shards', class: pick(SharedShardsPostgres, SharedShardsSqlite) },
    { name: '0028-typographic-signs', class: pick(TypographicSignsPostgres, TypographicSignsSqlite) },
    { name: '0029-drawing-warnings', class: pick(DrawingWarningsPostgres, DrawingWarningsSqlite) },
    { name: '0030-places-of-zones', class: pick(PlacesOfZonesPostgres, PlacesOfZonesSqlite) },
    {
      name: '0038-pictures-of-references',
      class: pick(PicturesOfReferencesPostgres, PicturesOfReferencesSqlite),
    },
    { name: '0042-earlier-files', class: pick(EarlierFilesPostgres, EarlierFilesSqlite) },
    { name: '0043-brands', class: pick(BrandsPostgres, BrandsSqlite) },
    { name: '0044-preview-links', class: pick(PreviewLinksPostgres, PreviewLinksSqlite) },
    { name: '0045-pictures-by-luma', class: pick(PicturesByLumaPostgres, PicturesByLumaSqlite) },
    { name: '0046-text-undo', class: pick(TextUndoPostgres, TextUndoSqlite) },
    { name: '0047-kept-comparisons', class: pick(KeptComparisonsPostgres, KeptComparisonsSqlite) },
    { name: '0048-document-history', class: pick(DocumentHistoryPostgres, DocumentHistorySqlite) },
    { name: '0050-reference-metadata', class: pick(ReferenceMetadataPostgres, ReferenceMetadataSqlite) },
    { name: '0051-import-runs', class: pick(ImportRunsPostgres, ImportRunsSqlite) },
    { name: '0052-drafts', class: pick(DraftsPostgres, DraftsSqlite) },
    { name: '0053-earlier-pictures', class: pick(EarlierPicturesPostgres, EarlierPicturesSqlite) },
    { name: '0054-drafted-zones', class: pick(DraftedZonesPostgres, DraftedZonesSqlite) },
    { name: '0055-own-changes', class: pick(OwnChangesPostgres, OwnChangesSqlite) },
    { name: '0056-makers-of-links', class: pick(MakersOfLinksPostgres, MakersOfLinksSqlite) },
    { name: '0057-history-of-zones', class: pick(HistoryOfZonesPostgres, HistoryOfZonesSqlite) },
    {
      name: '0058-former-zones-of-drafts',
      class: pick(FormerZonesOfDraftsPostgres, FormerZonesOfDraftsSqlite),
    },
    {
      name: '0059-approvals-of-comparisons',
      class: pick(ApprovalsOfComparisonsPostgres, ApprovalsOfComparisonsSqlite),
    },
    { name: '0060-proposals', class: pick(ProposalsPostgres, ProposalsSqlite) },
    { name: '0061-time-windows', class: pick(TimeWindowsPostgres, TimeWindowsSqlite) },
    { name: '0062-drafts-by-date', class: pick(DraftsByDatePostgres, DraftsByDateSqlite) },
    { name: '0070-machine-tokens', class: pick(MachineTokensPostgres, MachineTokensSqlite) },
    { name: '0075-page-texts', class: pick(PageTextsPostgres, PageTextsSqlite) },
    { name: '0080-packs', class: pick(PacksPostgres, PacksSqlite) },
    { name: '0081-single-sign-on', class: pick(SingleSignOnPostgres, SingleSignOnSqlite) },
    { name: '0085-short-addresses', class: pick(ShortAddressesPostgres, ShortAddressesSqlite) },
    { name: '0086-address-rules', class: pick(AddressRulesPostgres, AddressRulesSqlite) },
    { name: '0090-reviews-of-drafts', class: pick(ReviewsOfDraftsPostgres, ReviewsOfDraftsSqlite) },
    { name: '0091-recorded-events', class: pick(RecordedEventsPostgres, RecordedEventsSqlite) },
    { name: '0094-comments', class: pick(CommentsPostgres, CommentsSqlite) },
    { name: '0095-second-factors', class: pick(SecondFactorsPostgres, SecondFactorsSqlite) },
    { name: '0096-guests-of-links', class: pick(GuestsOfLinksPostgres, GuestsOfLinksSqlite) },
    { name: '0098-watched-links', class: pick(WatchedLinksPostgres, WatchedLinksSqlite) },
    { name: '0099-session-uses', class: pick(SessionUsesPostgres, SessionUsesSqlite) },
    {
      name: '0100-dismissed-inbox-items',
      class: pick(DismissedInboxItemsPostgres, DismissedInboxItemsSqlite),
    },
    { name: '0101-chained-operations', class: pick(ChainedOperationsPostgres, ChainedOperationsSqlite) },
    { name: '0102-directories', class: pick(DirectoriesPostgres, DirectoriesSqlite) },
    { name: '0103-library-of-editors', class: pick(LibraryOfEditorsPostgres, LibraryOfEditorsSqlite) },
    { name: '0104-audit-deliveries', class: pick(AuditDeliveriesPostgres, AuditDeliveriesSqlite) },
    {
      name: '0105-limits-of-organizations',
      class: pick(LimitsOfOrganizationsPostgres, LimitsOfOrganizationsSqlite),
    },
    { name: '0106-rules-of-folders', class: pick(RulesOfFoldersPostgres, RulesOfFoldersSqlite) },
    { name: '0107-pictures-of-packs', class: pick(PicturesOfPacksPostgres, PicturesOfPacksSqlite) },
    { name: '0108-made-roles', class: pick(MadeRolesPostgres, MadeRolesSqlite) },
    {
      name: '0109-comparisons-of-packs',
      class: pick(ComparisonsOfPacksPostgres, ComparisonsOfPacksSqlite),
    },
  ];
}
