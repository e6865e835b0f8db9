import { albumTypes, aliasTypes, artistTypes, productionTypes, roleScopes } from '../../../catalog/vocabularies';
import type { Texts } from '../../texts';

/** How a field is written. */
export type Input = 'line' | 'area' | 'date' | 'number' | 'country' | 'flag' | 'lines' | Choice;

/** One of a closed list of words. */
export interface Choice {
  readonly words: readonly string[];
  readonly said: (t: Texts) => Readonly<Record<string, string>>;
  readonly mayBeEmpty?: boolean;
}

/** A field of a form: the attribute that it writes, and how. */
export interface FieldDescription {
  readonly name: string;
  readonly input: Input;
  readonly isWide?: boolean;
  readonly isRequired?: boolean;
}

/** Records below a record, each a row of its form. */
export interface RowsDescription {
  /** The name of the fields, and the end of the path that they stand at. */
  readonly name: 'aliases' | 'external-links';
  readonly type: string;
  readonly fields: readonly FieldDescription[];
}

/** What the form of a kind of records has. What it has not stays as it is. */
export interface KindDescription {
  readonly type: 'Artist' | 'Production' | 'Album' | 'Label' | 'LabelSeries' | 'Organization' | 'ArtistRole';
  /** The attribute that says what a record is called. */
  readonly named: 'name' | 'title' | 'role';
  readonly fields: readonly FieldDescription[];
  readonly rows: readonly RowsDescription[];
}

const line = (name: string): FieldDescription => ({ name, input: 'line' });
const date = (name: string): FieldDescription => ({ name, input: 'date' });
const country = (name = 'country'): FieldDescription => ({ name, input: 'country' });
const area = (name: string): FieldDescription => ({ name, input: 'area', isWide: true });
const flag = (name: string): FieldDescription => ({ name, input: 'flag' });
const number = (name: string): FieldDescription => ({ name, input: 'number' });
const name = (attribute: string): FieldDescription => ({ name: attribute, input: 'line', isWide: true, isRequired: true });

const links = (type: string): RowsDescription => ({
  name: 'external-links',
  type,
  fields: [line('provider'), line('url'), line('external_id')],
});

const said = (words: keyof Texts['words']) => (t: Texts) => t.words[words] as Readonly<Record<string, string>>;

/** The kinds that one form corrects, by where their pages stand; what is deeper goes before what it is below. */
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
      rows: [links('ProductionExternalLink')],
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
      rows: [links('AlbumExternalLink')],
    },
  ],
  [
    /^\/labels\/[^/]+\/series(\/|$)/,
    { type: 'LabelSeries', named: 'name', fields: [name('name'), number('position'), line('slug')], rows: [] },
  ],
  [
    /^\/labels(\/|$)/,
    { type: 'Label', named: 'name', fields: [name('name'), country(), line('slug'), date('begin_date'), date('end_date')], rows: [] },
  ],
  [
    /^\/organizations(\/|$)/,
    { type: 'Organization', named: 'name', fields: [name('name'), line('organization_type'), country(), line('slug')], rows: [] },
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
      rows: [],
    },
  ],
];

/** What the form has of the kind whose records have their pages at a path. */
export function descriptionAt(path: string): KindDescription {
  const found = descriptions.find(([at]) => at.test(path));
  if (!found) throw new Error(`${path} is no page of a kind that has a form.`);
  return found[1];
}
