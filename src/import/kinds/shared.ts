import { Type as t } from '@sinclair/typebox';
import type { Value } from '../../database/prepare';
import { type CreditItem, name } from './attributes';
import { type FindKey, type Kind, kind, type OwnedRows, type Table } from './kind';

/** The links of a kind of record to other sites. */
export const externalLink = (table: 'artist' | 'production' | 'release'): Kind =>
  kind(
    `${table}_external_link`,
    `/api/${table}s/:id/external-links`,
    { provider: name(), external_id: name(), url: t.String({ pattern: '^https?://', maxLength: 2_000 }) },
    {
      within: { table, column: `${table}_key` },
      identity: [`${table}_key`, 'provider', 'external_id'],
      columns: ({ provider, external_id, url }) => ({ provider, external_id, url }),
    },
  );

/** Credit lists as rows; a place that is not given is the one in the list. */
export const creditRows = (table: Table, lists: Readonly<Record<string, unknown>>, findKey: FindKey): OwnedRows[] =>
  Object.entries(lists).map(([list, items]) => ({
    attribute: list,
    table,
    owner: `${table.slice(0, -'_credit'.length)}_key`,
    list,
    columns: ['list', 'position', 'artist_key', 'name_variation', 'join_phrase', 'role_key'],
    rows: ((items ?? []) as CreditItem[]).map((item, index): Value[] => [
      list,
      item.position ?? index + 1,
      findKey('artist', item.iri),
      item.name_variation ?? null,
      item.join_phrase ?? null,
      findKey('artist_role', item.credit_role),
    ]),
  }));
