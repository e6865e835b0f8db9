import {
  albumRelationKinds,
  albumTypes,
  aliasTypes,
  artistTypes,
  awards,
  entryKinds,
  portrayalAspects,
  productionTypes,
  recordingTypes,
  recordingUsages,
  roleScopes,
} from '../../../catalog/vocabularies/vocabularies';
import type { Texts } from '../../i18n';
import {
  type ChoiceInput,
  type FieldName,
  type FieldSchema,
  type FormSchema,
  field,
  type ListSchema,
  line,
  type SectionSchema,
} from '../form/schema';

// The forms of all kinds but releases.

export const choice = (
  words: { readonly words: readonly string[] },
  group: keyof Texts['words'],
  more: Partial<ChoiceInput> = {},
): ChoiceInput => ({
  words: words.words,
  labels: (t) => t.words[group] as Readonly<Record<string, string>>,
  ...more,
});

/** Names of relations to older editions, by kind. */
export const relationNames = ({ records }: Texts) =>
  Object.fromEntries(Object.entries(records.relations).map(([kind, [name]]) => [kind, name]));

export const relationKind = (words: { readonly words: readonly string[] }): ChoiceInput => ({
  words: words.words,
  labels: relationNames,
});

const name = (label: FieldName): FieldSchema => line(label, { isWide: true, isRequired: true });
const date = (label: FieldName): FieldSchema => field(label, 'date');
const country = (label: FieldName = 'country'): FieldSchema => field(label, 'country');
const area = (label: FieldName): FieldSchema => field(label, 'area', { isWide: true });

/** Single fields. */
const record = (fields: readonly FieldSchema[]): SectionSchema => ({
  id: 'record',
  title: (t) => [t.records.record],
  blocks: [{ grid: fields.map((one) => [one]) }],
});

type RowsName = keyof Texts['recordForm']['rows'];

type Rows = Omit<ListSchema, 'name' | 'label' | 'identities'> & Partial<Pick<ListSchema, 'identities'>>;

/** Rows in a section of their own. Form fields have the name of the list before theirs. */
function rows(name: RowsName, { fields, identities = [[fields[0]?.name ?? '']], ...list }: Rows): SectionSchema {
  const named = (field: string) => `${name}.${field}`;
  const address = list.children ? [field('name', 'hidden', { name: named('record'), member: 'record' })] : [];
  return {
    id: name,
    title: (t) => [t.fields[name], t.recordForm.rows[name]],
    blocks: [
      {
        list: {
          ...list,
          name,
          label: name,
          fields: [...address, ...fields.map((one) => ({ ...one, name: named(one.name) }))],
          identities: [...identities.map((all) => all.map(named)), ...(list.children ? [[named('record')]] : [])],
        },
      },
    ],
  };
}

const childRows = (
  name: RowsName,
  type: string,
  fields: readonly FieldSchema[],
  more: Partial<ListSchema['children']> = {},
): SectionSchema => rows(name, { fields, children: { type, path: (iri) => `${iri}/${name}`, ...more } });

const links = (type: string): SectionSchema =>
  childRows('external-links', type, [line('provider'), line('url'), line('external_id')], { path: undefined });

const artist = field('artist', { names: 'artist' }, { name: 'iri', member: 'iri' });
const character = field('fictionalArtist', { names: 'artist', addedWith: { fictional: true } });
const performer = field('performer', { names: 'artist' });
const production = field('production', { names: 'production' });
const aspects = field('aspects', { ...choice(portrayalAspects, 'portrayalAspects'), areTicks: true }, { isWide: true });

const credits: Rows = {
  attribute: 'credits',
  isOfCredits: true,
  fields: [field('role', 'role', { name: 'credit_role', member: 'credit_role' }), artist, line('detail')],
  identities: [['credit_role', 'iri'], ['iri', 'detail'], ['credit_role', 'detail'], ['iri'], ['credit_role']],
};

/** Songs have up to six writers. More stay without a field. */
const awardedArtists = [0, 1, 2, 3, 4, 5].map((at) =>
  field(at === 0 ? 'artist' : 'anotherArtist', { names: 'artist', isItem: true }, { name: `artist${at}`, member: `artists.${at}` }),
);

const portrayals = (name: RowsName, owner: string, fields: readonly FieldSchema[]): SectionSchema =>
  childRows(name, 'Portrayal', fields, { path: () => '/api/portrayals', filter: owner, owner });

const ofArtists = (section: SectionSchema, isFictional: boolean): SectionSchema => ({
  ...section,
  isOf: ({ fictional }) => fictional === isFictional,
});

const common = { words: (t: Texts) => t.recordForm, merged: 'records-merged', frame: () => ({}) } as const;

const artists: FormSchema = {
  ...common,
  type: 'Artist',
  named: 'name',
  kind: 'artist',
  include: 'externalLinks',
  sections: [
    record([
      name('name'),
      field('_type', choice(artistTypes, 'artistTypes')),
      country(),
      line('sort_name'),
      line('real_name'),
      line('disambiguation'),
      date('begin_date'),
      date('end_date'),
      line('begin_city'),
      country('begin_country'),
      line('end_city'),
      country('end_country'),
      field('fictional', 'flag'),
      area('biography'),
    ]),
    childRows('aliases', 'ArtistAlias', [
      line('variation'),
      field('_type', choice(aliasTypes, 'aliasTypes', { mayBeEmpty: true })),
      line('notes'),
    ]),
    childRows('group-memberships', 'ArtistGroupMember', [field('group', { names: 'artist', addedWith: { _type: 'group' } })]),
    ofArtists(portrayals('characters', 'performer', [character, production, aspects]), false),
    ofArtists(portrayals('portrayers', 'fictionalArtist', [performer, production, aspects]), true),
    links('ArtistExternalLink'),
  ],
};

const productions: FormSchema = {
  ...common,
  type: 'Production',
  named: 'title',
  kind: 'production',
  roles: 'production',
  include: 'series,externalLinks',
  sections: [
    record([
      name('title'),
      field('_type', choice(productionTypes, 'productionTypes')),
      field('year', 'number', { yearOf: 'release_date' }),
      country(),
      field('release_date', 'day'),
      field('duration', 'number'),
      field('episode_count', 'number'),
      field('series', { names: 'production', addedWith: { _type: 'television' } }),
      line('series_number'),
      line('sort_title', { hint: (t) => t.recordForm.sortTitleHelp }),
      line('language', { hint: (t) => t.recordForm.languageHelp }),
      area('akas'),
      area('description'),
    ]),
    rows('credits', { ...credits, followedBy: 'composers' }),
    rows('franchises', {
      attribute: 'franchises',
      fields: [field('franchise', { names: 'franchise' }, { member: 'iri' }), line('number')],
    }),
    childRows('awards', 'ProductionAward', [
      field('award', choice(awards, 'awards')),
      line('category'),
      field('year', 'number'),
      field('won', 'flag', { initial: 'no' }),
      ...awardedArtists,
    ]),
    portrayals('portrayals', 'production', [character, performer, aspects]),
    childRows('entries', 'ProductionEntry', [field('release', { names: 'release' }), field('kind', choice(entryKinds, 'entryKinds'))]),
    childRows('recordings', 'ProductionRecording', [
      line('title'),
      field('recording_type', choice(recordingTypes, 'recordingTypes')),
      field('recording_usage', choice(recordingUsages, 'recordingUsages')),
    ]),
    links('ProductionExternalLink'),
  ],
};

const albums: FormSchema = {
  ...common,
  type: 'Album',
  named: 'title',
  kind: 'album',
  include: 'relations.related,externalLinks',
  sections: [
    record([
      name('title'),
      field('album_type', choice(albumTypes, 'albumTypes')),
      date('first_release_date'),
      line('sort_title', { hint: (t) => t.recordForm.sortTitleHelp }),
    ]),
    rows('artists', { attribute: 'artists', isOfCredits: true, fields: [artist] }),
    childRows(
      'relations',
      'AlbumRelation',
      [field('relation', relationKind(albumRelationKinds), { member: 'kind' }), field('related', { names: 'album', mayBeNew: false })],
      { path: undefined },
    ),
    links('AlbumExternalLink'),
  ],
};

const series: FormSchema = {
  ...common,
  type: 'LabelSeries',
  named: 'name',
  sections: [record([name('name'), field('position', 'number')])],
};

const labels: FormSchema = {
  ...common,
  type: 'Label',
  named: 'name',
  kind: 'label',
  sections: [record([name('name'), country(), date('begin_date'), date('end_date')])],
};

const organizations: FormSchema = {
  ...common,
  type: 'Organization',
  named: 'name',
  kind: 'organization',
  sections: [record([name('name'), line('organization_type'), country()])],
};

const roles: FormSchema = {
  ...common,
  type: 'ArtistRole',
  named: 'role',
  sections: [
    record([
      name('role'),
      field('scope', choice(roleScopes, 'roleScopes')),
      field('organization_applicable', 'flag'),
      field('aliases', 'lines', { isWide: true }),
      area('description_markdown'),
    ]),
  ],
};

const works: FormSchema = {
  ...common,
  type: 'Work',
  named: 'title',
  kind: 'work',
  sections: [record([name('title'), line('iswc'), field('parent', { names: 'work' })]), rows('credits', credits)],
};

const franchises: FormSchema = {
  ...common,
  type: 'Franchise',
  named: 'name',
  kind: 'franchise',
  sections: [record([name('name')])],
};

export const records: readonly FormSchema[] = [artists, productions, albums, series, labels, organizations, roles, works, franchises];
