import { beforeAll, describe, expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { listPath } from '../support/catalog-routes';
import { demoRecords } from '../support/demo-records';
import { filterRule, firstDay, folded, type ListedRow, orderRule } from '../support/filter-rules';
import { nonEmpty } from '../support/non-empty';
import { demoServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';
import { idsOf, pages, parameter, refusedFor, rowsOf } from './demo-reads';

// Pages, filters and orders of the list of every record type.

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

/** Adds the composers of a production to its credits, before all others. */
function shownOf(type: string, attributes: Record<string, unknown>): Record<string, unknown> {
  if (type !== 'Production' || !attributes.credits) return attributes;
  const credits = [attributes.composers ?? [], attributes.credits].flat() as object[];
  return { ...attributes, credits: credits.map((credit, index) => ({ ...credit, position: index + 1 })) };
}

const badValuesOf = (schema: Record<string, unknown>): string[] => {
  if (schema.maxLength) return ['x'.repeat(Number(schema.maxLength) + 1)];
  if (schema.pattern?.toString().startsWith('^(0[1-9]')) return ['', '13-01', '02-30', '1-1', '0101', 'x'];
  if (schema.format === 'partial-date') return ['', '1950-13', '1950-02-30', '1950-00', '50', '1950-1', '1950-06-', 'yesterday'];
  if (schema.type === 'integer') return ['', 'x', '1.5', '1e3', String(Number(schema.minimum) - 1), String(Number(schema.maximum) + 1)];
  return ['', 'xx', `${unknownUuid}x`, '2', 'PERSON', `/api/nowhere/${unknownUuid}`];
};

describe.each(catalog.shown.map((resource) => [resource.type, resource] as const))('the list of %s', (type, resource) => {
  const list = listPath(resource);
  let rows: ListedRow[];
  beforeAll(async () => {
    rows = await rowsOf(list);
  });

  test('has data, links and meta', async () => {
    const document = await server.read(list);
    expect(Object.keys(document).sort()).toEqual(['data', 'links', 'meta']);
    expect(document.data.length).toBe(Math.min(30, rows.length));
    expect(document.meta).toEqual({ totalItems: rows.length, itemsPerPage: 30, currentPage: 1 });
    expect(document.links?.self).toBe(`${list}?page=1`);
  });

  test('has exactly the records of the demo below every parent', async () => {
    const lists = Map.groupBy(demoRecords(type), ({ id }) => id.slice(0, id.lastIndexOf('/')));
    expect(lists.size).toBeGreaterThan(resource.ancestors.length > 0 ? 1 : 0);
    for (const [path, records] of lists) {
      const listed = new Map((await rowsOf(path)).map((row) => [row.id, row.attributes]));
      expect([...listed.keys()].sort()).toEqual(idsOf(records).sort());
      for (const { id, attributes } of nonEmpty(records)) expect(listed.get(id)).toMatchObject(shownOf(type, attributes));
    }
  });

  test('has pages of the requested size that link to each other', async () => {
    const size = Math.max(1, Math.min(100, Math.ceil(rows.length / 4)));
    const all = await pages(`${list}?itemsPerPage=${size}`);
    expect(all).toHaveLength(Math.ceil(rows.length / size));
    expect(idsOf(all.flatMap(({ data }) => data))).toEqual(idsOf(rows));
    for (const [index, { data, links, meta }] of all.entries()) {
      const to = (page: number) => `${list}?itemsPerPage=${size}&page=${page}`;
      expect(meta).toEqual({ totalItems: rows.length, itemsPerPage: size, currentPage: index + 1 });
      expect(data).toHaveLength(index + 1 < all.length ? size : rows.length - size * (all.length - 1));
      expect(links).toEqual({
        self: to(index + 1),
        first: to(1),
        ...(index > 0 && { prev: to(index) }),
        ...(index + 1 < all.length && { next: to(index + 2) }),
        last: to(all.length),
      });
    }
  });

  test('has an empty page after the last, with a prev link', async () => {
    const { data, links, meta } = await server.read(`${list}?page=9999`);
    expect(data).toEqual([]);
    expect(meta).toEqual({ totalItems: rows.length, itemsPerPage: 30, currentPage: 9999 });
    expect(links).toMatchObject({ self: `${list}?page=9999`, prev: links?.last as string });
    expect(links).not.toHaveProperty('next');
  });

  test('takes page and itemsPerPage with their aliases and checks their values', async () => {
    const asNamed = await server.read(`${list}?page=2&itemsPerPage=1`);
    const asAlias = await server.read(`${list}?page[number]=2&page[size]=1`);
    expect(asAlias.data).toEqual(asNamed.data);
    expect(asAlias.meta).toEqual(asNamed.meta as never);
    expect(asAlias.links?.self).toBe(`${list}?page%5Bsize%5D=1&page=2`);
    expect((await server.read(`${list}?itemsPerPage=101`)).meta?.itemsPerPage).toBe(100);
    for (const name of ['page', 'itemsPerPage']) {
      for (const value of ['0', '-1', '1.5', 'two', '']) await refusedFor(`${list}?${name}=${value}`, name);
      await refusedFor(`${list}?${name}=1&${name}=2`, name);
    }
  });

  const lookups = Object.entries(resource.lookups).map(([name, lookup]) => [name, { ...lookup, many: true, aliases: [] }] as const);
  /** Rows in the order of a filtered list: by id if only the whole list has a default order. */
  const rowsByDefault = (isFiltered = true): readonly ListedRow[] =>
    !isFiltered || resource.wholeOrder.join() === resource.defaultOrder.join() ? rows : rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  // Tests of holdings need users.
  const ofCatalog = Object.entries(resource.filters).filter(([, { scopes }]) => scopes === undefined);

  for (const [base, filter] of [...ofCatalog, ...lookups]) {
    const rule = filterRule(type, base);
    // A parameter per role is tested with a role of the demo.
    const name = 'keyedBy' in filter && filter.keyedBy ? `${base}[director]` : base;

    test(`selects matching rows by ${name}`, async () => {
      const samples = rule.samples(rows);
      const lengths: number[] = [];
      for (const value of nonEmpty(samples)) {
        const selected = await rowsOf(`${list}?${parameter(name, value)}`);
        const expected = rowsByDefault(rule.narrows).filter((row) => rule.keeps(row, value));
        lengths.push(selected.length);
        expect({ value, isEmpty: selected.length === 0 }).toEqual({ value, isEmpty: false });
        expect({ value, wrong: idsOf(selected.filter((row) => !rule.keeps(row, value))) }).toEqual({ value, wrong: [] });
        if (rule.isExact) expect({ value, ids: idsOf(selected) }).toEqual({ value, ids: idsOf(expected) });
      }
      if (rule.narrows && !rule.keepsDemo) expect(Math.min(...lengths)).toBeLessThan(rows.length);
    });

    test(`refuses and names invalid values of ${name}`, async () => {
      for (const value of badValuesOf(filter.kind.schema)) await refusedFor(`${list}?${parameter(name, value)}`, name);
    });

    test(`refuses a repeated ${name}`, async () => {
      const [value] = rule.samples(rows) as [string];
      await refusedFor(`${list}?${parameter(name, value)}&${parameter(name, value)}`, name);
    });

    if (filter.many) {
      test(`selects rows with any value of ${name}[]`, async () => {
        const values = rule.samples(rows).slice(0, 2);
        const selected = await rowsOf(`${list}?${values.map((value) => parameter(`${name}[]`, value)).join('&')}`);
        const expected = rowsByDefault().filter((row) => values.some((value) => rule.keeps(row, value)));
        expect(values).toHaveLength(2);
        expect(idsOf(selected)).toEqual(idsOf(expected));
        const [first] = values as [string];
        expect(idsOf(await rowsOf(`${list}?${parameter(`${name}[]`, first)}`))).toEqual(
          idsOf(await rowsOf(`${list}?${parameter(name, first)}`)),
        );
      });

      test(`refuses an invalid value among valid ones and more than 100 values of ${name}[]`, async () => {
        const [value] = rule.samples(rows) as [string];
        const [bad] = badValuesOf(filter.kind.schema) as [string];
        await refusedFor(`${list}?${parameter(`${name}[]`, value)}&${parameter(`${name}[]`, bad)}`, `${name}[]`);
        await refusedFor(
          `${list}?${Array(101)
            .fill(parameter(`${name}[]`, value))
            .join('&')}`,
          `${name}[]`,
        );
      });
    } else {
      test(`takes one value of ${name}[] and refuses two`, async () => {
        const [value] = rule.samples(rows) as [string];
        const asList = parameter(`${name}[]`, value);
        expect(idsOf((await server.read(`${list}?${asList}`)).data)).toEqual(
          idsOf((await server.read(`${list}?${parameter(name, value)}`)).data),
        );
        await refusedFor(`${list}?${asList}&${asList}`, `${name}[]`);
      });
    }

    for (const alias of filter.aliases ?? []) {
      test(`takes ${alias} as an alias of ${name}`, async () => {
        const [value] = rule.samples(rows) as [string];
        const { data, meta } = await server.read(`${list}?${parameter(alias, value)}`);
        expect(idsOf(data)).toEqual(idsOf((await server.read(`${list}?${parameter(name, value)}`)).data));
        expect(meta).not.toHaveProperty('ignoredParameters');
      });
    }
  }

  for (const name of Object.keys(resource.orders)) {
    const sortValue = orderRule(type, name);
    const isDate = /Date$/.test(name);
    const sortedBy = (row: ListedRow): string | number => {
      const value = sortValue(row);
      // Unknown values come first; the contract writes them as null, 0 or an empty text.
      if (value === null || value === 0) return '';
      return typeof value === 'number' ? value : isDate ? firstDay(value) : folded(value);
    };
    const compare = (a: ListedRow, b: ListedRow): number => {
      const [left, right] = [sortedBy(a), sortedBy(b)];
      if (typeof left === 'number' && typeof right === 'number') return left - right;
      return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
    };

    for (const way of ['asc', 'desc'] as const) {
      test(`has every record once in order[${name}]=${way} and then by id, unknown values ${way === 'asc' ? 'first' : 'last'}`, async () => {
        const size = Math.max(1, Math.min(100, Math.ceil(rows.length / 4)));
        const walked = (await pages(`${list}?order[${name}]=${way}&itemsPerPage=${size}`)).flatMap(({ data }): ListedRow[] => data);
        expect(idsOf(walked).sort()).toEqual(idsOf(rows).sort());
        const sign = way === 'asc' ? 1 : -1;
        const wrong = walked.slice(1).filter((row, index) => sign * compare(walked[index] as ListedRow, row) > 0);
        expect(wrong.map((row) => [row.id, sortedBy(row)])).toEqual([]);
        expect(new Set(walked.map(sortedBy)).size).toBeGreaterThan(1);
        for (const tied of nonEmpty([...Map.groupBy(walked, sortedBy).values()])) {
          const sorted = idsOf(tied).toSorted();
          expect(idsOf(tied)).toEqual(way === 'asc' ? sorted : sorted.toReversed());
        }
      });

      test(`takes other spellings of order[${name}]=${way}`, async () => {
        const expected = (await server.read(`${list}?order[${name}]=${way}`)).data;
        const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const spellings = [
          `order[${name}]=${way.toUpperCase()}`,
          `order%5B${name}%5D=${way}`,
          `order[${snakeCase}]=${way}`,
          `sort=${way === 'asc' ? '' : '-'}${name}`,
          ...(resource.orderAlias === name ? [`order=${way}`] : []),
        ];
        for (const spelling of spellings) {
          const { data, meta } = await server.read(`${list}?${spelling}`);
          expect({ spelling, ids: idsOf(data) }).toEqual({ spelling, ids: idsOf(expected) });
          expect(meta).not.toHaveProperty('ignoredParameters');
        }
      });
    }

    test(`refuses other directions of order[${name}]`, async () => {
      for (const value of ['up', '', 'Asc', '1']) await refusedFor(`${list}?order[${name}]=${value}`, `order[${name}]`);
      await refusedFor(`${list}?order[${name}]=asc&order[${name}]=desc`, `order[${name}]`);
    });
  }

  test('refuses an unknown order', async () => {
    await refusedFor(`${list}?order[shoeSize]=asc`, 'order[shoeSize]');
    await refusedFor(`${list}?sort=shoeSize`, 'sort');
    await refusedFor(`${list}?sort=-shoeSize`, 'sort');
  });

  test('has a stable order by default', async () => {
    expect(idsOf(await rowsOf(list))).toEqual(idsOf(rows));
  });
});

describe('the list of artists', () => {
  test('applies several orders one after the other, as sort and as order', async () => {
    const walked = await rowsOf('/api/artists?sort=-country,name');
    const asOrders = await rowsOf('/api/artists?order[country]=desc&order[name]=asc');
    expect(idsOf(asOrders)).toEqual(idsOf(walked));
    const countries = walked.map(({ attributes }) => attributes.country ?? '');
    expect(countries).toEqual(countries.toSorted().reverse());
    for (const group of nonEmpty([...Map.groupBy(walked, ({ attributes }) => attributes.country).values()])) {
      const names = group.map(({ attributes }) => Buffer.from(folded(attributes.name)));
      expect(names.map(String)).toEqual(names.toSorted(Buffer.compare).map(String));
    }
  });

  test('combines filters', async () => {
    const rows = await rowsOf('/api/artists?type[]=group&type[]=orchestra&country=GB&fictional=false');
    const each = (await rowsOf('/api/artists')).filter(
      ({ attributes }) => ['group', 'orchestra'].includes(attributes._type) && attributes.country === 'GB' && !attributes.fictional,
    );
    expect(idsOf(rows)).toEqual(idsOf(each).toSorted());
    expect(rows.length).toBeGreaterThan(0);
  });

  test('keeps its parameters in links, with encoded brackets and the page last', async () => {
    const { links } = await server.read('/api/artists?order[name]=desc&type[]=group&page=2&itemsPerPage=5');
    expect(links?.next).toBe('/api/artists?order%5Bname%5D=desc&type%5B%5D=group&itemsPerPage=5&page=3');
    expect(links?.prev).toBe('/api/artists?order%5Bname%5D=desc&type%5B%5D=group&itemsPerPage=5&page=1');
  });
});
