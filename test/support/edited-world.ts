import fc from 'fast-check';
import { Invalid } from '../../src/api/schema/checks';
import { DomainError } from '../../src/errors';
import { authorities } from '../../src/records/provenance/ranks';
import { noRights } from '../../src/records/provenance/sources';
import { RecordWriter } from '../../src/records/sources/writer';
import { type Changed, type EditorOf, editedServer } from './edited-server';
import { uuid } from './uuids';

// A small catalog with records of every kind, and random steps that change it.

/** The naming attribute of a top-level kind. */
const alone = {
  Artist: { path: '/api/artists', called: 'name' },
  Production: { path: '/api/productions', called: 'title' },
  Album: { path: '/api/albums', called: 'title' },
  Release: { path: '/api/releases', called: 'title' },
  Label: { path: '/api/labels', called: 'name' },
  Organization: { path: '/api/organizations', called: 'name' },
} as const;

type Alone = keyof typeof alone;

const kinds = Object.keys(alone) as Alone[];

/** A nested kind with an optional relationship. */
const below = {
  ArtistAlias: { of: 'Artist', list: 'aliases', named: 'variation' },
  ArtistGroupMember: { of: 'Artist', list: 'group-memberships', to: ['group', 'Artist'] },
  ArtistExternalLink: { of: 'Artist', list: 'external-links' },
  ProductionExternalLink: { of: 'Production', list: 'external-links' },
  AlbumExternalLink: { of: 'Album', list: 'external-links' },
  ReleaseExternalLink: { of: 'Release', list: 'external-links' },
  AlbumRelation: { of: 'Album', list: 'relations', to: ['related', 'Album'] },
  ReleaseRelation: { of: 'Release', list: 'relations', to: ['related', 'Release'] },
  ProductionEntry: { of: 'Production', list: 'entries', to: ['release', 'Release'] },
  ProductionRecording: { of: 'Production', list: 'recordings', named: 'title' },
  ReleaseRecording: { of: 'Release', list: 'recordings', named: 'title' },
  LabelSeries: { of: 'Label', list: 'series', named: 'name' },
} as const satisfies Record<string, { of: Alone; list: string; named?: string; to?: readonly [string, Alone] }>;

type Below = keyof typeof below;

export const names = ['Ada', 'Bela', 'Cora'] as const;

/** IRI of one of the first three records of a kind. */
const fixed = (kind: Alone, number: number): string => `${alone[kind].path}/${uuid(kinds.indexOf(kind) * 10 + number)}`;

const required: Partial<Record<Alone, object>> = { Artist: { _type: 'person' }, Production: { _type: 'movie' } };

const recordOf = (kind: Alone, number: number, name: string, more: object = {}) => ({
  type: kind,
  id: fixed(kind, number),
  attributes: { [alone[kind].called]: name, ...required[kind], ...more },
});

const who = fc.nat(5);
const kind = fc.constantFrom(...kinds);
const name = fc.constantFrom(...names);
const country = fc.constantFrom('US', 'GB', null);
const some = fc.uniqueArray(who, { maxLength: 3 });

const edit = fc.oneof(
  fc.record({ does: fc.constant('make' as const), kind, name }),
  fc.record({ does: fc.constant('rename' as const), kind, who, name }),
  fc.record({ does: fc.constant('slug' as const), kind, who, slug: fc.constantFrom('ada', 'bela', 'x') }),
  fc.record({ does: fc.constant('country' as const), kind, who, country }),
  fc.record({ does: fc.constant('credit' as const), kind: fc.constantFrom('Production', 'Album', 'Release'), who, some }),
  fc.record({ does: fc.constant('label' as const), who, some, series: who }),
  fc.record({ does: fc.constant('document' as const), who, discs: fc.array(fc.array(who, { maxLength: 2 }), { maxLength: 2 }) }),
  fc.record({ does: fc.constant('edition' as const), who, of: who }),
  fc.record({ does: fc.constant('below' as const), kind: fc.constantFrom(...(Object.keys(below) as Below[])), who, name, to: who }),
  fc.record({ does: fc.constant('portray' as const), performer: who, production: who }),
  fc.record({ does: fc.constant('delete' as const), kind: fc.oneof(kind, fc.constantFrom(...(Object.keys(below) as Below[]))), who }),
);

const merge = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('merge' as const), kind, who, into: who }) },
  fc.record({ does: fc.constant('merge' as const), kind: fc.constantFrom(...(Object.keys(below) as Below[])), who, into: who }),
);

const item = fc.record({ does: fc.constant('item' as const), list: fc.constantFrom('collection', 'wishlist'), who });

export const byHand = fc.oneof({ weight: 2, arbitrary: edit }, { weight: 1, arbitrary: merge });

export const anything = fc.oneof(
  { weight: 6, arbitrary: edit },
  { weight: 4, arbitrary: merge },
  { weight: 1, arbitrary: item },
  fc.record({
    does: fc.constant('import' as const),
    kind,
    number: fc.integer({ min: 1, max: 3 }),
    name,
    country,
    weighs: fc.boolean(),
  }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('revert' as const), back: fc.nat(4) }) },
);

export type Step = typeof anything extends fc.Arbitrary<infer S> ? S : never;

/** A server with a catalog, its records and an editor. */
export class EditedWorld {
  readonly #made = new Map<string, string[]>();

  private constructor(readonly editor: EditorOf) {}

  /** Three imported records of every top-level kind, and some with references. */
  static async start(): Promise<EditedWorld> {
    const world = new EditedWorld(await editedServer());
    for (const kind of kinds) {
      world.#made.set(
        kind,
        [1, 2, 3].map((number) => fixed(kind, number)),
      );
      for (const number of [1, 2, 3]) await world.#give(kind, number, names[number % 2] as string, null, false);
    }
    const first: Step[] = [
      { does: 'credit', kind: 'Release', who: 0, some: [0, 1] },
      { does: 'credit', kind: 'Production', who: 0, some: [1] },
      { does: 'document', who: 0, discs: [[0, 1]] },
      { does: 'document', who: 1, discs: [[1]] },
      { does: 'below', kind: 'LabelSeries', who: 0, name: 'Ada', to: 0 },
      { does: 'label', who: 0, some: [0, 1], series: 0 },
      { does: 'item', list: 'collection', who: 0 },
      { does: 'item', list: 'wishlist', who: 0 },
      { does: 'item', list: 'wishlist', who: 1 },
    ];
    for (const step of first) await world.take(step);
    return world;
  }

  /** A taken slug, or a merged record, is refused. */
  async #changeSlug(kind: string, iri: string | undefined, slug: string): Promise<undefined> {
    try {
      if (iri !== undefined) await this.editor.changeSlug(kind, iri, slug);
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof Invalid)) throw error;
    }
  }

  #pick(kind: string, who: number): string | undefined {
    const made = this.#made.get(kind) ?? [];
    return made[who % Math.max(1, made.length)];
  }

  /** Runs a step; returns unexpected responses, but not refusals. */
  async take(step: Step): Promise<Changed | undefined> {
    const answer = await this.#take(step);
    return answer && ![200, 201, 204, 301, 404, 409, 422].includes(answer.status) ? answer : undefined;
  }

  async #take(step: Step): Promise<Changed | undefined> {
    switch (step.does) {
      case 'make':
        return this.#make(step.kind, alone[step.kind].path, { [alone[step.kind].called]: step.name, ...required[step.kind] });
      case 'rename':
        return this.#patch(this.#pick(step.kind, step.who), { [alone[step.kind].called]: step.name });
      case 'slug':
        return this.#changeSlug(step.kind, this.#pick(step.kind, step.who), step.slug);
      case 'country':
        return this.#patch(this.#pick(step.kind, step.who), { country: step.country });
      case 'credit': {
        const list = step.kind === 'Production' ? 'composers' : 'artists';
        return this.#patch(this.#pick(step.kind, step.who), { [list]: this.#credits(step.some) });
      }
      case 'label': {
        const labels = step.some.flatMap((who) => this.#pick('Label', who) ?? []).map((iri) => ({ iri }));
        const series = this.#pick('LabelSeries', step.series);
        const data = series === undefined ? null : { type: 'LabelSeries', id: series };
        return this.#patch(this.#pick('Release', step.who), { labels: uniqueBy(labels) }, { series: { data } });
      }
      case 'document':
        return this.#patch(this.#pick('Release', step.who), {
          formats: step.discs.map((tracks) => ({
            tracks: tracks.map((who, index) => ({
              title: names[who % 3],
              artists: this.#credits([who]),
              ...(index === 1 && { _type: 'compound', sub_tracks: [{ position: 1, title: 'part', artists: this.#credits([who]) }] }),
            })),
          })),
        });
      case 'edition': {
        const id = this.#pick('Album', step.of);
        return this.#patch(this.#pick('Release', step.who), {}, { album: { data: id === undefined ? null : { type: 'Album', id } } });
      }
      case 'below':
        return this.#makeBelow(step.kind, step.who, step.name, step.to);
      case 'portray': {
        const [performer, production] = [this.#pick('Artist', step.performer), this.#pick('Production', step.production)];
        const relationships = {
          performer: { data: { type: 'Artist', id: performer } },
          production: { data: { type: 'Production', id: production } },
        };
        return this.#make('Portrayal', '/api/portrayals', {}, relationships);
      }
      case 'delete': {
        const iri = this.#pick(step.kind, step.who);
        return iri !== undefined && (await this.#isThere(iri)) ? this.editor.delete(iri) : undefined;
      }
      case 'merge': {
        const [iri, into] = [this.#pick(step.kind, step.who), this.#pick(step.kind, step.into)];
        return iri === undefined || into === undefined ? undefined : this.editor.merge(iri, { type: step.kind, id: into });
      }
      case 'item': {
        const release = this.#pick('Release', step.who)?.split('/').at(-1);
        return this.editor.post(step.list === 'wishlist' ? 'WishlistItem' : 'CollectionItem', `/api/users/me/${step.list}`, {
          release: { id: release },
          notes: 'mine',
        });
      }
      case 'import':
        return this.#give(step.kind, step.number, step.name, step.country, step.weighs);
      case 'revert': {
        const revision = (await this.revisions())[step.back];
        return revision && this.editor.revert(revision.id);
      }
    }
  }

  /** Newest first, including undone ones and undos. */
  async revisions(): Promise<{ id: string; number: number; reverts: number | null }[]> {
    const { data } = (await this.editor.read('/api/revisions?itemsPerPage=100')).body;
    return data.map(({ id, attributes }: { id: string; attributes: { number: number; reverts: number | null } }) => ({
      id,
      ...attributes,
    }));
  }

  #credits(some: readonly number[]): object[] {
    return uniqueBy(some.flatMap((who) => this.#pick('Artist', who) ?? []).map((iri) => ({ iri, credit_role: 'composer' })));
  }

  async #make(kind: string, path: string, attributes: object, relationships?: object): Promise<Changed> {
    const answer = await this.editor.post(kind, path, attributes, relationships);
    if (answer.status === 201) this.#made.set(kind, [...(this.#made.get(kind) ?? []), answer.body.data.id]);
    return answer;
  }

  async #makeBelow(kind: Below, who: number, name: string, to: number): Promise<Changed | undefined> {
    const declared: { of: Alone; list: string; named?: string; to?: readonly [string, Alone] } = below[kind];
    const above = this.#pick(declared.of, who);
    const attributes =
      declared.list === 'external-links'
        ? { provider: 'discogs', external_id: name, url: `https://www.discogs.com/${name}` }
        : declared.named && { [declared.named]: name };
    const target = declared.to && this.#pick(declared.to[1], to);
    const relationships = declared.to && { [declared.to[0]]: { data: { type: declared.to[1], id: target } } };
    return above && (await this.#isThere(above))
      ? this.#make(kind, `${above}/${declared.list}`, attributes || {}, relationships)
      : undefined;
  }

  async #isThere(iri: string): Promise<boolean> {
    return (await this.editor.read(iri)).status === 200;
  }

  async #patch(iri: string | undefined, attributes: object, relationships?: object): Promise<Changed | undefined> {
    if (iri === undefined || !(await this.#isThere(iri))) return undefined;
    return this.editor.patch(iri, attributes, { ...(relationships && { relationships }) });
  }

  /** A record of a ranked or unranked source. */
  async #give(kind: Alone, number: number, name: string, country: string | null, weighs: boolean): Promise<undefined> {
    const { store } = this.editor.server;
    const more = ['Artist', 'Production', 'Release', 'Label', 'Organization'].includes(kind) ? { country } : {};
    const writer = new RecordWriter(store);
    const source = weighs ? 'musicbrainz' : 'ndjson';
    try {
      await store.write(() => {
        writer.begin();
        writer.declareRights(source, noRights);
        const given = { record: recordOf(kind, number, name, more), mode: 'whole' as const };
        writer.write(weighs ? { ...given, authority: authorities.musicbrainz } : given, { source, file: 'f', line: 1, offset: 0 });
      });
    } finally {
      writer.close();
    }
  }
}

const uniqueBy = <T extends { readonly iri: string }>(items: readonly T[]): T[] => [
  ...new Map(items.map((one) => [one.iri, one])).values(),
];
