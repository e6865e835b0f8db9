import { expect } from 'bun:test';
import type { ListedRow } from '../support/filter-rules';
import { type Document, demoServer } from '../support/server';

// Reads of the demo in tests of every list and record.

export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
export const parameter = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Reads every page of a list by following the next links. */
export async function pages(path: string): Promise<Document[]> {
  const all: Document[] = [];
  for (let next: string | undefined = path; next !== undefined; next = all.at(-1)?.links?.next) {
    const page = await (await demoServer()).read(next);
    all.push(page);
    // Every page has a record, except the only page of an empty list.
    if (all.length > Math.max(1, page.meta?.totalItems ?? 0)) throw new Error(`The pages of ${path} never end.`);
  }
  return all;
}

export const rowsOf = async (path: string): Promise<ListedRow[]> =>
  (await pages(withQuery(path, 'itemsPerPage=100'))).flatMap((page): ListedRow[] => page.data);

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Sends a request that must be refused, and returns its only error. */
export async function refused(path: string, status: number): Promise<{ status: number; source?: { parameter?: string; header?: string } }> {
  const response = await (await demoServer()).request(path);
  expect({ path, status: response.status }).toEqual({ path, status });
  const { errors } = (await response.json()) as { errors: [{ status: number; source?: object }] };
  expect(errors).toHaveLength(1);
  expect(errors[0].status).toBe(status);
  return errors[0];
}

export async function refusedFor(path: string, name: string): Promise<void> {
  expect({ path, parameter: (await refused(path, 400)).source?.parameter }).toEqual({ path, parameter: name });
}

export const key = ({ type, id }: { type: string; id: string }): string => `${type} ${id}`;

const linkage = (row: ListedRow): { type: string; id: string }[] =>
  Object.values(row.relationships ?? {}).flatMap(({ data }) => data ?? []);

/** Checks the rules of compound documents in JSON:API 1.1. */
export function expectCompound(document: Document): void {
  const primary: ListedRow[] = [document.data].flat();
  const included: ListedRow[] = document.included ?? [];
  const all = [...primary, ...included].map(key);
  expect(document.included).toBeDefined();
  expect(new Set(all).size).toBe(all.length);
  const linked = new Set([...primary, ...included].flatMap(linkage).map(key));
  expect(included.map(key).filter((one) => !linked.has(one))).toEqual([]);
}
