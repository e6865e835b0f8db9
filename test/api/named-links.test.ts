import { describe, expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { editedDemo, editedServer } from '../support/edited-server';
import { demoServer } from '../support/server';

// The presentation parameter `names`.

type Json = unknown;

interface LinkedItem {
  readonly iri?: string | null;
  readonly credit_role?: string;
  readonly slug?: string | null;
  readonly role_name?: string | null;
}

/** Objects in a value, however deep. */
function itemsIn(value: Json): LinkedItem[] {
  if (Array.isArray(value)) return value.flatMap(itemsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as LinkedItem, ...Object.values(value).flatMap(itemsIn)];
}

/** A copy without the members that `names` adds to linked records. */
const plain = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(plain)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !(name === 'role_name' || (name === 'slug' && 'iri' in value)))
            .map(([name, member]) => [name, plain(member)]),
        )
      : value;

const slugged = catalog.all.filter(({ slugFrom }) => slugFrom !== undefined);

const { store, read } = await demoServer();

function slugOf(iri: string): string | undefined {
  const kind = slugged.find(({ path }) => iri.startsWith(`${path}/`) && !iri.slice(path.length + 1).includes('/'));
  const id = iri.slice(iri.lastIndexOf('/') + 1);
  return kind && store.reader.query<{ slug: string }, [string]>(`SELECT slug FROM "${kind.table}" WHERE id = ?`).get(id)?.slug;
}

const roleOf = (slug: string) =>
  store.reader.query<{ role: string }, [string]>('SELECT role FROM artist_role WHERE slug = ?').get(slug)?.role ?? null;

function expectNames(attributes: Json): number {
  let links = 0;
  for (const item of itemsIn(attributes)) {
    const slug = typeof item.iri === 'string' ? slugOf(item.iri) : undefined;
    if (slug !== undefined) {
      links++;
      expect(item.slug).toBe(slug);
    }
    if (item.credit_role !== undefined) expect(item.role_name).toBe(roleOf(item.credit_role));
  }
  return links;
}

const lists = catalog.shown.flatMap((kind) => (kind.ancestors.length === 0 ? [kind.path] : (kind.listOfAll?.path ?? [])));

describe.each(lists)('names=true on %s', (list) => {
  test('adds the slugs of linked records and the names of roles, and nothing else', async () => {
    const [named, without] = [await read(`${list}?itemsPerPage=100&names=true`), await read(`${list}?itemsPerPage=100`)];
    for (const { attributes } of named.data) expectNames(attributes);
    expect(named.data.map((record: { attributes: Json }) => ({ ...record, attributes: plain(record.attributes) }))).toEqual(without.data);
    for (const { id } of named.data.slice(0, 5)) {
      const { data } = await read(`${id}?names=true`);
      expectNames(data.attributes);
      expect(plain(data.attributes)).toEqual((await read(id)).data.attributes);
    }
  });
});

describe('names=true', () => {
  test('applies to included records, searches, chosen fields and records behind relationships', async () => {
    const [{ id: release }] = (await read('/api/releases?title=Vertigo')).data;
    const { included = [] } = await read(`${release}?include=entries.production&names=true`);
    expect(included.reduce((sum, { attributes }) => sum + expectNames(attributes), 0)).toBeGreaterThan(0);
    const found = await read('/api/search?q=vertigo&type=Release&names=true');
    expect(found.data.reduce((sum: number, { attributes }: { attributes: Json }) => sum + expectNames(attributes), 0)).toBeGreaterThan(0);
    const { data } = await read(`${release}?fields[Release]=artists,labels&names=true`);
    expect(Object.keys(data.attributes)).toEqual(['artists', 'labels']);
    expect(expectNames(data.attributes)).toBeGreaterThan(0);
    const [{ id: production }] = (await read('/api/productions?title=Vertigo')).data;
    const albums = await read(`${production}/albums?names=true`);
    expect(albums.data.reduce((sum: number, { attributes }: { attributes: Json }) => sum + expectNames(attributes), 0)).toBeGreaterThan(0);
  });

  test('adds nothing where it is false or absent', async () => {
    const [{ id }] = (await read('/api/releases?title=Vertigo')).data;
    expect(await read(`${id}?names=false`)).toEqual(await read(id));
    expect((await read('/api/artists?names=true')).meta?.ignoredParameters).toBeUndefined();
  });

  test('names the role of an organization by its slug', async () => {
    const editor = await editedServer();
    const production = await editor.make('Production', '/api/productions', { title: 'Psycho', _type: 'movie' });
    const organization = await editor.make('Organization', '/api/organizations', { name: 'Abbey Road' });
    const recording = await editor.make('ProductionRecording', `${production}/recordings`, {
      title: 'Prelude',
      organizations: [
        { iri: organization, role: 'recording-studio' },
        { iri: organization, role: 'Caterer' },
      ],
    });
    const { organizations } = (await editor.read(`${recording}?names=true`)).body.data.attributes;
    expect(organizations).toMatchObject([
      { slug: 'abbey-road', role: 'recording-studio', role_name: 'Recording studio' },
      { slug: 'abbey-road', role: 'Caterer', role_name: null },
    ]);
  });

  test('is answered from the cache apart from the plain document', async () => {
    const { server } = await editedDemo();
    const [{ id }] = (await server.read('/api/releases?title=Vertigo')).data;
    const answers = [];
    for (const path of [id, `${id}?names=true`, id, `${id}?names=true`]) {
      const response = await server.request(path);
      answers.push({ tag: response.headers.get('etag'), text: await response.text() });
    }
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
    expect(answers[1]).not.toEqual(answers[0]);
  });

  test('adds members that a write may send back', async () => {
    const editor = await editedDemo();
    const [{ id }] = (await editor.read('/api/releases?title=Vertigo')).body.data;
    const { attributes } = (await editor.read(`${id}?names=true`)).body.data;
    const { artists, credits, labels, companies } = attributes;
    const { status, body } = await editor.patch(id, { artists, credits, labels, companies });
    expect(status).toBe(200);
    expect(body.meta?.ignoredAttributes).toBeUndefined();
    expect((await editor.read('/api/revisions')).body.data).toEqual([]);
  });
});
