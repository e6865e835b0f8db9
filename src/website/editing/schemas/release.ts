import { labelSeries } from '../../../catalog/labels';
import { packagingTypes } from '../../../catalog/packaging-types';
import { entryKinds, formatTypes, releaseRelationKinds } from '../../../catalog/vocabularies/vocabularies';
import type { RequestContext } from '../../http/request-context';
import { formatWords } from '../../ui/format-words';
import { cover } from '../cover';
import { rowsIn } from '../form/draft';
import { type FieldName, type FormSchema, field, type ListSchema, line } from '../form/schema';
import type { Draft, Option, ReadData, ReadDocument } from '../form/types';
import { discs } from '../tracks/discs';
import { choice, relationKind } from './records';

// The form of a release, section by section.

/** Items of the attribute of the same name, or child records. */
const list = (label: FieldName, more: Omit<ListSchema, 'name' | 'label'>): ListSchema => ({
  name: label,
  label,
  ...(!more.children && { attribute: label }),
  ...more,
});

const artists = list('artists', {
  isOfCredits: true,
  fields: [field('artist', { names: 'artist' }, { member: 'iri' })],
  identities: [['artist']],
});

const labels = list('labels', {
  startsShort: true,
  fields: [field('label', { names: 'label' }, { member: 'iri' }), line('catalog_number', { name: 'number' })],
  identities: [['label', 'number'], ['number'], ['label']],
});

const credits = list('credits', {
  isOfCredits: true,
  fields: [
    field('role', 'role', { member: 'credit_role' }),
    field('who', { names: 'artist' }, { member: 'iri', isRequired: true }),
    line('on', { member: 'tracks', placeholder: (t) => t.releaseForm.all }),
  ],
  identities: [['role', 'who'], ['who', 'on'], ['role', 'on'], ['who'], ['role']],
});

const productions = list('productions', {
  startsShort: true,
  fields: [
    field('production', { names: 'production', isPlain: true }),
    field('music', choice(entryKinds, 'entryKinds'), { name: 'kind', member: 'kind' }),
    field('entry', 'hidden'),
  ],
  identities: [['production'], ['entry']],
  children: {
    type: 'ProductionEntry',
    owner: 'release',
    below: 'production',
    isOrdered: true,
  },
});

const companies = list('companies', {
  fields: [
    field('company', { names: 'organization' }, { member: 'iri', isRequired: true }),
    line('companyRole', { member: 'role' }),
    line('companyNumber', { member: 'catalog_number' }),
    field('companyFrom', 'date', { member: 'begin_date' }),
    field('companyTo', 'date', { member: 'end_date' }),
  ],
  identities: [['company', 'companyRole'], ['company']],
});

const printedSeries = list('printedSeries', {
  attribute: 'series',
  isMinor: true,
  fields: [line('seriesName', { member: 'name', isRequired: true }), line('seriesNumber', { member: 'number' })],
  identities: [['seriesName'], ['seriesNumber']],
});

const identifiers = list('identifiers', {
  fields: [
    line('identifierType', { member: 'type', isRequired: true }),
    line('identifier', { member: 'value', isRequired: true }),
    line('identifierNote', { member: 'description' }),
  ],
  identities: [['identifierType', 'identifier'], ['identifier'], ['identifierType', 'identifierNote']],
});

const events = list('events', {
  isMinor: true,
  fields: [field('eventDate', 'date', { member: 'date' }), field('eventCountry', 'code', { member: 'country' })],
  identities: [['eventDate', 'eventCountry'], ['eventCountry'], ['eventDate']],
});

const relations = list('relations', {
  fields: [
    field('relation', relationKind(releaseRelationKinds), { member: 'kind' }),
    field('related', { names: 'release', mayBeNew: false }),
    field('relations', 'hidden', { name: 'relationAddress' }),
  ],
  identities: [['relation', 'related'], ['relationAddress']],
  children: { type: 'ReleaseRelation' },
});

export const release: FormSchema = {
  type: 'Release',
  named: 'title',
  kind: 'release',
  roles: 'release',
  include: 'entries.production,formats.tracks,labelSeries,album,relations.related',
  words: (t) => t.releaseForm,
  merged: 'releases-merged',
  frame: ({ year }) => ({ year: typeof year === 'number' ? year : null, current: 'releases' }),
  edition: editionOf,
  createdWith: (field, changes, attributes, draft) => (field === 'album' ? albumOf(changes, attributes, draft) : undefined),
  part: cover,
  sections: [
    {
      id: 'disc',
      title: (t) => t.releaseForm.parts.disc,
      blocks: [
        {
          grid: [
            [line('title', { isRequired: true, isWide: true })],
            [line('artist_credit', { hint: (t) => t.releaseForm.artistCreditHelp }), artists],
            [field('album', { names: 'album', isPlain: true }, { isWide: true, hint: (t) => t.releaseForm.albumHelp })],
            [field('release_date', 'date', { hint: (t) => t.releaseForm.releasedHelp }), field('country', 'country')],
            [field('provisional', 'pending')],
          ],
        },
      ],
    },
    {
      id: 'numbers',
      title: (t) => t.releaseForm.parts.numbers,
      blocks: [
        { list: labels },
        {
          grid: [
            [
              field('barcode', 'barcode', { hint: (t) => t.releaseForm.barcodeHelp }),
              field('packaging_type', { options: readPackaging, type: 'PackagingType', chosen: packagingOf }, { name: 'packaging' }),
            ],
            [field('edition_size', 'number'), field('numbered', 'flag')],
          ],
        },
      ],
    },
    { id: 'tracks', title: (t) => t.releaseForm.parts.tracks, blocks: [{ list: discs }] },
    { id: 'credits', title: (t) => t.releaseForm.parts.credits, blocks: [{ list: credits }] },
    { id: 'productions', title: (t) => t.releaseForm.parts.productions, blocks: [{ list: productions }] },
    {
      id: 'more',
      title: (t) => t.releaseForm.parts.more,
      isFolded: true,
      blocks: [
        {
          grid: [
            [
              field('genreLines', 'lines', { name: 'genres', member: 'genres', height: 3 }),
              field('styleLines', 'lines', { name: 'styles', member: 'styles', height: 3 }),
            ],
            [
              field(
                'labelSeries',
                { options: readSeries, type: 'LabelSeries', chosen: seriesOf },
                { name: 'series', member: 'series', isWide: true },
              ),
            ],
          ],
        },
        { list: companies },
        { list: printedSeries },
        { list: identifiers },
        { list: events },
        { list: relations },
        {
          grid: [
            [line('sort_title', { hint: (t) => t.recordForm.sortTitleHelp }), line('language', { hint: (t) => t.recordForm.languageHelp })],
            [field('notes', 'area', { isWide: true, height: 4 })],
          ],
        },
        'links',
      ],
    },
  ],
};

/** An album whose only edition is the release. The line of changed artists follows from them. */
function albumOf(changes: ReadData['attributes'], attributes: ReadData['attributes'], draft: Draft): object {
  const {
    artists,
    artist_credit: credit,
    release_date: date,
  }: ReadData['attributes'] = {
    ...attributes,
    ...(changes.artists !== undefined && { artist_credit: null }),
    ...changes,
  };
  const credited = (artists ?? []) as readonly Record<'iri' | 'name_variation' | 'join_phrase', unknown>[];
  const [type, another] = new Set(rowsIn(draft, productions.name).map(({ kind }) => kind));
  return {
    ...(credit ? { artist_credit: credit } : {}),
    ...(credited.length > 0 && {
      artists: credited.map(({ iri, name_variation, join_phrase }) => ({ iri, name_variation, join_phrase })),
    }),
    ...(date ? { first_release_date: date } : {}),
    ...(type && another === undefined && { album_type: type }),
  };
}

/** Format and year. */
function editionOf(context: RequestContext, { draft, attributes: { year } }: Parameters<NonNullable<FormSchema['edition']>>[1]): string {
  const formats = rowsIn(draft, discs.name).flatMap(({ format, quantity }) =>
    formatTypes.words.filter((word) => word === format).map((word) => ({ format_type: word, quantity: Number(quantity) })),
  );
  return [formatWords(formats, context), year]
    .filter((part) => part)
    .map((part) => `, ${part}`)
    .join('');
}

/** The maximum of a read; no vocabulary is larger. */
const all = 100;

async function readPackaging({ api, t }: RequestContext): Promise<Option[]> {
  const { data } = await api.list(packagingTypes, { itemsPerPage: all });
  const labels: Readonly<Partial<Record<string, string>>> = t.words.packaging;
  return data.map(({ id, attributes: { name } }) => ({ value: name, label: labels[name] ?? name, id }));
}

function packagingOf({ data }: ReadDocument): string {
  const { packaging_type: name } = data.attributes;
  return typeof name === 'string' ? name : '';
}

/** Labels whose series are offered. */
const labelsAsked = 5;

/** Series of the release's labels. */
async function readSeries({ api }: RequestContext, { data, included = [] }: ReadDocument): Promise<Option[]> {
  const named = data.attributes.labels as readonly { readonly id?: string | null }[];
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))].slice(0, labelsAsked);
  const found = await Promise.all(ids.map((labelId) => api.list(labelSeries, { itemsPerPage: all }, { labelId })));
  const own = included.filter(({ type }) => type === 'LabelSeries').map(({ id, attributes }) => [id, String(attributes.name)] as const);
  const offered = found.flatMap(({ data }) => data.map(({ id, attributes }) => [id, attributes.name] as const));
  return [...new Map([...own, ...offered])].map(([id, label]) => ({ value: id, label, id }));
}

function seriesOf({ included = [] }: ReadDocument): string {
  return included.find(({ type }) => type === 'LabelSeries')?.id ?? '';
}
