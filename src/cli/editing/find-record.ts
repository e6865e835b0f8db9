import { sql } from 'kysely';
import type { Store } from '../../database/open';
import { parameter } from '../../database/prepare';
import { Statements } from '../../database/statements';
import { invalid, notFound } from '../../errors';
import { uuidPattern } from '../../jsonapi/checks';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import { readText } from '../../records/record-text';

/** A record that was named on the command line. */
export interface FoundRecord {
  readonly kind: Kind;
  readonly key: number;
  readonly id: string;
  readonly iri: string;
  /** What it is called, where records of its kind have a name. */
  readonly name: string;
  /** As it can be named here again: production/jaws. */
  readonly address: string;
}

/**
 * Finds a record by its UUID, its slug, `kind/slug`, its IRI or the address of its page, and by a slug that it had.
 * @throws {DomainError} not found; invalid, where several are meant
 */
export function findRecord(store: Store, kinds: Kinds, given: string): FoundRecord {
  const statements = new Statements(store);
  try {
    const found = candidates(statements, kinds, given.trim());
    const [first, ...others] = found;
    if (!first) throw notFound(`There is no record ${given.slice(0, 200)}.`);
    if (others.length > 0)
      throw invalid(
        `Several records are called so: ${found.map(({ kind, name }) => `${wordOf(kind)}/${slugIn(given)} (${name})`).join(', ')}. Name one of these.`,
      );
    return first;
  } finally {
    statements.close();
  }
}

/** Which record something is said of: its kind, where it stands, and what it is called. */
export const recordLine = ({ address, name }: Pick<FoundRecord, 'address' | 'name'>): string => `${address} (${name})`;

/** What a record is called, and where it stands, by what it says of itself. */
export function namesOf(kind: Kind, iri: string, { title, name, slug }: Readonly<Record<string, unknown>>) {
  return { name: String(title ?? name ?? slug ?? kind.noun), address: typeof slug === 'string' ? `${wordOf(kind)}/${slug}` : iri };
}

/** As a record is named on the command line: "release", "label-series". */
export const wordOf = ({ noun }: Kind): string => noun.replaceAll(' ', '-');

function candidates(statements: Statements, kinds: Kinds, given: string): FoundRecord[] {
  const path = pathOf(given);
  const byIri = kinds.all.flatMap((kind) => (idsOfIri(kind, path) ? [{ kind, id: idsOfIri(kind, path)?.at(-1) ?? '' }] : []));
  if (byIri.length > 0) return byIri.flatMap(({ kind, id }) => look(statements, kind, id.toLowerCase()));
  const { word, name } = partsOf(path);
  const meant = word === undefined ? kinds.all : kinds.all.filter((kind) => isCalled(kind, word));
  return meant.flatMap((kind) => look(statements, kind, name));
}

/** Of an address of the web, what stands behind its host. */
const pathOf = (given: string): string => (URL.canParse(given) && given.includes('://') ? new URL(given).pathname : given);

/** The last two parts of an address: which kind, and which of its records. */
function partsOf(path: string): { readonly word: string | undefined; readonly name: string } {
  const parts = path.split('/').filter((part) => part !== '');
  return { word: parts.at(-2)?.toLowerCase(), name: parts.at(-1) ?? '' };
}

const slugIn = (given: string): string => partsOf(pathOf(given.trim())).name;

const isCalled = (kind: Kind, word: string): boolean =>
  [wordOf(kind), kind.nouns.replaceAll(' ', '-'), kind.path.slice(kind.path.lastIndexOf('/') + 1), kind.type.toLowerCase()].includes(word);

function look(statements: Statements, kind: Kind, name: string): FoundRecord[] {
  const key = uuidPattern.test(name)
    ? keyBy(statements, kind, 'id', name.toLowerCase())
    : hasSlug(kind)
      ? keyOfSlug(statements, kind, name)
      : undefined;
  if (key === undefined) return [];
  const { iri, attributes } = readText(statements, kind, key);
  return [{ kind, key, id: iri.slice(iri.lastIndexOf('/') + 1), iri, ...namesOf(kind, iri, attributes) }];
}

const hasSlug = ({ entrance }: Kind): boolean => Object.hasOwn(entrance.schema.properties, 'slug');

const keyOfSlug = (statements: Statements, kind: Kind, slug: string): number | undefined =>
  keyBy(statements, kind, 'slug', slug) ?? keyOfFormerSlug(statements, kind, slug);

const keyBy = (statements: Statements, { table, parts }: Kind, column: 'id' | 'slug', value: string): number | undefined =>
  statements
    .get<{ key: number }>(`${table} by ${column}`, (db) => {
      const query = db.selectFrom(table).select('key').where(column, '=', parameter('value'));
      // A part is changed with the record that it is in.
      return parts ? query.where(parts.column, 'is', null) : query;
    })
    .get({ value })?.key;

function keyOfFormerSlug(statements: Statements, { table, type }: Kind, slug: string): number | undefined {
  const query = sql<{ key: number }>`
    SELECT x.key FROM slug_redirect AS s CROSS JOIN ${sql.table(table)} AS x ON x.id = s.resource_id
    WHERE s.resource_type = ${parameter('type')} AND s.slug = ${parameter('slug')}`;
  return statements.get<{ key: number }>(`${table} by former slug`, (db) => ({ compile: () => query.compile(db) })).get({ type, slug })
    ?.key;
}
