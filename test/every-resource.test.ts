import { beforeAll, describe, expect, test } from 'bun:test';
import type { Resource } from '../src/api/schema/resource';
import { catalog } from '../src/catalog';
import { type CatalogRoute, catalogRoutes, listPath, resourceOf, singlePath } from './support/catalog-routes';
import { demoRecordNamed, demoRecords, demoReference, uuidOf } from './support/demo-records';
import { filterRule, firstDay, folded, type ListedRow, orderRule } from './support/filter-rules';
import { type Document, demoServer, type TestServer } from './support/server';

// What holds for every kind of record alike, over everything that the catalog declares.

const jsonApi = 'application/vnd.api+json';
const unknownUuid = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const parameter = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Every page of a list, from the first, as the links lead. */
async function pages(path: string): Promise<Document[]> {
  const all: Document[] = [];
  for (let next: string | undefined = path; next !== undefined; next = all.at(-1)?.links?.next) {
    const page = await server.read(next);
    all.push(page);
    // Every page but an empty list's only one has a record.
    if (all.length > Math.max(1, page.meta?.totalItems ?? 0)) throw new Error(`The pages of ${path} never end.`);
  }
  return all;
}

const rowsOf = async (path: string): Promise<ListedRow[]> =>
  (await pages(withQuery(path, 'itemsPerPage=100'))).flatMap((page): ListedRow[] => page.data);

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** A request that has to be refused, and the error that says why. */
async function refused(path: string, status: number): Promise<{ status: number; source?: { parameter?: string; header?: string } }> {
  const response = await server.request(path);
  expect({ path, status: response.status }).toEqual({ path, status });
  const { errors } = (await response.json()) as { errors: [{ status: number; source?: object }] };
  expect(errors).toHaveLength(1);
  expect(errors[0].status).toBe(status);
  return errors[0];
}

async function refusedFor(path: string, name: string): Promise<void> {
  expect({ path, parameter: (await refused(path, 400)).source?.parameter }).toEqual({ path, parameter: name });
}

const key = ({ type, id }: { type: string; id: string }): string => `${type} ${id}`;

/** The identifiers that a resource object shows. */
const linkage = (row: ListedRow): { type: string; id: string }[] =>
  Object.values(row.relationships ?? {}).flatMap(({ data }) => data ?? []);

/** The rules of a compound document (JSON:API 1.1, compound documents). */
function expectCompound(document: Document): void {
  const primary: ListedRow[] = [document.data].flat();
  const included: ListedRow[] = document.included ?? [];
  const all = [...primary, ...included].map(key);
  expect(document.included).toBeDefined();
  expect(new Set(all).size).toBe(all.length);
  const linked = new Set([...primary, ...included].flatMap(linkage).map(key));
  expect(included.map(key).filter((one) => !linked.has(one))).toEqual([]);
}

/** Composers are among the credits of a production, before all others. */
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
  return ['', 'x', `${unknownUuid}x`, '2', 'PERSON', `/api/nowhere/${unknownUuid}`];
};

describe.each(catalog.shown.map((resource) => [resource.type, resource] as const))('%s', (type, resource) => {
  const list = listPath(resource);
  const single = singlePath(resource);
  const fieldNames = ['_id', ...Object.keys(resource.attributes.properties)];
  const relationships = Object.entries(resource.relationships);
  const toMany = relationships.filter(([, { many }]) => many).map(([name]) => name);
  let rows: ListedRow[];
  beforeAll(async () => {
    rows = await rowsOf(list);
  });

  test('the list is an envelope of data, links and meta', async () => {
    const document = await server.read(list);
    expect(Object.keys(document).sort()).toEqual(['data', 'links', 'meta']);
    expect(document.data.length).toBe(Math.min(30, rows.length));
    expect(document.meta).toEqual({ totalItems: rows.length, itemsPerPage: 30, currentPage: 1 });
    expect(document.links?.self).toBe(`${list}?page=1`);
  });

  test('the list of every parent has the records of the demo, as the demo has them, and no others', async () => {
    const lists = Map.groupBy(demoRecords(type), ({ id }) => id.slice(0, id.lastIndexOf('/')));
    expect(lists.size).toBeGreaterThan(resource.ancestors.length > 0 ? 1 : 0);
    for (const [path, records] of lists) {
      const listed = new Map((await rowsOf(path)).map((row) => [row.id, row.attributes]));
      expect([...listed.keys()].sort()).toEqual(idsOf(records).sort());
      for (const { id, attributes } of records) expect(listed.get(id)).toMatchObject(shownOf(type, attributes));
    }
  });

  test('every row has its type, its IRI as id, its UUID as _id, itself as link, and all its attributes', () => {
    for (const row of rows) {
      expect(row).toMatchObject({ type, id: `${list}/${row.attributes._id}`, links: { self: row.id } });
      expect(Object.keys(row.attributes).sort()).toEqual([...fieldNames].sort());
      expect(Object.keys(row.relationships ?? {}).sort()).toEqual(relationships.map(([name]) => name).sort());
    }
  });

  test('pages have the size asked for, keep to their bounds and lead to each other', async () => {
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

  test('a page past the end is empty, and leads back', async () => {
    const { data, links, meta } = await server.read(`${list}?page=9999`);
    expect(data).toEqual([]);
    expect(meta).toEqual({ totalItems: rows.length, itemsPerPage: 30, currentPage: 9999 });
    expect(links).toMatchObject({ self: `${list}?page=9999`, prev: links?.last as string });
    expect(links).not.toHaveProperty('next');
  });

  test('page and itemsPerPage have aliases, and rules', async () => {
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
  /** The rows in the order that a filter leaves them in: by id, where the whole list has an order to browse in. */
  const rowsByDefault = (isFiltered = true): readonly ListedRow[] =>
    !isFiltered || resource.wholeOrder.join() === resource.defaultOrder.join() ? rows : rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  // What users keep is nothing of the catalog, and tried where users are.
  const ofCatalog = Object.entries(resource.filters).filter(([, { scopes }]) => scopes === undefined);

  for (const [base, filter] of [...ofCatalog, ...lookups]) {
    const rule = filterRule(type, base);
    // What is given once for each word is tried with one that some records of the demo have.
    const name = 'keyedBy' in filter && filter.keyedBy ? `${base}[director]` : base;

    test(`${name} keeps the rows that it is about`, async () => {
      const samples = rule.samples(rows);
      const lengths: number[] = [];
      for (const value of samples) {
        const kept = await rowsOf(`${list}?${parameter(name, value)}`);
        const expected = rowsByDefault(rule.narrows).filter((row) => rule.keeps(row, value));
        lengths.push(kept.length);
        expect({ value, isEmpty: kept.length === 0 }).toEqual({ value, isEmpty: false });
        expect({ value, wrong: idsOf(kept.filter((row) => !rule.keeps(row, value))) }).toEqual({ value, wrong: [] });
        if (rule.isExact) expect({ value, ids: idsOf(kept) }).toEqual({ value, ids: idsOf(expected) });
      }
      if (rule.narrows && !rule.keepsDemo) expect(Math.min(...lengths)).toBeLessThan(rows.length);
    });

    test(`${name} refuses what is out of its rule, and says so`, async () => {
      for (const value of badValuesOf(filter.kind.schema)) await refusedFor(`${list}?${parameter(name, value)}`, name);
    });

    test(`${name} is refused when it is given twice`, async () => {
      const [value] = rule.samples(rows) as [string];
      await refusedFor(`${list}?${parameter(name, value)}&${parameter(name, value)}`, name);
    });

    if (filter.many) {
      test(`${name}[] keeps the rows of any of its values`, async () => {
        const values = rule.samples(rows).slice(0, 2);
        const kept = await rowsOf(`${list}?${values.map((value) => parameter(`${name}[]`, value)).join('&')}`);
        const expected = rowsByDefault().filter((row) => values.some((value) => rule.keeps(row, value)));
        expect(values).toHaveLength(2);
        expect(idsOf(kept)).toEqual(idsOf(expected));
        const [first] = values as [string];
        expect(idsOf(await rowsOf(`${list}?${parameter(`${name}[]`, first)}`))).toEqual(
          idsOf(await rowsOf(`${list}?${parameter(name, first)}`)),
        );
      });

      test(`${name}[] refuses a bad value among good ones, and more than 100`, async () => {
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
      test(`${name}[] takes one value, and refuses two`, async () => {
        const [value] = rule.samples(rows) as [string];
        const asList = parameter(`${name}[]`, value);
        expect(idsOf((await server.read(`${list}?${asList}`)).data)).toEqual(
          idsOf((await server.read(`${list}?${parameter(name, value)}`)).data),
        );
        await refusedFor(`${list}?${asList}&${asList}`, `${name}[]`);
      });
    }

    for (const alias of filter.aliases ?? []) {
      test(`${name} is known as ${alias} too`, async () => {
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
      // What has no value comes first, and 0 and the empty text are how the contract writes "unknown".
      if (value === null || value === 0) return '';
      return typeof value === 'number' ? value : isDate ? firstDay(value) : folded(value);
    };
    const compare = (a: ListedRow, b: ListedRow): number => {
      const [left, right] = [sortedBy(a), sortedBy(b)];
      if (typeof left === 'number' && typeof right === 'number') return left - right;
      return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
    };

    for (const way of ['asc', 'desc'] as const) {
      test(`order[${name}]=${way} walks through every record once, in order, those without it ${way === 'asc' ? 'first' : 'last'}`, async () => {
        const size = Math.max(1, Math.min(100, Math.ceil(rows.length / 4)));
        const walked = (await pages(`${list}?order[${name}]=${way}&itemsPerPage=${size}`)).flatMap(({ data }): ListedRow[] => data);
        expect(idsOf(walked).sort()).toEqual(idsOf(rows).sort());
        const sign = way === 'asc' ? 1 : -1;
        const wrong = walked.slice(1).filter((row, index) => sign * compare(walked[index] as ListedRow, row) > 0);
        expect(wrong.map((row) => [row.id, sortedBy(row)])).toEqual([]);
        expect(new Set(walked.map(sortedBy)).size).toBeGreaterThan(1);
      });

      test(`order[${name}]=${way} breaks ties by id`, async () => {
        const walked = await rowsOf(`${list}?order[${name}]=${way}`);
        for (const tied of Map.groupBy(walked, sortedBy).values()) {
          const sorted = idsOf(tied).toSorted();
          expect(idsOf(tied)).toEqual(way === 'asc' ? sorted : sorted.toReversed());
        }
      });

      test(`order[${name}]=${way} may be written in upper case and as sort`, async () => {
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

    test(`order[${name}] refuses other directions`, async () => {
      for (const value of ['up', '', 'Asc', '1']) await refusedFor(`${list}?order[${name}]=${value}`, `order[${name}]`);
      await refusedFor(`${list}?order[${name}]=asc&order[${name}]=desc`, `order[${name}]`);
    });
  }

  test('an unknown order is refused', async () => {
    await refusedFor(`${list}?order[shoeSize]=asc`, 'order[shoeSize]');
    await refusedFor(`${list}?sort=shoeSize`, 'sort');
    await refusedFor(`${list}?sort=-shoeSize`, 'sort');
  });

  test('a list without an order is the same each time', async () => {
    expect(idsOf(await rowsOf(list))).toEqual(idsOf(rows));
  });

  for (const [name, relationship] of relationships) {
    const linksOf = (row: ListedRow): { type: string; id: string }[] => [row.relationships?.[name].data ?? []].flat();

    test(`${name} shows its linkage ${relationship.many ? 'on the single read, and a link in the list' : 'everywhere'}`, async () => {
      for (const row of rows) {
        if (relationship.many) expect(row.relationships?.[name]).toEqual({ links: { related: `${row.id}/${name}` } });
        else expect(Object.keys(row.relationships?.[name])).toEqual(['data']);
      }
      const { data } = await server.read(single);
      expect(Object.keys(data.relationships[name])).toEqual(['data']);
      expect(Array.isArray(data.relationships[name].data)).toBe(relationship.many);
    });

    test(`include=${name} brings what it leads to, once each, fully linked`, async () => {
      const all = await pages(`${list}?include=${name}&itemsPerPage=100`);
      const withIncluded = all.flatMap(({ data }): ListedRow[] => data);
      for (const page of all) {
        expectCompound(page);
        const there = new Set([...page.data, ...(page.included ?? [])].map(key));
        expect(page.data.flatMap(linksOf).filter((identifier: { type: string; id: string }) => !there.has(key(identifier)))).toEqual([]);
      }
      expect(idsOf(withIncluded)).toEqual(idsOf(rows));
      expect(withIncluded.flatMap(linksOf).length).toBeGreaterThan(0);
      expect(new Set(withIncluded.flatMap(linksOf).map((identifier) => identifier.type))).toEqual(new Set([relationship.target]));
    });

    test(`include=${name} works on the single read`, async () => {
      const linked = (await rowsOf(`${list}?include=${name}`)).find((row) => linksOf(row).length > 0) as ListedRow;
      const document = await server.read(`${linked.id}?include=${name}`);
      expectCompound(document);
      expect((document.included ?? []).map(key).sort()).toEqual(linksOf(document.data).map(key).sort());
      expect(linksOf(document.data)).toEqual(linksOf(linked));
    });

    test(`what ${name} leads to is the record that stands there`, async () => {
      // What is of the same kind is among what the whole list shows, and included no second time.
      const owner = (await rowsOf(`${list}?include=${name}`)).find((row) => linksOf(row).length > 0) as ListedRow;
      const path = relationship.target === resource.type ? owner.id : `${list}?itemsPerPage=100`;
      const { included = [] } = await server.read(withQuery(path, `include=${name}`));
      for (const row of included.slice(0, 10)) {
        const { data } = await server.read(row.id);
        expect(data.attributes).toMatchObject(row.attributes);
        expect(data.type).toBe(row.type);
      }
      expect(included.length).toBeGreaterThan(0);
    });

    for (const further of Object.keys(resourceOf(relationship.target).relationships)) {
      test(`include=${name}.${further} follows two relationships, and no third`, async () => {
        const document = await server.read(`${list}?include=${name}.${further}&itemsPerPage=100`);
        expectCompound(document);
        const reached = [...document.data, ...(document.included ?? [])].filter((row) =>
          document.data.flatMap(linksOf).some((identifier: { type: string; id: string }) => key(identifier) === key(row)),
        );
        expect(reached.length).toBeGreaterThan(0);
        for (const row of reached) expect(row.relationships[further]).toHaveProperty('data');
        await refusedFor(`${list}?include=${name}.${further}.${further}`, 'include');
      });
    }
  }

  test('include of something unknown is refused', async () => {
    for (const path of [list, single]) {
      await refusedFor(`${path}?include=shoes`, 'include');
      await refusedFor(`${path}?include=constructor`, 'include');
      for (const [name] of relationships) await refusedFor(`${path}?include=${name}.shoes`, 'include');
    }
  });

  test('an empty include brings an empty included', async () => {
    for (const path of [list, single]) {
      expect((await server.read(`${path}?include=`)).included).toEqual([]);
      expect(await server.read(path)).not.toHaveProperty('included');
    }
  });

  test('each field can be had alone', async () => {
    const alsoAttributes = relationships.filter(([, { alsoAttribute }]) => alsoAttribute).map(([name]) => name);
    const whole = await server.read(`${list}?itemsPerPage=2`);
    for (const name of [...fieldNames, ...relationships.map(([relationship]) => relationship)]) {
      const isRelationship = name in resource.relationships;
      // The artists of a release are an attribute (as credited) and a relationship (the records) under one name.
      const isAttribute = fieldNames.includes(name);
      const { data } = await server.read(`${list}?fields[${type}]=${name}&itemsPerPage=2`);
      for (const [index, row] of data.entries()) {
        const { attributes, relationships } = whole.data[index];
        expect(row.attributes).toEqual(isAttribute ? { [name]: attributes[name] } : {});
        expect(row.relationships ?? {}).toEqual(isRelationship ? { [name]: relationships[name] } : {});
        expect(row).toMatchObject({ type, links: { self: row.id } });
      }
      const one = (await server.read(`${single}?fields[${type}]=${name}`)).data;
      const { attributes } = (await server.read(single)).data;
      expect(one.attributes).toEqual(isAttribute || alsoAttributes.includes(name) ? { [name]: attributes[name] } : {});
      expect(Object.keys(one.relationships ?? {})).toEqual(isRelationship ? [name] : []);
    }
  });

  test('a fieldset may name several fields, none, or the type in another spelling', async () => {
    const [first, second] = fieldNames as [string, string];
    const { attributes } = (await server.read(`${single}?fields[${type}]=${second},${first}`)).data;
    expect(Object.keys(attributes).sort()).toEqual([first, second].sort());
    const bare = (await server.read(`${single}?fields[${type}]=`)).data;
    expect(bare.attributes).toEqual({});
    expect(bare).not.toHaveProperty('relationships');
    const spelled = await server.read(`${single}?fields[${type.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}s]=${first}`);
    expect(Object.keys(spelled.data.attributes)).toEqual([first]);
  });

  test('a fieldset with an unknown field is refused', async () => {
    for (const path of [list, single]) await refusedFor(`${path}?fields[${type}]=_id,shoes`, `fields[${type}]`);
  });

  test('a parameter that means nothing is ignored, and named', async () => {
    for (const path of [list, single]) {
      const plain = await server.read(path);
      const { data, meta } = await server.read(`${path}?shoes=42&hats[]=1`);
      expect(data).toEqual(plain.data);
      expect(meta?.ignoredParameters?.map((name) => name.replace('[]', '')).sort()).toEqual(['hats', 'shoes']);
      expect(plain.meta ?? {}).not.toHaveProperty('ignoredParameters');
    }
  });

  test('a single read is its row of the list, with the linkage of what is many', async () => {
    for (const row of rows.slice(0, 20)) {
      const { data } = await server.read(row.id);
      const { attributes, relationships: shown = {}, ...rest } = data as ListedRow & { links: object };
      const { attributes: listed, relationships: listedShown = {}, ...listedRest } = row as ListedRow & { links: object };
      expect(rest).toEqual(listedRest);
      const also = relationships.filter(([, { alsoAttribute }]) => alsoAttribute).map(([name]) => name);
      expect(attributes).toEqual({ ...listed, ...Object.fromEntries(also.map((name) => [name, idsOf(shown[name].data)])) });
      for (const [name, { many }] of relationships) if (!many) expect(shown[name]).toEqual(listedShown[name]);
      expect(Object.keys(shown).sort()).toEqual(Object.keys(listedShown).sort());
    }
  });

  if (toMany.length > 0) {
    test('a list that includes every relationship to many agrees with the single reads', async () => {
      const { data } = await server.read(`${list}?include=${toMany.join(',')}`);
      for (const row of data.slice(0, 10)) {
        const one = (await server.read(row.id)).data;
        for (const name of toMany) expect(row.relationships[name]).toEqual(one.relationships[name]);
      }
      expect(data.length).toBeGreaterThan(0);
    });
  }

  test('a self link leads to where it stands', async () => {
    const document = await server.read(`${list}?itemsPerPage=3`);
    expect(await server.read(document.links?.self as string)).toEqual(document);
    for (const row of document.data) expect((await server.read(row.links.self)).data.id).toBe(row.id);
  });

  test('what is no UUID, and a UUID of nothing, is not found', async () => {
    const uuid = uuidOf(single);
    for (const id of ['x', '1', uuid.slice(0, -1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, '%27', '%00', unknownUuid]) {
      const error = await refused(`${list}/${id}`, 404);
      expect(error).not.toHaveProperty('source');
    }
  });

  if (resource.ancestors.length > 0) {
    test('under another parent, or none, there is nothing', async () => {
      for (const at of parentPositions(resource)) {
        const own = single.split('/')[at];
        const others = demoRecords(type).map(({ id }) => id.split('/')[at] as string);
        const another = others.find((id) => id !== own) as string;
        expect(another).toBeDefined();
        for (const other of ['x', unknownUuid, another]) await refused(single.split('/').with(at, other).join('/'), 404);
        for (const other of ['x', unknownUuid]) await refused(list.split('/').with(at, other).join('/'), 404);
      }
    });

    test('a record is found under its own parent alone', async () => {
      const elsewhere = demoRecords(type).find(({ id }) => !id.startsWith(`${list}/`));
      expect(elsewhere).toBeDefined();
      const id = uuidOf(elsewhere?.id as string);
      await refused(`${list}/${id}`, 404);
      expect((await server.read(elsewhere?.id as string)).data.attributes._id).toBe(id);
    });
  }
});

const parentPositions = ({ path }: Resource): number[] =>
  path.split('/').flatMap((segment, position) => (segment.startsWith(':') ? [position] : []));

const alwaysLinked = new Set([
  '/api/releases/{releaseId}/recordings/{id}/tracks',
  '/api/albums/{id}/releases',
  '/api/franchises/{id}/productions',
]);

describe('related lists', () => {
  const related = catalogRoutes.filter(({ kind }) => kind === 'related');

  test.each(related.map((route) => [route.template, route] as const))('%s is what the linkage says, in its order', async (_, route) => {
    const owner = (await server.read(route.path.slice(0, route.path.lastIndexOf('/')))).data;
    const expected = owner.relationships[route.relationship as string].data;
    const rows = await rowsOf(route.path);
    expect(rows.map(({ type, id }) => ({ type, id }))).toEqual(expected);
    expect(rows.length).toBeGreaterThan(0);
    const paged = (await pages(`${route.path}?itemsPerPage=1`)).flatMap(({ data }): ListedRow[] => data);
    expect(paged).toEqual(rows);
    const { meta, links } = await server.read(route.path);
    expect(meta).toEqual({ totalItems: rows.length, itemsPerPage: 30, currentPage: 1 });
    expect(links).toMatchObject({ self: `${route.path}?page=1` });
  });

  test.each(related.map((route) => [route.template, route] as const))(
    '%s is empty where nothing is linked, and not found under nothing',
    async (_, route) => {
      const name = route.relationship as string;
      const { data } = await server.read(`${listPath(route.resource)}?include=${name}&itemsPerPage=100`);
      const alone = data.find((row: ListedRow) => row.relationships?.[name].data.length === 0);
      expect(alone === undefined).toBe(alwaysLinked.has(route.template));
      if (alone) {
        const { data: nothing, meta } = await server.read(`${alone.id}/${name}`);
        expect(nothing).toEqual([]);
        expect(meta?.totalItems).toBe(0);
      }
      await refused(`${listPath(route.resource)}/${unknownUuid}/${name}`, 404);
      await refused(`${listPath(route.resource)}/x/${name}`, 404);
    },
  );

  test.each(related.map((route) => [route.template, route] as const))('%s can include and be shown in part', async (_, route) => {
    const target = route.target as Resource;
    for (const name of Object.keys(target.relationships)) expectCompound(await server.read(`${route.path}?include=${name}`));
    const { data } = await server.read(`${route.path}?fields[${target.type}]=_id`);
    for (const row of data) expect(Object.keys(row.attributes)).toEqual(['_id']);
    await refusedFor(`${route.path}?include=shoes`, 'include');
    await refusedFor(`${route.path}?page=0`, 'page');
  });
});

describe('every address', () => {
  const routes = catalogRoutes.map((route) => [route.template, route.path] as const);

  test.each(routes)('%s answers HEAD with the headers of GET and no body', async (_, path) => {
    const [get, head] = [await server.request(path), await server.request(path, { method: 'HEAD' })];
    const ofOneRequest = new Set(['x-request-id', 'ratelimit']);
    const headersOf = (response: Response) => Object.fromEntries([...response.headers].filter(([name]) => !ofOneRequest.has(name)));
    const body = await get.text();
    expect(body).not.toBe('');
    expect(head.status).toBe(get.status);
    // The length of a body that is sent is written with it, outside of the app.
    expect(headersOf(head)).toEqual({ ...headersOf(get), 'content-length': String(Buffer.byteLength(body)) });
    expect(await head.text()).toBe('');
  });

  test.each(routes)('%s says that it is JSON:API, and that it depends on Accept and Authorization', async (_, path) => {
    const { headers } = await server.request(path);
    expect(headers.get('content-type')).toBe(jsonApi);
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding, Authorization');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  /** Lists and records are written too; lists that others have as well are not. */
  const methodsOf = ({ kind, resource }: CatalogRoute): string[] => {
    if (kind === 'single') return ['DELETE', 'GET', 'HEAD', 'PATCH'];
    return kind === 'list' && resource.path !== '/api/tracks' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
  };

  test.each(catalogRoutes.map((route) => [route.template, route] as const))(
    '%s refuses other methods, and says which it knows',
    async (_, route) => {
      const { path } = route;
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter((one) => !methodsOf(route).includes(one))) {
        const response = await server.request(path, {
          method,
          headers: { 'content-type': jsonApi },
          ...(method.startsWith('P') && { body: '{}' }),
        });
        expect({ method, status: response.status }).toEqual({ method, status: 405 });
        expect(response.headers.get('allow')?.split(', ').sort()).toEqual(methodsOf(route));
        expect(await response.json()).toMatchObject({
          errors: [{ status: 405, title: 'Method Not Allowed', type: '/errors/405', instance: path }],
        });
      }
    },
  );

  test.each(routes)('%s is closed without a good token', async (_, path) => {
    const attempts: [Record<string, string>, string][] = [
      [{ authorization: '' }, path],
      [{ authorization: 'Basic dGVzdGVyOnRlc3Rlcg==' }, path],
      [{ authorization: server.token }, path],
      [{ authorization: `Bearer ${server.token}x` }, path],
      [{ authorization: 'Bearer' }, path],
      [{ authorization: '' }, `${path}?access_token=${server.token}`],
    ];
    for (const [headers, address] of attempts) {
      const response = await server.request(address, { headers });
      expect({ headers, status: response.status }).toEqual({ headers, status: 401 });
      expect(response.headers.get('www-authenticate')).toStartWith('Bearer');
      expect(await response.json()).toMatchObject({
        errors: [{ status: 401, title: 'Unauthorized', source: { header: 'Authorization' } }],
      });
    }
    const unknown = await server.request(path, { headers: { authorization: 'Bearer lm_pat_unknown' } });
    expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const none = await server.request(path, { headers: { authorization: '' } });
    expect(none.headers.get('www-authenticate')).not.toContain('error=');
  });

  test.each(routes)('%s takes the scheme of its token in any case', async (_, path) => {
    for (const scheme of ['bearer', 'BEARER']) {
      expect((await server.request(path, { headers: { authorization: `${scheme} ${server.token}` } })).status).toBe(200);
    }
  });

  test.each(routes)('%s has a strong ETag and answers 304 to who has it', async (_, path) => {
    const response = await server.request(path);
    const etag = response.headers.get('etag') as string;
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await server.request(path, { headers: { 'if-none-match': known } });
      expect({ known, status: unchanged.status }).toEqual({ known, status: 304 });
      expect(await unchanged.text()).toBe('');
      expect(unchanged.headers.get('etag')).toBe(etag);
      expect(unchanged.headers.get('vary')).toBe(response.headers.get('vary'));
    }
    expect((await server.request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const other = await server.request(`${path}?include=`);
    expect(other.headers.get('etag')).not.toBe(etag);
  });

  const accepted = [
    '*/*',
    'application/*',
    'application/json',
    jsonApi,
    `${jsonApi};profile="https://example.com/profile"`,
    `${jsonApi};ext="https://example.com/ext"`,
    `${jsonApi};q=0.5`,
    `text/html, ${jsonApi}`,
    `${jsonApi};charset=utf-8, ${jsonApi}`,
    'text/html, */*;q=0.1',
    'APPLICATION/JSON',
    '',
  ];
  const notAccepted = [
    'text/html',
    'application/xml',
    'json',
    'image/png, text/html;q=0.8',
    'text/*',
    `${jsonApi};charset=utf-8`,
    `${jsonApi};version=1, ${jsonApi};charset=utf-8`,
    `${jsonApi};q=0`,
    `${jsonApi};charset=utf-8, text/html`,
    `${jsonApi};charset=utf-8, */*`,
  ];

  test.each(routes)('%s answers who accepts JSON:API, and 406 to others', async (_, path) => {
    for (const accept of accepted) {
      const response = await server.request(path, { headers: { accept } });
      expect({ accept, status: response.status }).toEqual({ accept, status: 200 });
      expect(response.headers.get('content-type')).toBe(jsonApi);
    }
    for (const accept of notAccepted) {
      const response = await server.request(path, { headers: { accept } });
      expect({ accept, status: response.status }).toEqual({ accept, status: 406 });
      expect(await response.json()).toMatchObject({ errors: [{ status: 406, title: 'Not Acceptable', source: { header: 'Accept' } }] });
    }
  });
});

describe('what some kinds have of their own', () => {
  test('a search ignores orders, and puts the artist of that name first', async () => {
    const { data } = await server.read('/api/artists?q=john williams');
    expect(data[0].attributes.name).toBe('John Williams');
    for (const order of ['order[name]=desc', 'order[country]=asc', 'order[beginDate]=asc', 'sort=-endDate']) {
      expect(idsOf((await server.read(`/api/artists?q=john williams&${order}`)).data)).toEqual(idsOf(data));
    }
  });

  test('an exact role is the whole name in any case, and nothing less', async () => {
    const rolesOf = async (query: string) =>
      (await server.read(`/api/artists/roles?${query}`)).data.map((row: ListedRow) => row.attributes.role);
    expect(await rolesOf('role=cOMPOSER&exact=true')).toEqual(['Composer']);
    expect(await rolesOf('role=compose&exact=1')).toEqual([]);
    expect(await rolesOf('role=Cómposer&exact=true')).toEqual([]);
    expect(await rolesOf('role=Cómposer')).toContain('Composer');
    for (const flag of ['', '&exact=false', '&exact=0']) expect(await rolesOf(`role=compose${flag}`)).toContain('Composer');
  });

  test('several orders count one after the other, as sort and as order', async () => {
    const walked = await rowsOf('/api/artists?sort=-country,name');
    const asOrders = await rowsOf('/api/artists?order[country]=desc&order[name]=asc');
    expect(idsOf(asOrders)).toEqual(idsOf(walked));
    const countries = walked.map(({ attributes }) => attributes.country ?? '');
    expect(countries).toEqual(countries.toSorted().reverse());
    for (const group of Map.groupBy(walked, ({ attributes }) => attributes.country).values()) {
      const names = group.map(({ attributes }) => Buffer.from(folded(attributes.name)));
      expect(names.map(String)).toEqual(names.toSorted(Buffer.compare).map(String));
    }
  });

  test('what SQL and full-text search write specially is plain text', async () => {
    const rows = await rowsOf('/api/artists');
    for (const value of ['%', '_', "'", '"', '*', '\\', '""', 'a" OR "b', 'NEAR(a b)', 'name:williams', '^', '-', '(', '🎬']) {
      const named = await rowsOf(`/api/artists?name=${encodeURIComponent(value)}`);
      const expected = rows.filter(({ attributes }) => folded(attributes.name).includes(value.toLowerCase()));
      expect({ value, ids: idsOf(named) }).toEqual({ value, ids: idsOf(expected).toSorted() });
      const response = await server.request(`/api/artists?q=${encodeURIComponent(value)}`);
      expect({ value, status: response.status }).toEqual({ value, status: 200 });
    }
    for (const bytes of ['%00', '%ff', '%ed%a0%80', '%']) {
      expect((await server.request(`/api/artists?name=${bytes}`)).status).toBe(200);
      expect((await server.request(`/api/artists?q=${bytes}`)).status).toBe(200);
    }
  });

  test('filters narrow together', async () => {
    const rows = await rowsOf('/api/artists?type[]=group&type[]=orchestra&country=GB&fictional=false');
    const each = (await rowsOf('/api/artists')).filter(
      ({ attributes }) => ['group', 'orchestra'].includes(attributes._type) && attributes.country === 'GB' && !attributes.fictional,
    );
    expect(idsOf(rows)).toEqual(idsOf(each).toSorted());
    expect(rows.length).toBeGreaterThan(0);
  });

  test('the links of a filtered list keep its parameters, brackets encoded, the page last', async () => {
    const { links } = await server.read('/api/artists?order[name]=desc&type[]=group&page=2&itemsPerPage=5');
    expect(links?.next).toBe('/api/artists?order%5Bname%5D=desc&type%5B%5D=group&itemsPerPage=5&page=3');
    expect(links?.prev).toBe('/api/artists?order%5Bname%5D=desc&type%5B%5D=group&itemsPerPage=5&page=1');
  });

  test('portrayals lead to the performer, the character and the production of the demo', async () => {
    const rows = await rowsOf('/api/portrayals');
    for (const record of demoRecords('Portrayal')) {
      const row = rows.find(({ id }) => id === record.id);
      for (const name of ['performer', 'fictionalArtist', 'production']) {
        expect(row?.relationships?.[name].data?.id ?? null).toBe(record.relationships?.[name]?.data ? demoReference(record, name) : null);
      }
    }
  });

  test('portrayals come oldest first', async () => {
    const times = (await rowsOf('/api/portrayals')).map(({ attributes }) => attributes.created_at);
    expect(times).toEqual(times.toSorted());
  });

  test('the Beatles have their members, in order, and each of them has the Beatles', async () => {
    const { id } = demoRecordNamed('Artist', 'The Beatles');
    const expected = demoRecords('ArtistGroupMember')
      .filter((record) => demoReference(record, 'group') === id)
      .toSorted((a, b) => Number(a.attributes.position) - Number(b.attributes.position))
      .map((record) => record.id.replace(/\/group-memberships\/.*/, ''));
    const { data } = await server.read(id);
    expect(data.attributes.members).toEqual(expected);
    expect(idsOf(data.relationships.members.data)).toEqual(expected);
    expect(expected).toHaveLength(4);
    for (const member of expected) expect((await server.read(member)).data.attributes.groups).toContain(id);
  });

  test('fieldsets count for what is included, too', async () => {
    const { data, included = [] } = await server.read(
      '/api/portrayals?include=performer,production&fields[Artist]=name&fields[productions]=title,year',
    );
    expect(included.length).toBeGreaterThan(0);
    for (const row of included) {
      expect(Object.keys(row.attributes).sort()).toEqual(row.type === 'Artist' ? ['name'] : ['title', 'year']);
      expect(row).not.toHaveProperty('relationships');
    }
    expect(data[0].attributes).toHaveProperty('aspects');
  });

  test('a merged record is answered from where it stands now, with a 301', async () => {
    const merged = demoRecords('MergedRecord').filter(({ attributes }) => catalog.find(attributes.resource_type));
    expect(merged.length).toBeGreaterThan(0);
    for (const record of merged) {
      const now = demoReference(record, 'resource');
      const response = await server.request(`${now.slice(0, now.lastIndexOf('/'))}/${record.id}`);
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(now);
      expect(await response.json()).toEqual(await server.read(now));
    }
  });
});
