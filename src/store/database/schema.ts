// Kysely's view of the schema. Generated from the migrations by db/generate.ts.
import type { Generated, GeneratedAlways } from 'kysely';

interface AlbumTable {
  key: Generated<number>;
  id: string;
  title: string;
  title_folded: string;
  slug: string;
  album_type: Generated<'score' | 'songs' | 'compilation' | 'single' | 'other'>;
  first_release_date: string | null;
  first_release_day: GeneratedAlways<string | null>;
  year: GeneratedAlways<number | null>;
  artist_credit: string | null;
  created_at: string;
  updated_at: string | null;
  sort_title: string | null;
  sort_title_folded: string | null;
  sorted_title: Generated<string>;
}

interface AlbumCreditTable {
  album_key: number;
  list: 'artists';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface AlbumExternalLinkTable {
  key: Generated<number>;
  id: string;
  album_key: number;
  provider: string;
  external_id: string;
  url: string;
  created_at: string;
  updated_at: string | null;
}

interface AlbumOtherTitleTable {
  album_key: number;
  position: number;
  title: string;
  title_folded: string | null;
  language: string | null;
  script: string | null;
}

interface AlbumRelationTable {
  key: Generated<number>;
  id: string;
  album_key: number;
  related_key: number;
  kind: Generated<'single_from' | 'included_in' | 'version_of' | 'remix_of'>;
  created_at: string;
  updated_at: string | null;
}

interface AlbumSearchTable {
  rowid: number;
  rank: number;
  name: string;
  other_names: string;
}

interface AlbumSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface AlbumTitleTrigramTable {
  rowid: number;
  rank: number;
  name: string;
}

interface ArtistTable {
  key: Generated<number>;
  id: string;
  name: string;
  name_folded: string;
  artist_type: 'person' | 'group' | 'orchestra' | 'choir';
  country: string | null;
  display_name: Generated<string>;
  slug: string;
  real_name: string | null;
  real_name_folded: string | null;
  begin_date: string | null;
  begin_day: GeneratedAlways<string | null>;
  end_date: string | null;
  end_day: GeneratedAlways<string | null>;
  begin_city: string | null;
  begin_country: string | null;
  end_city: string | null;
  end_country: string | null;
  disambiguation: string | null;
  biography: string | null;
  fictional: Generated<0 | 1>;
  created_at: string;
  updated_at: string | null;
  begin_year: GeneratedAlways<number | null>;
  birthday: GeneratedAlways<string | null>;
  sort_name: string | null;
  sort_name_folded: string | null;
  sorted_name: GeneratedAlways<string | null>;
}

interface ArtistAliasTable {
  key: Generated<number>;
  id: string;
  artist_key: number;
  position: Generated<number>;
  variation: string;
  variation_folded: string;
  type: 'name_variation' | 'legal_name' | 'birth_name' | 'stage_name' | 'pseudonym' | 'native_name' | 'abbreviation' | 'former_name' | null;
  notes: string | null;
  created_at: string;
  updated_at: string | null;
}

interface ArtistExternalLinkTable {
  key: Generated<number>;
  id: string;
  artist_key: number;
  provider: string;
  external_id: string;
  url: string;
  created_at: string;
  updated_at: string | null;
}

interface ArtistGroupMemberTable {
  key: Generated<number>;
  id: string;
  member_key: number;
  group_key: number;
  position: Generated<number>;
  alias_key: number | null;
  created_at: string;
  updated_at: string | null;
}

interface ArtistNameTrigramTable {
  rowid: number;
  rank: number;
  name: string;
}

interface ArtistRoleTable {
  key: Generated<number>;
  id: string;
  role: string;
  role_folded: string;
  role_case_folded: string;
  slug: string;
  scope: 'release' | 'track' | 'recording' | 'production';
  description_markdown: Generated<string>;
  organization_applicable: Generated<0 | 1>;
  created_at: string;
  updated_at: string | null;
}

interface ArtistRoleAliasTable {
  role_key: number;
  position: number;
  alias: string;
  alias_folded: string;
}

interface ArtistRoleSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface ArtistRoleSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface ArtistSearchTable {
  rowid: number;
  rank: number;
  name: string;
  other_names: string;
}

interface ArtistSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface ChangeFeedTable {
  is_paused: Generated<0 | 1>;
  is_superseding: Generated<0 | 1>;
}

interface ChangeRowTable {
  sequence: number;
  action: number;
  type_key: number;
  record_id: string;
  slug: string | null;
  merged_into_id: string | null;
  changed_at: string;
}

interface CollectionItemTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  release_key: number;
  status: Generated<'ordered' | 'active'>;
  condition: 'mint' | 'near_mint' | 'very_good_plus' | 'very_good' | 'good_plus' | 'good' | 'fair' | 'poor' | null;
  format_type: 'cd' | 'vinyl' | 'cassette' | 'digital' | 'dvd' | 'blu_ray' | 'sacd' | 'minidisc' | 'other' | null;
  quantity: Generated<number>;
  is_signed: Generated<0 | 1>;
  purchased_at: string | null;
  shop: string | null;
  notes: string | null;
  purchase_price_cents: number | null;
  currency: string | null;
  storage_location: string | null;
  order_date: string | null;
  order_price_cents: number | null;
  order_vendor: string | null;
  created_at: string;
  updated_at: string;
  notes_folded: string | null;
  sleeve_condition: 'mint' | 'near_mint' | 'very_good_plus' | 'very_good' | 'good_plus' | 'good' | 'fair' | 'poor' | null;
  rating: number | null;
  added_at: string | null;
  folder: string | null;
  tags: Generated<string>;
  tags_folded: Generated<string>;
  tags_searched: string | null;
  current_value_cents: number | null;
  value_currency: string | null;
  valued_on: string | null;
  value_source: string | null;
}

interface CollectionItemTagTable {
  user_key: number;
  tag_folded: string;
  item_key: number;
  tag: string;
}

interface CompletionTable {
  user_key: number;
  state: 'running' | 'stopped' | 'done';
  may_edit: 0 | 1;
  reason: string | null;
  started_at: string;
  finished_at: string | null;
}

interface CompletionRowTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  release_id: string;
  title: string;
  artist_credit: string | null;
  state: 'waiting' | 'complete' | 'review' | 'not_found' | 'failed' | 'dismissed';
  found_by: 'id' | 'barcode' | 'catalog_number' | 'title' | null;
  candidates: Generated<string>;
  is_clear: Generated<0 | 1>;
  is_accepted: Generated<0 | 1>;
  reason: string | null;
  into_id: string | null;
  undo: string | null;
  updated_at: string;
}

interface CredentialTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  kind: 'passkey' | 'app' | 'provider';
  name: string;
  host: string | null;
  credential_id: string | null;
  public_key: Uint8Array | null;
  secret: string | null;
  counter: number;
  created_at: string;
  last_used_at: string | null;
}

interface DeferredBlockTable {
  key: Generated<number>;
  source_key: number;
  documents: Uint8Array;
  plain_bytes: number;
}

interface DeferredNameTable {
  source_key: number;
  name: string;
  block_key: number;
}

interface DeferredRecordTable {
  key: Generated<number>;
  source_key: number;
  resource_type: string;
  resource_id: string;
  record: string;
  mode: 'whole' | 'partial' | 'fill';
  authority: number | null;
  guessed: string | null;
  is_quiet: Generated<0 | 1>;
  variant: Generated<number>;
  file: string;
  line: number;
  byte_offset: number;
  awaited_table: string;
  awaited_name: string;
}

interface DeletedRecordTable {
  resource_type: string;
  id: string;
  iri: string;
  deleted_at: string;
  is_superseded: Generated<0 | 1>;
}

interface DeliveryTable {
  key: Generated<number>;
  id: string;
  webhook_key: number | null;
  user_key: number | null;
  address: string | null;
  event: string;
  body: string;
  created_at: string;
  next_at: string | null;
  attempts: Generated<number>;
  attempted_at: string | null;
  is_delivered: Generated<0 | 1>;
  status: number | null;
  milliseconds: number | null;
  answer: string | null;
}

interface DuplicateSearchTable {
  resource_type: 'Release' | 'Artist' | 'Label' | 'Production';
  round: number;
  walked_to: number | null;
  sequence: number;
}

interface ExchangeRateTable {
  currency: string;
  day: string;
  rate: string;
}

interface FieldLockTable {
  resource_type: string;
  id: string;
  field: string;
}

interface FieldSetTable {
  key: Generated<number>;
  name_hashes: Uint8Array;
}

interface FranchiseTable {
  key: Generated<number>;
  id: string;
  name: string;
  name_folded: string;
  slug: string;
  created_at: string;
  updated_at: string | null;
}

interface FranchiseSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface FranchiseSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface IdempotentRequestTable {
  user_key: number;
  key: string;
  fingerprint: string;
  created_at: string;
  response: string | null;
}

interface ImportCheckpointTable {
  name: string;
  position: string;
  counts: string;
  updated_at: string;
}

interface ImportJournalTable {
  key: Generated<number>;
  import_key: number;
  written_table: string;
  written_id: string;
  written_at: string | null;
  removed: string | null;
}

interface ImportRowTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  list: 'collection' | 'wishlist';
  cells: string;
  copies: number;
  created_at: string;
  release_keys: string | null;
}

interface ImportRunTable {
  key: Generated<number>;
  id: string;
  source: string;
  inputs: string;
  state: 'running' | 'done' | 'failed' | 'interrupted';
  started_at: string;
  updated_at: string;
  finished_at: string | null;
  documents: Generated<number>;
  records: Generated<number>;
  added: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  kept: Generated<number>;
  waiting: Generated<number>;
  rejected: Generated<number>;
  bytes: Generated<number>;
  total_bytes: number | null;
  message: string | null;
  pid: number;
  host: string;
  report: Generated<string>;
  request: string | null;
  is_wanted: Generated<0 | 1>;
  requester_key: number | null;
}

interface ImportSourceTable {
  key: Generated<number>;
  name: string;
  brings_back: Generated<0 | 1>;
  takes_slugs: Generated<0 | 1>;
}

interface ImportedRecordTable {
  source_key: number;
  type_key: number;
  id: Uint8Array;
  content_hash: number;
  fields_key: number;
  value_hashes: Uint8Array;
  withdrawn_at: string | null;
  ranks: Uint8Array | null;
}

interface ItemPhotoTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  item_id: string;
  position: number;
  caption: string | null;
  hash: string;
  width: number;
  height: number;
  bytes: number;
  created_at: string;
  updated_at: string;
  removed_at: string | null;
}

interface ItemValueTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  item_id: string;
  value_cents: number;
  value_currency: string | null;
  valued_on: string | null;
  value_source: string | null;
  removed_at: string | null;
}

interface LabelTable {
  key: Generated<number>;
  id: string;
  name: string;
  name_folded: string;
  slug: string;
  country: string | null;
  begin_date: string | null;
  end_date: string | null;
  created_at: string;
  updated_at: string | null;
  begin_year: GeneratedAlways<number | null>;
}

interface LabelSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface LabelSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface LabelSeriesTable {
  key: Generated<number>;
  id: string;
  label_key: number;
  name: string;
  name_folded: string;
  slug: string;
  position: Generated<number>;
  created_at: string;
  updated_at: string | null;
}

interface LabelSeriesSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface LabelSeriesSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface LicensedValueTable {
  resource_type: string;
  id: string;
  name: 'annotation' | 'rating';
  value: string;
  licence: string;
  source: string;
}

interface LikelyDuplicateTable {
  key: Generated<number>;
  resource_type: 'Release' | 'Artist' | 'Label' | 'Production';
  one_id: string;
  other_id: string;
  suggestion: 'same' | 'editions';
  sureness: 'certain' | 'likely' | 'possible';
  reasons: string;
  provisional: 0 | 1;
  place: number;
  round: number;
}

interface ListChangeTable {
  sequence: number;
  user_key: number;
  event: 'item.added' | 'item.changed' | 'item.removed';
  list: 'collection' | 'wishlist';
  item_id: string;
  release_key: number;
}

interface ListImportTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  list: 'collection' | 'wishlist';
  source: 'server' | 'command_line';
  file_name: string | null;
  read_as: string | null;
  created_at: string;
  finished_at: string | null;
  counts: Generated<string>;
}

interface LoanTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  item_key: number;
  borrower: string;
  lent_on: string;
  due_on: string | null;
  returned_on: string | null;
  notes: string | null;
  created_at: string;
  updated_at: string;
  standing: GeneratedAlways<string | null>;
}

interface MergedRecordTable {
  resource_type: string;
  id: string;
  merged_into_id: string;
  created_at: string;
}

interface MigrationTable {
  name: string;
  applied_at: string;
}

interface MissedCoverTable {
  release_key: number;
  asked: string;
  asked_at: string;
}

interface OneTimeCodeTable {
  key: Generated<number>;
  id: string;
  kind: 'invitation' | 'password_reset';
  hash: string;
  user_key: number | null;
  maker_key: number;
  note: string | null;
  created_at: string;
  expires_at: string;
}

interface OrganizationTable {
  key: Generated<number>;
  id: string;
  name: string;
  name_folded: string;
  slug: string;
  organization_type: string | null;
  country: string | null;
  created_at: string;
  updated_at: string | null;
}

interface OrganizationSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface OrganizationSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface PackagingTypeTable {
  key: Generated<number>;
  id: string;
  name: string;
  created_at: string;
  updated_at: string | null;
}

interface PortrayalTable {
  key: Generated<number>;
  id: string;
  performer_key: number | null;
  fictional_artist_key: number | null;
  production_key: number | null;
  notes: string | null;
  created_at: string;
  updated_at: string | null;
}

interface PortrayalAspectTable {
  portrayal_key: number;
  position: number;
  aspect: 'performance' | 'voice' | 'singing_voice' | 'puppetry' | 'motion_capture';
}

interface ProductionTable {
  key: Generated<number>;
  id: string;
  title: string;
  title_folded: string;
  production_type: 'movie' | 'television' | 'episode' | 'videogame' | 'other';
  year: number | null;
  country: string | null;
  release_date: string | null;
  duration_minutes: number | null;
  akas: string | null;
  description: string | null;
  slug: string;
  created_at: string;
  updated_at: string | null;
  akas_folded: string | null;
  provisional: Generated<0 | 1>;
  series_key: number | null;
  series_number: string | null;
  episode_count: number | null;
  sort_title: string | null;
  sort_title_folded: string | null;
  language: string | null;
  sorted_title: Generated<string>;
}

interface ProductionAwardTable {
  key: Generated<number>;
  id: string;
  production_key: number;
  award: 'academy_award' | 'golden_globe' | 'bafta' | 'grammy';
  category: string | null;
  year: number | null;
  won: Generated<0 | 1>;
  created_at: string;
  updated_at: string | null;
}

interface ProductionAwardArtistTable {
  production_award_key: number;
  position: number;
  artist_key: number;
}

interface ProductionCreditTable {
  production_key: number;
  list: 'composers' | 'credits';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface ProductionEntryTable {
  key: Generated<number>;
  id: string;
  production_key: number;
  release_key: number;
  kind: Generated<'score' | 'songs' | 'compilation' | 'other'>;
  position: Generated<number>;
  created_at: string;
  updated_at: string | null;
}

interface ProductionExternalLinkTable {
  key: Generated<number>;
  id: string;
  production_key: number;
  provider: string;
  external_id: string;
  url: string;
  created_at: string;
  updated_at: string | null;
}

interface ProductionFranchiseTable {
  production_key: number;
  position: number;
  franchise_key: number;
  number: string | null;
}

interface ProductionRecordingTable {
  key: Generated<number>;
  id: string;
  production_key: number;
  title: string;
  title_folded: string;
  display_title: string;
  notes: string | null;
  recording_type: Generated<'score' | 'song' | 'source' | 'trailer' | 'other'>;
  recording_usage: Generated<'original' | 'licensed' | 'adapted' | 'unused'>;
  created_at: string;
  updated_at: string | null;
}

interface ProductionRecordingCreditTable {
  production_recording_key: number;
  list: 'credits' | 'orchestras' | 'choirs';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface ProductionRecordingOrganizationTable {
  production_recording_key: number;
  position: number;
  organization_key: number;
  role: string | null;
}

interface ProductionRecordingSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface ProductionRecordingSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface ProductionSearchTable {
  rowid: number;
  rank: number;
  name: string;
  other_names: string;
}

interface ProductionSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface ProductionTitleTrigramTable {
  rowid: number;
  rank: number;
  name: string;
}

interface RecordCountTable {
  resource_type: string;
  records: number;
}

interface RecordTypeTable {
  key: Generated<number>;
  name: string;
}

interface RecoveryCodeTable {
  credential_key: number;
  hash: string;
}

interface ReleaseTable {
  key: Generated<number>;
  id: string;
  title: string;
  title_folded: string;
  slug: string;
  release_date: string | null;
  release_day: GeneratedAlways<string | null>;
  year: GeneratedAlways<number | null>;
  country: string | null;
  barcode: string | null;
  barcode_normalized: string | null;
  artist_credit: string | null;
  packaging_type_key: number | null;
  label_series_key: number | null;
  notes: string | null;
  created_at: string;
  updated_at: string | null;
  album_key: number | null;
  provisional: Generated<0 | 1>;
  unreviewed_by: number | null;
  edition_size: number | null;
  numbered: Generated<0 | 1>;
  artist_credit_folded: string | null;
  sort_title: string | null;
  sort_title_folded: string | null;
  language: string | null;
  sorted_title: Generated<string>;
}

interface ReleaseCompanyTable {
  release_key: number;
  position: number;
  organization_key: number;
  role: string | null;
  catalog_number: string | null;
  begin_date: string | null;
  end_date: string | null;
}

interface ReleaseCoverTable {
  release_key: number;
  hash: string;
  width: number;
  height: number;
  source: 'upload' | 'command_line';
  user_key: number | null;
  created_at: string;
}

interface ReleaseCreditTable {
  release_key: number;
  list: 'artists' | 'credits';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface ReleaseEventTable {
  release_key: number;
  position: number;
  date: string | null;
  country: string | null;
}

interface ReleaseExternalLinkTable {
  key: Generated<number>;
  id: string;
  release_key: number;
  provider: string;
  external_id: string;
  url: string;
  created_at: string;
  updated_at: string | null;
}

interface ReleaseFingerprintTable {
  release_id: string;
  tracks: number;
}

interface ReleaseFormatTable {
  key: Generated<number>;
  id: string;
  release_key: number;
  position: Generated<number>;
  format_type: Generated<'cd' | 'vinyl' | 'cassette' | 'digital' | 'dvd' | 'blu_ray' | 'sacd' | 'minidisc' | 'other'>;
  title: string | null;
  quantity: Generated<number>;
  created_at: string;
  updated_at: string | null;
  descriptions: Generated<string>;
  text: string | null;
}

interface ReleaseGenreTable {
  release_key: number;
  position: number;
  genre: string;
}

interface ReleaseIdentifierTable {
  release_key: number;
  position: number;
  type: string;
  value: string;
  value_normalized: string | null;
  description: string | null;
}

interface ReleaseLabelTable {
  release_key: number;
  position: number;
  label_key: number | null;
  catalog_number: string | null;
  catalog_number_normalized: string | null;
}

interface ReleaseOtherTitleTable {
  release_key: number;
  position: number;
  title: string;
  title_folded: string | null;
  language: string | null;
  script: string | null;
}

interface ReleaseRecordingTable {
  key: Generated<number>;
  id: string;
  release_key: number;
  title: string;
  title_folded: string;
  duration_seconds: number | null;
  isrc_code: string | null;
  production_recording_key: number | null;
  created_at: string;
  updated_at: string | null;
}

interface ReleaseRecordingCreditTable {
  release_recording_key: number;
  list: 'credits';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface ReleaseRecordingWorkTable {
  release_recording_key: number;
  position: number;
  work_key: number;
}

interface ReleaseRelationTable {
  key: Generated<number>;
  id: string;
  release_key: number;
  related_key: number;
  kind: Generated<'remaster_of' | 'reissue_of' | 'expanded_edition_of' | 'included_in'>;
  created_at: string;
  updated_at: string | null;
}

interface ReleaseSearchTable {
  rowid: number;
  rank: number;
  name: string;
  other_names: string;
}

interface ReleaseSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface ReleaseSeriesTable {
  release_key: number;
  position: number;
  name: string;
  name_folded: string;
  number: string | null;
}

interface ReleaseStyleTable {
  release_key: number;
  position: number;
  style: string;
}

interface ReleaseTitleTrigramTable {
  rowid: number;
  rank: number;
  name: string;
}

interface ReleaseTrackTable {
  key: Generated<number>;
  id: string;
  release_format_key: number;
  parent_key: number | null;
  position: number;
  title: string;
  title_folded: string;
  variant: string | null;
  track_type: Generated<'track' | 'compound'>;
  artist_text: string | null;
  artist_credit: string | null;
  duration_seconds: number | null;
  isrc_code: string | null;
  content_components: Generated<string>;
  source_cue: Generated<0 | 1>;
  notes: string | null;
  label_key: number | null;
  release_recording_key: number | null;
  created_at: string;
  updated_at: string | null;
  number: string | null;
}

interface ReleaseTrackCreditTable {
  release_track_key: number;
  list: 'artists' | 'credits';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface ReleaseTrackOtherTitleTable {
  release_track_key: number;
  position: number;
  title: string;
  title_folded: string | null;
  language: string | null;
  script: string | null;
}

interface ReleaseTrackProductionTable {
  release_track_key: number;
  position: number;
  production_key: number;
}

interface ReleaseTrackSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface ReleaseTrackSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

interface ReleaseTrackVersionTable {
  release_track_key: number;
  position: number;
  version: 'film_version' | 'album_version' | 'alternate' | 'previously_unreleased';
}

interface RevisionTable {
  key: Generated<number>;
  id: string;
  resource_type: string;
  resource_id: string;
  iri: string;
  user_key: number | null;
  action: 'added' | 'changed' | 'deleted' | 'merged';
  note: string | null;
  before: string | null;
  after: string | null;
  snapshots: string | null;
  reverted_key: number | null;
  created_at: string;
  merge: string | null;
  source: Generated<'account' | 'command_line' | 'import'>;
}

interface RevisionLinkTable {
  record_id: string;
  resource_id: string;
}

interface SetAsideItemTable {
  key: Generated<number>;
  revision_key: number;
  user_key: number;
  record_id: string;
  item_table: string;
  item: string;
  left_as: string | null;
}

interface SettingTable {
  name: string;
  value: string;
}

interface SettledPairTable {
  key: Generated<number>;
  id: string;
  resource_type: 'Release' | 'Artist' | 'Label' | 'Production';
  one_id: string;
  other_id: string;
  decision: 'different' | 'editions';
  user_key: number | null;
  created_at: string;
}

interface ShareTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  hash: string;
  list: Generated<'wishlist' | 'collection'>;
  title: string;
  greeting: string | null;
  shown: Generated<string>;
  shows_taken: Generated<0 | 1>;
  expires_at: string | null;
  revoked_at: string | null;
  opened: Generated<number>;
  last_opened_at: string | null;
  created_at: string;
  updated_at: string;
}

interface ShareReservationTable {
  key: Generated<number>;
  share_key: number;
  user_key: number;
  release_id: string;
  holder_hash: string;
  name: string | null;
  created_at: string;
}

interface SlugNumberTable {
  resource_type: string;
  slug: string;
  next: number;
}

interface SlugRedirectTable {
  resource_type: string;
  slug: string;
  resource_id: string;
  created_at: string;
}

interface SourceNoteTable {
  source: string;
  name: string;
  value: string;
}

interface TokenTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  family_key: number | null;
  parent_key: number | null;
  kind: 'access' | 'refresh' | 'api' | 'session';
  hash: string;
  name: string | null;
  scopes: string | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  spent_at: string | null;
  revoked_at: string | null;
}

interface TokenFamilyTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  address: string | null;
  kind: Generated<'session' | 'pair'>;
  user_agent: string | null;
  last_used_at: string | null;
}

interface UnnamedCoverTable {
  hash: string;
  kept_until: string | null;
}

interface UnreviewedReleaseTable {
  release_key: number;
  pending: string;
  rejection: string | null;
  rejected_at: string | null;
}

interface UserTable {
  key: Generated<number>;
  id: string;
  username: string;
  email: string | null;
  password_hash: string;
  disabled_at: string | null;
  created_at: string;
  updated_at: string | null;
  theme: 'light' | 'dark' | null;
  role: Generated<'user' | 'editor' | 'admin'>;
  language: 'en' | 'de' | 'fr' | null;
  is_email_confirmed: Generated<0 | 1>;
}

interface WebhookTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  is_of_catalog: 0 | 1;
  name: string;
  url: string;
  events: string;
  template: string | null;
  secret: string;
  cursor: number;
  due_until: string;
  created_at: string;
  updated_at: string;
}

interface WishlistItemTable {
  key: Generated<number>;
  id: string;
  user_key: number;
  release_key: number;
  notes: string | null;
  created_at: string;
  updated_at: string;
  notes_folded: string | null;
  priority: number | null;
  max_price_cents: number | null;
  currency: string | null;
  any_edition: Generated<0 | 1>;
}

interface WorkTable {
  key: Generated<number>;
  id: string;
  title: string;
  title_folded: string;
  slug: string;
  iswc: string | null;
  parent_key: number | null;
  created_at: string;
  updated_at: string | null;
}

interface WorkCreditTable {
  work_key: number;
  list: 'credits';
  position: number;
  artist_key: number;
  name_variation: string | null;
  join_phrase: string | null;
  role_key: number | null;
  detail: string | null;
  tracks: string | null;
}

interface WorkSearchTable {
  rowid: number;
  rank: number;
  name: string;
}

interface WorkSearchWordTable {
  rowid: number;
  rank: number;
  term: string;
  doc: string;
  cnt: string;
}

/** Every table of the database. */
export interface Schema {
  album: AlbumTable;
  album_credit: AlbumCreditTable;
  album_external_link: AlbumExternalLinkTable;
  album_other_title: AlbumOtherTitleTable;
  album_relation: AlbumRelationTable;
  album_search: AlbumSearchTable;
  album_search_word: AlbumSearchWordTable;
  album_title_trigram: AlbumTitleTrigramTable;
  artist: ArtistTable;
  artist_alias: ArtistAliasTable;
  artist_external_link: ArtistExternalLinkTable;
  artist_group_member: ArtistGroupMemberTable;
  artist_name_trigram: ArtistNameTrigramTable;
  artist_role: ArtistRoleTable;
  artist_role_alias: ArtistRoleAliasTable;
  artist_role_search: ArtistRoleSearchTable;
  artist_role_search_word: ArtistRoleSearchWordTable;
  artist_search: ArtistSearchTable;
  artist_search_word: ArtistSearchWordTable;
  change_feed: ChangeFeedTable;
  change_row: ChangeRowTable;
  collection_item: CollectionItemTable;
  collection_item_tag: CollectionItemTagTable;
  completion: CompletionTable;
  completion_row: CompletionRowTable;
  credential: CredentialTable;
  deferred_block: DeferredBlockTable;
  deferred_name: DeferredNameTable;
  deferred_record: DeferredRecordTable;
  deleted_record: DeletedRecordTable;
  delivery: DeliveryTable;
  duplicate_search: DuplicateSearchTable;
  exchange_rate: ExchangeRateTable;
  field_lock: FieldLockTable;
  field_set: FieldSetTable;
  franchise: FranchiseTable;
  franchise_search: FranchiseSearchTable;
  franchise_search_word: FranchiseSearchWordTable;
  idempotent_request: IdempotentRequestTable;
  import_checkpoint: ImportCheckpointTable;
  import_journal: ImportJournalTable;
  import_row: ImportRowTable;
  import_run: ImportRunTable;
  import_source: ImportSourceTable;
  imported_record: ImportedRecordTable;
  item_photo: ItemPhotoTable;
  item_value: ItemValueTable;
  label: LabelTable;
  label_search: LabelSearchTable;
  label_search_word: LabelSearchWordTable;
  label_series: LabelSeriesTable;
  label_series_search: LabelSeriesSearchTable;
  label_series_search_word: LabelSeriesSearchWordTable;
  licensed_value: LicensedValueTable;
  likely_duplicate: LikelyDuplicateTable;
  list_change: ListChangeTable;
  list_import: ListImportTable;
  loan: LoanTable;
  merged_record: MergedRecordTable;
  migration: MigrationTable;
  missed_cover: MissedCoverTable;
  one_time_code: OneTimeCodeTable;
  organization: OrganizationTable;
  organization_search: OrganizationSearchTable;
  organization_search_word: OrganizationSearchWordTable;
  packaging_type: PackagingTypeTable;
  portrayal: PortrayalTable;
  portrayal_aspect: PortrayalAspectTable;
  production: ProductionTable;
  production_award: ProductionAwardTable;
  production_award_artist: ProductionAwardArtistTable;
  production_credit: ProductionCreditTable;
  production_entry: ProductionEntryTable;
  production_external_link: ProductionExternalLinkTable;
  production_franchise: ProductionFranchiseTable;
  production_recording: ProductionRecordingTable;
  production_recording_credit: ProductionRecordingCreditTable;
  production_recording_organization: ProductionRecordingOrganizationTable;
  production_recording_search: ProductionRecordingSearchTable;
  production_recording_search_word: ProductionRecordingSearchWordTable;
  production_search: ProductionSearchTable;
  production_search_word: ProductionSearchWordTable;
  production_title_trigram: ProductionTitleTrigramTable;
  record_count: RecordCountTable;
  record_type: RecordTypeTable;
  recovery_code: RecoveryCodeTable;
  release: ReleaseTable;
  release_company: ReleaseCompanyTable;
  release_cover: ReleaseCoverTable;
  release_credit: ReleaseCreditTable;
  release_event: ReleaseEventTable;
  release_external_link: ReleaseExternalLinkTable;
  release_fingerprint: ReleaseFingerprintTable;
  release_format: ReleaseFormatTable;
  release_genre: ReleaseGenreTable;
  release_identifier: ReleaseIdentifierTable;
  release_label: ReleaseLabelTable;
  release_other_title: ReleaseOtherTitleTable;
  release_recording: ReleaseRecordingTable;
  release_recording_credit: ReleaseRecordingCreditTable;
  release_recording_work: ReleaseRecordingWorkTable;
  release_relation: ReleaseRelationTable;
  release_search: ReleaseSearchTable;
  release_search_word: ReleaseSearchWordTable;
  release_series: ReleaseSeriesTable;
  release_style: ReleaseStyleTable;
  release_title_trigram: ReleaseTitleTrigramTable;
  release_track: ReleaseTrackTable;
  release_track_credit: ReleaseTrackCreditTable;
  release_track_other_title: ReleaseTrackOtherTitleTable;
  release_track_production: ReleaseTrackProductionTable;
  release_track_search: ReleaseTrackSearchTable;
  release_track_search_word: ReleaseTrackSearchWordTable;
  release_track_version: ReleaseTrackVersionTable;
  revision: RevisionTable;
  revision_link: RevisionLinkTable;
  set_aside_item: SetAsideItemTable;
  setting: SettingTable;
  settled_pair: SettledPairTable;
  share: ShareTable;
  share_reservation: ShareReservationTable;
  slug_number: SlugNumberTable;
  slug_redirect: SlugRedirectTable;
  source_note: SourceNoteTable;
  token: TokenTable;
  token_family: TokenFamilyTable;
  unnamed_cover: UnnamedCoverTable;
  unreviewed_release: UnreviewedReleaseTable;
  user: UserTable;
  webhook: WebhookTable;
  wishlist_item: WishlistItemTable;
  work: WorkTable;
  work_credit: WorkCreditTable;
  work_search: WorkSearchTable;
  work_search_word: WorkSearchWordTable;
}
