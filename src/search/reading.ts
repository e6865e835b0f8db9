import type { Query } from '../api/read/query';
import { type ListReading, readFields } from '../api/read/reading';
import { onlyValue } from '../api/schema/parameters';
import type { Registry } from '../api/schema/registry';
import { badParameter } from '../errors';

/** @returns undefined if absent */
export function readInclude(query: Query, possible: readonly string[] = []): readonly string[] | undefined {
  const given = query.take('include');
  if (!given) return undefined;
  const asked = onlyValue(given)
    .split(',')
    .filter((path) => path !== '');
  if (asked.length > 0 && possible.length === 0) throw badParameter('include', 'nothing_to_include');
  if (asked.some((path) => !possible.includes(path))) throw badParameter('include', 'unknown_inclusion', { possible });
  return asked;
}

/** Pagination and fields of requests across kinds. Other parameters are read before. */
export function readAcrossKinds(query: Query, registry: Registry): ListReading {
  const paging = query.paging();
  const fields = readFields(query, registry);
  return { ...paging, fields, include: undefined, holdings: false, filters: [], orders: [], ignored: query.ignored() };
}
