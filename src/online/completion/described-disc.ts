import { undisambiguatedName } from '../../import/sources/discogs/values';
import { artistLineOf } from '../../kinds/lists';
import { onlyOf } from '../../matching/decide';
import { contradictionsOf, likenessOfCountries, mayBeSame, shareWord } from '../../matching/score';
import { productionTitleOf } from '../../matching/titles/production-title';
import { isVarious } from '../../matching/various';
import type { Pending } from '../../records/edit/unreviewed';
import type { Connection } from '../../store/database/connection';
import { textOf } from '../../store/database/sql';
import { fold } from '../../store/values/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../../store/values/identifiers';
import type { OnlineQuery } from '../look-up';
import type { CandidateValues, ComparedCandidate, ComparedField, FoundBy } from './documents';

// What is known of a placeholder, how to look it up, and which candidates can be meant.

interface DiscLabel {
  readonly name: string | null;
  readonly catalog_number: string | null;
}

/** Number of discs by type. */
type Formats = Readonly<Record<string, number>>;

/** A release as its owner described it. */
export interface DescribedDisc {
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly artist: string | null;
  readonly year: number | null;
  readonly country: string | null;
  readonly barcode: string | null;
  readonly provisional: 0 | 1;
  readonly unreviewedBy: number | null;
  readonly labels: readonly DiscLabel[];
  readonly formats: Formats;
  readonly mbid: string | undefined;
  readonly discogsId: string | undefined;
}

interface DiscRow extends Omit<DescribedDisc, 'labels' | 'formats' | 'mbid' | 'discogsId'> {
  readonly pending: string | null;
  readonly labels: string;
  readonly formats: string;
  readonly links: string;
}

type Link = Pending['links'][number];

/** MBIDs are random; UUIDs made here are derived from something or from the time. */
const isMbid = (id: string): boolean => id[14] === '4';

export function describedDisc(connection: Connection, id: string): DescribedDisc | undefined {
  const row = connection.get<DiscRow>(discOfId, { id });
  if (!row) return undefined;
  const pending: Partial<Pending> = row.pending === null ? {} : JSON.parse(row.pending);
  const links: readonly Link[] = pending.links ?? JSON.parse(row.links);
  const pageAt = (provider: string) => links.find((link) => link.provider === provider)?.external_id;
  return {
    ...row,
    artist: row.artist === null ? null : undisambiguatedName(row.artist),
    labels: (pending.attributes?.labels as readonly DiscLabel[] | undefined) ?? JSON.parse(row.labels),
    formats: pending.known?.formats ?? JSON.parse(row.formats),
    mbid: pageAt('musicbrainz') ?? [...(pending.known?.ids ?? []), row.id].find(isMbid),
    discogsId: pageAt('discogs'),
  };
}

/** SQL: the labels of a release `r`, with catalog numbers. */
export const labelsOfRelease = `(SELECT json_group_array(json_object('name', label.name, 'catalog_number', l.catalog_number) ORDER BY l.position)
  FROM release_label AS l LEFT JOIN label ON label.key = l.label_key WHERE l.release_key = r.key)`;

const discOfId = `
  SELECT r.key, r.id, r.title, ${textOf(artistLineOf('r'))} AS artist, r.year, r.country, r.barcode, r.provisional, r.unreviewed_by AS unreviewedBy,
    (SELECT pending FROM unreviewed_release WHERE release_key = r.key) AS pending,
    ${labelsOfRelease} AS labels,
    (SELECT json_group_object(type, count) FROM (
      SELECT format_type AS type, sum(quantity) AS count FROM release_format WHERE release_key = r.key GROUP BY format_type)) AS formats,
    (SELECT json_group_array(json_object('provider', provider, 'external_id', external_id)) FROM release_external_link
      WHERE release_key = r.key AND provider IN ('discogs', 'musicbrainz')) AS links
  FROM "release" AS r WHERE r.id = :id`;

interface LookUpStep {
  readonly by: FoundBy;
  readonly query: OnlineQuery;
}

/** Look-ups in the order of their reliability; the first that finds something decides. */
export function lookUpSteps({ title, artist, barcode, labels, mbid, discogsId }: DescribedDisc): LookUpStep[] {
  const numbered = labels.find((label) => label.catalog_number !== null && normalizeCatalogNumber(label.catalog_number) !== null);
  const name = productionTitleOf(title).title.trim() || title;
  const steps: (LookUpStep | false)[] = [
    discogsId !== undefined && { by: 'id', query: { discogs_id: discogsId } },
    mbid !== undefined && { by: 'id', query: { mbid } },
    barcode !== null && normalizeBarcode(barcode) !== null && { by: 'barcode', query: { barcode } },
    numbered !== undefined && {
      by: 'catalog_number',
      query: { catalog_number: firstOf(numbered.catalog_number as string), ...(numbered.name !== null && { label: numbered.name }) },
    },
    artist !== null && { by: 'title', query: { title: name, artist } },
    // Artists are spelled in many ways, and "Various" is none.
    { by: 'title', query: { title: name } },
  ];
  return steps.filter((step) => step !== false);
}

/** Some write several numbers into one field: "MVCM-1, MVCM-2". */
const firstOf = (numbers: string): string => /[^,;\s][^,;]*/.exec(numbers)?.[0].trim() ?? numbers;

/** More do not help a person to choose; with 10,000 rows, some 50 MB. */
const mostCandidates = 6;

export const bestOf = (candidates: readonly ComparedCandidate[]): ComparedCandidate[] =>
  candidates.toSorted((a, b) => doubtsOf(a) - doubtsOf(b) || b.agrees.length - a.agrees.length).slice(0, mostCandidates);

/** The candidates of a look-up that can be meant, best first. */
export const comparedCandidates = (disc: DescribedDisc, by: FoundBy | null, found: readonly CandidateValues[]): ComparedCandidate[] =>
  bestOf(
    found.map((candidate) => ({ ...candidate, ...comparison(disc, by, candidate) })).filter((candidate) => isPossible(disc, by, candidate)),
  );

function isPossible(disc: DescribedDisc, by: FoundBy | null, candidate: ComparedCandidate): boolean {
  if (by === 'barcode') return candidate.same_barcode;
  if (by === 'catalog_number') return candidate.agrees.includes('catalog_number');
  // Many films share a title.
  if (by !== 'title') return true;
  const isNamed =
    areTitlesEqual(disc.title, candidate.title) || mayBeSame(disc, { title: candidate.title, artist: candidate.artist_credit });
  return isNamed && doubtsOf(candidate) < 2;
}

/** A candidate that differs in one of these is never taken without a person. */
const decisive: readonly ComparedField[] = ['artist', 'year', 'format', 'country'];

const doubtsOf = ({ differs }: ComparedCandidate): number => differs.filter((field) => decisive.includes(field)).length;

/** What is neither equal nor a contradiction, such as a longer form of a title, is in neither list. */
function comparison(disc: DescribedDisc, by: FoundBy | null, candidate: CandidateValues): Pick<ComparedCandidate, 'agrees' | 'differs'> {
  const sideOf = (barcode: string | null, labels: readonly DiscLabel[], formats: Formats, year: number | null) => ({
    barcode: normalizeBarcode(barcode ?? ''),
    numbers: labels.flatMap(({ catalog_number: numbers }) =>
      (numbers ?? '').split(/[,;]/).flatMap((number) => normalizeCatalogNumber(number) ?? []),
    ),
    labels: labels.flatMap(({ name }) => name ?? []),
    formats: Object.keys(formats),
    year,
  });
  const candidateYear = candidate.release_date === null ? null : Number(candidate.release_date.slice(0, 4));
  const own = sideOf(disc.barcode, disc.labels, disc.formats, disc.year);
  const formats: Record<string, number> = {};
  for (const { format_type: type, quantity } of candidate.formats) formats[type] = (formats[type] ?? 0) + quantity;
  const other = sideOf(candidate.barcode, candidate.labels, formats, candidateYear);
  const contradictions = contradictionsOf(own, other);
  const isSame = (field: Exclude<ComparedField, 'title' | 'artist' | 'country'>, isKnown: boolean) =>
    isKnown ? !contradictions.includes(field) : undefined;
  const haveBoth = (some: readonly string[], others: readonly string[]) => some.length > 0 && others.length > 0;
  const isAlike = (isEqual: boolean, mayBe: boolean) => isEqual || (mayBe ? undefined : false);
  const likeness = likenessOfCountries(disc.country, candidate.country);
  const same: Readonly<Record<ComparedField, boolean | undefined>> = {
    title: isAlike(areTitlesEqual(disc.title, candidate.title), isTitleWithin(disc.title, candidate.title)),
    artist: isAlike(areCreditsEqual(disc.artist, candidate.artist_credit), shareWord(disc.artist, candidate.artist_credit)),
    barcode: (by === 'barcode' && candidate.same_barcode) || isSame('barcode', own.barcode !== null && other.barcode !== null),
    catalog_number: isSame('catalog_number', haveBoth(own.numbers, other.numbers)),
    label: isSame('label', haveBoth(own.labels, other.labels)),
    year: isSame('year', own.year !== null && other.year !== null),
    format: isAlike(areFormatsEqual(disc.formats, formats), !contradictions.includes('format')),
    country: isAlike(likeness === 0, likeness !== undefined),
  };
  const fieldsThat = (value: boolean) => Object.entries(same).flatMap(([field, is]) => (is === value ? [field as ComparedField] : []));
  return { agrees: fieldsThat(true), differs: fieldsThat(false) };
}

const wordsOf = (title: string): readonly string[] => fold(productionTitleOf(title).title).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Blanks and punctuation do not matter: Ben-Hur, Ben Hur. */
export const areTitlesEqual = (one: string, other: string): boolean => wordsOf(one).join('') === wordsOf(other).join('');

/** Whether all words of the shorter title are words of the other: editions differ in additions. */
export function isTitleWithin(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  return short.length > 0 && short.every((word) => long.includes(word));
}

/** Case, accents, punctuation and the order of names do not matter. "Various" is no name. */
function areCreditsEqual(one: string | null, other: string | null): boolean {
  if (!one || !other) return false;
  if (isVarious(one) || isVarious(other)) return isVarious(one) && isVarious(other);
  const namesIn = (credit: string) =>
    fold(credit)
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => !['and', 'und', 'et'].includes(word))
      .toSorted()
      .join(' ');
  return namesIn(one) === namesIn(other);
}

/** By the number of discs; "other" may be anything. */
const areFormatsEqual = (one: Formats, other: Formats): boolean =>
  Object.keys(one).length > 0 &&
  one.other === undefined &&
  [...Object.keys(one), ...Object.keys(other)].every((type) => one[type] === other[type]);

/** The only candidate that an id means, or a barcode with the title; undefined if a person has to choose. */
export function certainCandidate(by: FoundBy, candidates: readonly ComparedCandidate[]): ComparedCandidate | undefined {
  if (by !== 'id' && by !== 'barcode') return undefined;
  const fitting = candidates.filter((candidate) => {
    const isNamed =
      !candidate.differs.includes('title') ||
      (by === 'id' && candidate.agrees.some((field) => ['artist', 'barcode', 'catalog_number'].includes(field)));
    return isNamed && doubtsOf(candidate) === 0;
  });
  // Editions with one barcode are told apart by number, label, year and country.
  const mostAgreeing = Math.max(...fitting.map(({ agrees }) => agrees.length));
  return onlyOf(fitting) ?? onlyOf(fitting.filter(({ agrees, differs }) => agrees.length === mostAgreeing && differs.length === 0));
}

/** Whether only the first candidate can be meant, so that all such rows may be accepted at once. */
export function isClear(candidates: readonly ComparedCandidate[]): boolean {
  const first = onlyOf(candidates.filter((candidate) => doubtsOf(candidate) === 0 && !candidate.differs.includes('title')));
  if (first === undefined || first !== candidates[0]) return false;
  const has = (field: ComparedField) => first.agrees.includes(field);
  return has('barcode') || has('catalog_number') || (has('title') && has('artist') && has('year'));
}
