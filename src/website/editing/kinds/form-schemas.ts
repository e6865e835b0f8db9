import { albumTypes, aliasTypes, artistTypes, productionTypes, roleScopes } from '../../../catalog/vocabularies/vocabularies';
import type { FieldDescription, ListDescription, RowsDescription } from './inputs';
import { artistsOfAlbum, characters, credits, entries, links, memberships, portrayals, portrayers, recordings, said } from './rows';

/** The form of a kind. Attributes without a field stay unchanged. */
export interface KindDescription {
  readonly type: 'Artist' | 'Production' | 'Album' | 'Label' | 'LabelSeries' | 'Organization' | 'ArtistRole';
  /** Attribute of the name. */
  readonly named: 'name' | 'title' | 'role';
  readonly fields: readonly FieldDescription[];
  readonly lists: readonly ListDescription[];
  readonly rows: readonly RowsDescription[];
}

const line = (name: string): FieldDescription => ({ name, input: 'line' });
const date = (name: string): FieldDescription => ({ name, input: 'date' });
const country = (name = 'country'): FieldDescription => ({ name, input: 'country' });
const area = (name: string): FieldDescription => ({ name, input: 'area', isWide: true });
const flag = (name: string): FieldDescription => ({ name, input: 'flag' });
const number = (name: string): FieldDescription => ({ name, input: 'number' });
const name = (attribute: string): FieldDescription => ({ name: attribute, input: 'line', isWide: true, isRequired: true });

/** By page path; children before parents. */
export const descriptions: readonly (readonly [at: RegExp, KindDescription])[] = [
  [
    /^\/artists(\/|$)/,
    {
      type: 'Artist',
      named: 'name',
      fields: [
        name('name'),
        { name: '_type', input: { words: artistTypes.words, said: said('artistTypes') } },
        country(),
        line('real_name'),
        line('disambiguation'),
        date('begin_date'),
        date('end_date'),
        line('begin_city'),
        country('begin_country'),
        line('end_city'),
        country('end_country'),
        flag('fictional'),
        line('slug'),
        area('biography'),
      ],
      lists: [],
      rows: [
        {
          name: 'aliases',
          type: 'ArtistAlias',
          fields: [
            line('variation'),
            { name: '_type', input: { words: aliasTypes.words, said: said('aliasTypes'), mayBeEmpty: true } },
            line('notes'),
          ],
        },
        memberships,
        characters,
        portrayers,
        links('ArtistExternalLink'),
      ],
    },
  ],
  [
    /^\/productions(\/|$)/,
    {
      type: 'Production',
      named: 'title',
      fields: [
        name('title'),
        { name: '_type', input: { words: productionTypes.words, said: said('productionTypes') } },
        number('year'),
        country(),
        date('release_date'),
        number('duration'),
        line('slug'),
        area('akas'),
        area('description'),
      ],
      lists: [credits],
      rows: [portrayals, entries, recordings, links('ProductionExternalLink')],
    },
  ],
  [
    /^\/albums(\/|$)/,
    {
      type: 'Album',
      named: 'title',
      fields: [
        name('title'),
        { name: 'album_type', input: { words: albumTypes.words, said: said('albumTypes') } },
        date('first_release_date'),
        line('slug'),
      ],
      lists: [artistsOfAlbum],
      rows: [links('AlbumExternalLink')],
    },
  ],
  [
    /^\/labels\/[^/]+\/series(\/|$)/,
    { type: 'LabelSeries', named: 'name', fields: [name('name'), number('position'), line('slug')], lists: [], rows: [] },
  ],
  [
    /^\/labels(\/|$)/,
    {
      type: 'Label',
      named: 'name',
      fields: [name('name'), country(), line('slug'), date('begin_date'), date('end_date')],
      lists: [],
      rows: [],
    },
  ],
  [
    /^\/organizations(\/|$)/,
    {
      type: 'Organization',
      named: 'name',
      fields: [name('name'), line('organization_type'), country(), line('slug')],
      lists: [],
      rows: [],
    },
  ],
  [
    /^\/roles(\/|$)/,
    {
      type: 'ArtistRole',
      named: 'role',
      fields: [
        name('role'),
        { name: 'scope', input: { words: roleScopes.words, said: said('roleScopes') } },
        flag('organization_applicable'),
        line('slug'),
        { name: 'aliases', input: 'lines', isWide: true },
        area('description_markdown'),
      ],
      lists: [],
      rows: [],
    },
  ],
];

export function descriptionAt(path: string): KindDescription {
  const found = descriptions.find(([at]) => at.test(path));
  if (!found) throw new Error(`${path} is no page of a kind that has a form.`);
  return found[1];
}
