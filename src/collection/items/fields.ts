import { type TSchema, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { fits } from '../../api/schema/checks';
import { type WritableField, writableField } from '../../api/schema/fields';
import { choice, flag, integer, text } from '../../api/schema/parameters';
import { message } from '../../messages/message';
import { dayMilliseconds, latestDay, mostAheadMilliseconds, timestamp } from '../../store/values/dates';
import { foldCase, inOneLine, oneLine } from '../../store/values/folding';

// Writable attributes of items.

export const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);

const shortTextLength = 255;
/** About four pages. */
const notesLength = 10_000;

/** Rejects unpaired surrogates, which cannot be stored (RFC 8259, section 8.2). */
function writtenText(maxLength: number): WritableField {
  const kind = text(maxLength);
  return writableField({
    schema: kind.schema,
    expected: kind.expected,
    isAllowed: (value) => typeof value === 'string' && value.isWellFormed() && [...value].length <= maxLength,
  });
}

export const shortText = () => writtenText(shortTextLength);

/** Visible text that is stored in one line. */
export const lineOfText = (maxLength: number): WritableField => ({
  ...writableField(
    {
      schema: t.String({ minLength: 1, maxLength }),
      expected: message('wrong_length', { min: 1, max: maxLength }),
      isAllowed: (value) =>
        typeof value === 'string' &&
        value.isWellFormed() &&
        oneLine(value, maxLength) !== undefined &&
        [...inOneLine(value)].length <= maxLength,
    },
    '',
  ),
  toStored: (value) => inOneLine(value as string),
});
export const notes = () => writtenText(notesLength);

/** @param initial the default, if never null */
export const word = (words: readonly string[], initial: string | null = null): WritableField => writableField(choice(...words), initial);

/** In minor units, as the contract says. */
export const price = () => writableField(integer(0, Number.MAX_SAFE_INTEGER));

export const oneToFive = () => writableField(integer(1, 5));

export const count = (maximum: number, initial: number) => writableField(integer(1, maximum), initial);

export const yesOrNo = (): WritableField => ({
  ...writableField({ schema: flag.schema, expected: message('invalid_boolean') }, 0),
  toStored: (value) => (value ? 1 : 0),
});

let currencies: ReadonlySet<string> | undefined;

/** Includes historical currencies, for old receipts. The platform's list is loaded on demand. */
export function isCurrency(code: unknown): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return typeof code === 'string' && currencies.has(code);
}

export const currency = () =>
  writableField({
    schema: t.String({ pattern: '^[A-Z]{3}$' }),
    expected: message('invalid_currency'),
    isAllowed: isCurrency,
  });

const day = t.String({ format: 'date' });

export const date = () => writableField({ schema: day, expected: message('invalid_date') });

const isPast = (value: unknown): boolean => fits(day, value) && value <= latestDay();

/** A day on which something happened. */
export const pastDate = () => writableField({ schema: day, expected: message('invalid_past_date'), isAllowed: isPast });

/** Clocks of clients may be ahead. */
const clockSkewMilliseconds = 5 * 60_000;

/** Midnight UTC is a date without a time, also in a document that is sent back. */
function isPastMoment(at: Date): boolean {
  const ahead = at.getTime() % dayMilliseconds === 0 ? mostAheadMilliseconds : clockSkewMilliseconds;
  return fits(day, timestamp(at).slice(0, 10)) && at.getTime() <= Date.now() + ahead;
}

const dateTime = t.Union([t.String({ format: 'date-time' }), t.String({ format: 'date' })]);

/** A past moment in UTC. A date alone means midnight. */
export const moment = (): WritableField => ({
  ...writableField({
    schema: dateTime,
    expected: message('invalid_date_or_time'),
    // Hour 24 is invalid (RFC 3339, section 5.6), and an offset may lead outside the years 1 to 9999.
    isAllowed: (value) => fits(dateTime, value) && !/T24/.test(value) && isPastMoment(new Date(value)),
  }),
  toStored: (value) => timestamp(new Date(value as string)),
});

/** Each is an index row. */
const maximumTags = 50;
const tagLength = 100;

const tagList = t.Array(t.String({ minLength: 1, maxLength: tagLength }), { maxItems: maximumTags, uniqueItems: true });

/** Unique, trimmed tags. */
export const tags = (): WritableField<string[]> => ({
  ...writableField(
    {
      schema: tagList,
      expected: message('invalid_tags', { maxItems: maximumTags, max: tagLength }),
      isAllowed: (value) => Array.isArray(value) && value.length <= maximumTags && value.every(isTag) && areDistinct(value),
    },
    '[]',
  ),
  toStored: (value) => JSON.stringify((value as string[]).map((tag) => tag.trim())),
});

function isTag(value: unknown): value is string {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return false;
  const length = [...value.trim()].length;
  return length > 0 && length <= tagLength;
}

/** Tags are compared by this. */
export const foldTag = (tag: string): string => foldCase(tag.trim());

const areDistinct = (tags: readonly string[]): boolean => new Set(tags.map(foldTag)).size === tags.length;

/** The release as embedded in an item. */
export const releaseShown = t.Object(
  { id: t.String({ format: 'uuid' }), title: t.String(), slug: t.String() },
  { additionalProperties: false, description: 'On write, `id` is the UUID or IRI of the release' },
);

/** A subquery: with a join, the query planner would start from users and sort the items. */
export const ownerOf = (table: 'collection_item' | 'wishlist_item' | 'loan') =>
  sql<string>`(SELECT u.id FROM user AS u WHERE u.key = ${sql.ref(`${table}.user_key`)})`;

/** {@link releaseShown} as a column. */
export const releaseColumn = sql<{ id: string; title: string; slug: string }>`json_object(
  'id', "release".id, 'title', "release".title, 'slug', "release".slug
)`;

export const releaseReference = { type: 'Release', path: '/api/releases', relationship: 'releaseRecord' };
