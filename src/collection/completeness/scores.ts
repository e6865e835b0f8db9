import type { Principal } from '../../accounts/principal';
import type { Share } from '../../api/read/viewer';
import type { Connection, Values } from '../../store/database/connection';

// Which scores of an artist or franchise, and which releases of other records, a user owns, wants or lacks.

export const states = ['owned', 'wanted', 'missing', 'not_in_catalog'] as const;
export type State = (typeof states)[number];

export type Counts = Readonly<Record<State | 'total', number>>;

/** A production, or a release. */
export interface Score {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly year: number | null;
  readonly state: State;
  /** Releases in the catalog. */
  readonly editions: number;
  /** UUID of the owned or wanted release, else of the newest; null without one. */
  readonly release: string | null;
  /** In a label series; null without an integer. */
  readonly number: number | null;
}

/** What counts beside feature films, and beside the releases themselves. */
export const choices = ['television', 'games', 'shorts', 'compilations', 'editions'] as const;
export type Choice = (typeof choices)[number];

export const roles = ['composer', 'director'] as const;
export type Role = (typeof roles)[number];

export interface Counting extends Readonly<Partial<Record<Choice, boolean | undefined>>> {
  /** Of an artist; by default composer, or director of those who compose nothing. */
  readonly role?: Role | undefined;
}

export interface Viewer {
  readonly user: number;
  /** Without it, wanted scores are missing. */
  readonly seesWishes: boolean;
}

export const viewerOf = ({ userKey, scopes }: Principal): Viewer => ({
  user: userKey,
  seesWishes: scopes === null || scopes.has('wishlist:read'),
});

export interface Completeness {
  readonly counts: Counts;
  readonly role: Role | null;
  /** Choices that are on. */
  readonly counted: readonly Choice[];
  readonly scores: readonly Score[];
  /** First and last number of a label series with integers. */
  readonly numbers: { readonly first: number; readonly last: number } | null;
}

const completedTypes = ['Artist', 'Franchise', 'Label', 'LabelSeries', 'Album', 'Organization', 'Work'] as const;
export type CompletedType = (typeof completedTypes)[number];

export const isCompleted = (type: string): type is CompletedType => (completedTypes as readonly string[]).includes(type);

/** A record whose scores are counted. */
export interface Completed {
  readonly type: CompletedType;
  readonly key: number;
}

/** More than any composer wrote; of a large label, the oldest. */
export const maximumScores = 2_000;

/** What a user has of the scores that a record stands for. Inside one read of the database. */
export function completenessOf(reader: Connection, completed: Completed, viewer: Viewer, counting: Counting = {}): Completeness {
  const { query, values, counts } = count(reader, completed, viewer, counting);
  const scores = reader.all<Row>(query.list, values).map(scoreOf);
  const counted = choices.filter((choice) => values[choice] && query.ofProductions === (choice !== 'editions'));
  return {
    role: query.role,
    counted,
    ...(completed.type === 'LabelSeries' ? byNumber(counts, scores) : { counts, scores, numbers: null }),
  };
}

/** The counts alone, which are fast for records of any size. */
export const countsOf = (reader: Connection, completed: Completed, viewer: Viewer): Counts =>
  (completed.type === 'LabelSeries' ? completenessOf : count)(reader, completed, viewer, {}).counts;

const everyProduction = { television: 1, games: 1, shorts: 1 };

/** Counts feature films, or all productions of records without any. */
function attempts(type: CompletedType, keys: Values, { user, seesWishes }: Viewer, counting: Counting = {}) {
  const flags = Object.fromEntries(choices.map((choice) => [choice, Number(counting[choice] ?? false)]));
  const chosen: Values = { ...keys, user, wishes: Number(seesWishes), ...flags };
  return queries[type]
    .filter(({ role }) => !role || role === (counting.role ?? role))
    .flatMap((query) => [chosen, { ...chosen, ...everyProduction }].map((values) => ({ query, values })));
}

/** Shares of several artists or franchises at once, by key. */
export function sharesOfScores(
  reader: Connection,
  type: 'Artist' | 'Franchise',
  keys: readonly number[],
  viewer: Viewer,
): ReadonlyMap<number, Share> {
  const shares = new Map<number, Share>();
  for (const { query, values } of attempts(type, {}, viewer)) {
    const left = keys.filter((key) => !shares.has(key));
    if (left.length === 0 || query.shares === null) break;
    const found = reader.all<Share & { key: number }>(query.shares, { ...values, keys: JSON.stringify(left) });
    for (const { key, ...share } of found) shares.set(key, share);
  }
  return shares;
}

function count(reader: Connection, { type, key }: Completed, viewer: Viewer, counting: Counting) {
  const [first, ...others] = attempts(type, { key, keys: `[${key}]` }, viewer, counting);
  const find = ({ query, values }: NonNullable<typeof first>) => ({ query, values, counts: countsIn(reader.all(query.counts, values)) });
  const found = find(first as NonNullable<typeof first>);
  if (found.counts.total > 0 || !found.query.ofProductions) return found;
  return others.map(find).find(({ counts }) => counts.total > 0) ?? found;
}

function countsIn(rows: readonly { readonly state: State; readonly scores: number }[]): Counts {
  const total = rows.reduce((sum, { scores }) => sum + scores, 0);
  return {
    owned: 0,
    wanted: 0,
    missing: 0,
    not_in_catalog: 0,
    ...Object.fromEntries(rows.map(({ state, scores }) => [state, scores])),
    total,
  };
}

interface Row extends Omit<Score, 'number'> {
  readonly number: string | null;
}

const scoreOf = (row: Row): Score => {
  const [, digits] = /^\s*0*([1-9]\d{0,6})\s*$/.exec(row.number ?? '') ?? [];
  return { ...row, number: digits === undefined ? null : Number(digits) };
};

/** A wider range is no numbering, but years or catalog numbers. */
const maximumRange = 2_000;

/** Of a picture. A numbering that begins later begins with a row. */
const numbersInRow = 50;

/** A number once, however many releases have it. Other numbers in between are not in the catalog. */
function byNumber(counts: Counts, scores: readonly Score[]): Pick<Completeness, 'counts' | 'scores' | 'numbers'> {
  const numbered = Map.groupBy(scores, ({ number }) => number ?? 0);
  const without = numbered.get(0) ?? [];
  numbered.delete(0);
  const [lowest, last] = [Math.min(...numbered.keys()), Math.max(...numbered.keys())];
  const first = lowest - ((lowest - 1) % numbersInRow);
  if (numbered.size === 0 || last - first >= maximumRange) return { counts, scores: scores.slice(0, maximumScores), numbers: null };
  const best = [...numbered.values()].map((some) => ({ ...(some.toSorted(bestFirst)[0] as Score), editions: some.length }));
  best.sort((a, b) => Number(a.number) - Number(b.number));
  const unknown = { state: 'not_in_catalog' as State, scores: last - first + 1 - best.length };
  return {
    counts: countsIn([...Map.groupBy(best, ({ state }) => state)].map(([state, some]) => ({ state, scores: some.length })).concat(unknown)),
    scores: [...best, ...without].slice(0, maximumScores),
    numbers: { first, last },
  };
}

const bestFirst = (a: Score, b: Score): number => states.indexOf(a.state) - states.indexOf(b.state) || (b.year ?? 0) - (a.year ?? 0);

interface Query {
  /** SQL: number of scores by state. */
  readonly counts: string;
  /** SQL: the scores. */
  readonly list: string;
  /** SQL: how many of the scores of each record are owned; null for releases. */
  readonly shares: string | null;
  readonly role: Role | null;
  readonly ofProductions: boolean;
}

// CROSS JOIN keeps the order: from the few records to what is known of them.

/** SQL: whether the user has a release, by its key. */
const owns = (release: string) =>
  `EXISTS (SELECT 1 FROM collection_item AS copy WHERE copy.release_key = ${release} AND copy.user_key = :user)`;
const wants = (release: string) =>
  `(:wishes AND EXISTS (SELECT 1 FROM wishlist_item AS wish WHERE wish.user_key = :user AND wish.release_key = ${release}))`;

/** SQL: the state of a score. */
const stateOf = (owned: string, wanted: string, released: string) =>
  `CASE WHEN ${owned} THEN 'owned' WHEN ${wanted} THEN 'wanted' WHEN ${released} THEN 'missing' ELSE 'not_in_catalog' END`;

const countsBy = (state: string, from: string) => `SELECT ${state} AS state, count(*) AS scores FROM ${from} GROUP BY state`;

/** Songs that a film uses are no score. */
const entries = `production_entry AS entry
  WHERE entry.production_key = p.key AND (entry.kind IN ('score', 'other') OR (entry.kind = 'compilation' AND :compilations))`;

const someEntry = (condition = 'TRUE') => `EXISTS (SELECT 1 FROM ${entries} AND ${condition})`;

const stateOfProduction = stateOf(someEntry(owns('entry.release_key')), someEntry(wants('entry.release_key')), someEntry());

/** A short film has up to 40 minutes (Academy of Motion Picture Arts and Sciences); unknown types and lengths are those of feature films. */
const isCounted = `(:television OR p.production_type NOT IN ('television', 'episode')) AND (:games OR p.production_type <> 'videogame')
  AND (:shorts OR p.production_type <> 'movie' OR coalesce(p.duration_minutes > 40, TRUE))`;

/** @param keys SQL for the keys of the productions, each with its record */
function productionsQuery(keys: string, role: Role | null = null): Query {
  const from = `(${keys}) AS scored CROSS JOIN production AS p ON p.key = scored.key WHERE ${isCounted}`;
  const list = `
    SELECT p.id, p.title, p.slug, p.year, ${stateOfProduction} AS state, NULL AS number,
      (SELECT count(DISTINCT entry.release_key) FROM ${entries}) AS editions,
      (SELECT edition.id FROM (SELECT DISTINCT entry.release_key FROM ${entries}) AS its
        CROSS JOIN "release" AS edition ON edition.key = its.release_key
        ORDER BY ${owns('edition.key')} DESC, ${wants('edition.key')} DESC, edition.provisional, edition.release_day DESC, edition.id LIMIT 1
      ) AS release
    FROM ${from} ORDER BY p.year IS NULL, p.year, p.title_folded, p.id LIMIT ${maximumScores}`;
  const owned = someEntry(owns('entry.release_key'));
  const shares = `SELECT scored.record AS key, sum(${owned}) AS owned, count(*) AS total FROM ${from} GROUP BY scored.record`;
  return { counts: countsBy(stateOfProduction, from), list, shares, role, ofProductions: true };
}

const listed = '(SELECT value FROM json_each(:keys))';

const creditedAs = (role: Role, condition: string) =>
  productionsQuery(
    `SELECT DISTINCT artist_key AS record, production_key AS key FROM production_credit WHERE artist_key IN ${listed} AND (${condition})`,
    role,
  );

const roleKey = (slug: Role) => `(SELECT key FROM artist_role WHERE slug = '${slug}')`;

/** SQL: whether the user has another edition of the release. */
const ownsEdition = `(:editions AND EXISTS (
  SELECT 1 FROM "release" AS other CROSS JOIN collection_item AS copy ON copy.release_key = other.key AND copy.user_key = :user
  WHERE other.album_key = r.album_key
))`;

const stateOfRelease = stateOf(`${owns('r.key')} OR ${ownsEdition}`, wants('r.key'), 'TRUE');

/** @param keys SQL for the keys of the releases */
function releasesQuery(keys: string, number = 'NULL', most = maximumScores): Query {
  const from = `(${keys}) AS part CROSS JOIN "release" AS r ON r.key = part.key WHERE r.unreviewed_by IS NULL`;
  const order = 'r.release_day IS NULL, r.release_day, r.title_folded, r.id';
  const list = `
    SELECT r.id, r.title, r.slug, r.year, ${stateOfRelease} AS state, ${number} AS number, 1 AS editions, r.id AS release
    FROM (SELECT r.key FROM ${from} ORDER BY ${order} LIMIT ${most}) AS part CROSS JOIN "release" AS r ON r.key = part.key ORDER BY ${order}`;
  return { counts: countsBy(stateOfRelease, from), list, shares: null, role: null, ofProductions: false };
}

/** The printed series of this name, also after the name of the label. */
const seriesName = '(SELECT name_folded FROM label_series WHERE key = :key)';
const numberInSeries = `(
  SELECT printed.number FROM release_series AS printed
  WHERE printed.release_key = r.key AND instr(printed.name_folded, ${seriesName}) > 0
  ORDER BY printed.name_folded = ${seriesName} DESC, printed.position LIMIT 1
)`;

export const recordingsOfWorks =
  'release_recording_work AS link CROSS JOIN release_recording AS its ON its.key = link.release_recording_key';

/** Several releases may have a number. */
const releasesOfSeries = 10_000;

const queries: Readonly<Record<CompletedType, readonly Query[]>> = {
  Artist: [
    creditedAs('composer', `list = 'composers' OR role_key = ${roleKey('composer')}`),
    creditedAs('director', `role_key = ${roleKey('director')}`),
  ],
  Franchise: [
    productionsQuery(
      `SELECT DISTINCT franchise_key AS record, production_key AS key FROM production_franchise WHERE franchise_key IN ${listed}`,
    ),
  ],
  Label: [releasesQuery('SELECT DISTINCT release_key AS key FROM release_label WHERE label_key = :key')],
  LabelSeries: [releasesQuery('SELECT key FROM "release" WHERE label_series_key = :key', numberInSeries, releasesOfSeries)],
  Album: [releasesQuery('SELECT key FROM "release" WHERE album_key = :key')],
  Organization: [releasesQuery('SELECT DISTINCT release_key AS key FROM release_company WHERE organization_key = :key')],
  Work: [releasesQuery(`SELECT DISTINCT release_key AS key FROM ${recordingsOfWorks} WHERE work_key = :key`)],
};
