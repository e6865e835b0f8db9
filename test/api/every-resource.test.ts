import { beforeAll, describe, expect, test } from 'bun:test';
import type { Resource } from '../../src/api/schema/resource';
import { catalog } from '../../src/catalog';
import { listPath, resourceOf, singlePath } from '../support/catalog-routes';
import { demoRecordNamed, demoRecords, demoReference, uuidOf } from '../support/demo-records';
import type { ListedRow } from '../support/filter-rules';
import { nonEmpty } from '../support/non-empty';
import { demoServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';
import { expectCompound, idsOf, key, pages, refused, refusedFor, rowsOf, withQuery } from './demo-reads';

// Attributes, relationships, includes and fieldsets of every record type.

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

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

  test('has type, id, _id, self link and all attributes and relationships in a list', () => {
    for (const row of nonEmpty(rows)) {
      expect(row).toMatchObject({ type, id: `${list}/${row.attributes._id}`, links: { self: row.id } });
      expect(Object.keys(row.attributes).sort()).toEqual([...fieldNames].sort());
      expect(Object.keys(row.relationships ?? {}).sort()).toEqual(relationships.map(([name]) => name).sort());
    }
  });

  for (const [name, relationship] of relationships) {
    const linksOf = (row: ListedRow): { type: string; id: string }[] => [row.relationships?.[name].data ?? []].flat();

    const hasLink = relationship.many && !relationship.alsoAttribute;

    test(`has the linkage of ${name} ${hasLink ? 'on the single read, and a link in the list' : 'everywhere'}`, async () => {
      for (const row of nonEmpty(rows)) {
        if (hasLink) expect(row.relationships?.[name]).toEqual({ links: { related: `${row.id}/${relationship.alias ?? name}` } });
        else expect(Object.keys(row.relationships?.[name])).toEqual(['data']);
      }
      const { data } = await server.read(single);
      expect(Object.keys(data.relationships[name])).toEqual(['data']);
      expect(Array.isArray(data.relationships[name].data)).toBe(relationship.many);
    });

    test(`includes each record of ${name} once, fully linked`, async () => {
      const all = await pages(`${list}?include=${name}&itemsPerPage=100`);
      const withIncluded = all.flatMap(({ data }): ListedRow[] => data);
      for (const page of nonEmpty(all)) {
        expectCompound(page);
        const present = new Set([...page.data, ...(page.included ?? [])].map(key));
        expect(page.data.flatMap(linksOf).filter((identifier: { type: string; id: string }) => !present.has(key(identifier)))).toEqual([]);
      }
      expect(idsOf(withIncluded)).toEqual(idsOf(rows));
      expect(withIncluded.flatMap(linksOf).length).toBeGreaterThan(0);
      expect(new Set(withIncluded.flatMap(linksOf).map((identifier) => identifier.type))).toEqual(new Set([relationship.target]));
    });

    test(`includes ${name} on the single read`, async () => {
      const linked = (await rowsOf(`${list}?include=${name}`)).find((row) => linksOf(row).length > 0) as ListedRow;
      const document = await server.read(`${linked.id}?include=${name}`);
      expectCompound(document);
      expect((document.included ?? []).map(key).sort()).toEqual(linksOf(document.data).map(key).sort());
      expect(linksOf(document.data)).toEqual(linksOf(linked));
    });

    test(`includes records of ${name} as their single reads show them`, async () => {
      // Records of the same type are in the list already and not included again.
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
      test(`includes ${name}.${further}, and refuses a third level`, async () => {
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

  test('refuses an unknown include', async () => {
    for (const path of [list, single]) {
      await refusedFor(`${path}?include=shoes`, 'include');
      await refusedFor(`${path}?include=constructor`, 'include');
      for (const [name] of relationships) await refusedFor(`${path}?include=${name}.shoes`, 'include');
    }
  });

  test('has an empty included member for an empty include', async () => {
    for (const path of [list, single]) {
      expect((await server.read(`${path}?include=`)).included).toEqual([]);
      expect(await server.read(path)).not.toHaveProperty('included');
    }
  });

  test('returns single fields', async () => {
    const alsoAttributes = relationships.filter(([, { alsoAttribute }]) => alsoAttribute).map(([name]) => name);
    const whole = await server.read(`${list}?itemsPerPage=2`);
    for (const name of [...fieldNames, ...relationships.map(([relationship]) => relationship)]) {
      const isRelationship = name in resource.relationships;
      const isAttribute = fieldNames.includes(name);
      const { data } = await server.read(`${list}?fields[${type}]=${name}&itemsPerPage=2`);
      for (const [index, row] of nonEmpty([...data.entries()])) {
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

  test('takes fieldsets with several fields, none, or another spelling of the type', async () => {
    const [first, second] = fieldNames as [string, string];
    const { attributes } = (await server.read(`${single}?fields[${type}]=${second},${first}`)).data;
    expect(Object.keys(attributes).sort()).toEqual([first, second].sort());
    const bare = (await server.read(`${single}?fields[${type}]=`)).data;
    expect(bare.attributes).toEqual({});
    expect(bare).not.toHaveProperty('relationships');
    const spelled = await server.read(`${single}?fields[${type.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}s]=${first}`);
    expect(Object.keys(spelled.data.attributes)).toEqual([first]);
  });

  test('refuses an unknown field', async () => {
    for (const path of [list, single]) await refusedFor(`${path}?fields[${type}]=_id,shoes`, `fields[${type}]`);
  });

  test('ignores and names unknown parameters', async () => {
    for (const path of [list, single]) {
      const plain = await server.read(path);
      const { data, meta } = await server.read(`${path}?shoes=42&hats[]=1`);
      expect(data).toEqual(plain.data);
      expect(meta?.ignoredParameters?.map((name) => name.replace('[]', '')).sort()).toEqual(['hats', 'shoes']);
      expect(plain.meta ?? {}).not.toHaveProperty('ignoredParameters');
    }
  });

  test('has single reads that equal the rows of the list, plus to-many linkage', async () => {
    for (const row of nonEmpty(rows.slice(0, 20))) {
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
    test('has the same to-many linkage in a list with includes as on single reads', async () => {
      const { data } = await server.read(`${list}?include=${toMany.join(',')}`);
      for (const row of data.slice(0, 10)) {
        const one = (await server.read(row.id)).data;
        for (const name of toMany) expect(row.relationships[name]).toEqual(one.relationships[name]);
      }
      expect(data.length).toBeGreaterThan(0);
    });
  }

  test('has working self links', async () => {
    const document = await server.read(`${list}?itemsPerPage=3`);
    expect(await server.read(document.links?.self as string)).toEqual(document);
    for (const row of document.data) expect((await server.read(row.links.self)).data.id).toBe(row.id);
  });

  test('answers 404 for malformed and unknown UUIDs', async () => {
    const uuid = uuidOf(single);
    for (const id of ['x', '1', uuid.slice(0, -1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, '%27', '%00', unknownUuid]) {
      const error = await refused(`${list}/${id}`, 404);
      expect(error).not.toHaveProperty('source');
    }
  });

  if (resource.ancestors.length > 0) {
    test('answers 404 below another or an unknown parent', async () => {
      for (const at of parentPositions(resource)) {
        const own = single.split('/')[at];
        const others = demoRecords(type).map(({ id }) => id.split('/')[at] as string);
        const another = others.find((id) => id !== own) as string;
        expect(another).toBeDefined();
        for (const other of ['x', unknownUuid, another]) await refused(single.split('/').with(at, other).join('/'), 404);
        for (const other of ['x', unknownUuid]) await refused(list.split('/').with(at, other).join('/'), 404);
      }
    });

    test('is found only below its own parent', async () => {
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

describe('a group', () => {
  test('has members in order, and each member has the group', async () => {
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
});

describe('fieldsets', () => {
  test('apply to included records', async () => {
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
});
