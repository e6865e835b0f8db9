import { entryKinds, formatTypes } from '../../../catalog/vocabularies/vocabularies';
import type { FieldDescription } from '../kinds/inputs';
import { said } from '../kinds/rows';
import type { NameKind } from '../names';

interface ReleaseField extends FieldDescription {
  /** Member of the items that the field writes. */
  readonly member?: string;
}

interface ReleaseList {
  /** Attribute of the list; productions are separate records. */
  readonly attribute?: string;
  readonly fields: readonly ReleaseField[];
  /** Fields that identify a row, most reliable first; rows added on both sides are compared by the first. */
  readonly identities: readonly (readonly string[])[];
}

const line = <N extends string>(name: N, member: string) => ({ name, member, input: 'line' as const });
const required = <N extends string>(name: N, member: string) => ({ ...line(name, member), isRequired: true as const });
const named = <N extends string, K extends NameKind>(name: N, names: K) => ({ name, member: 'iri', input: { names } });

/** Repeating rows of the release form. */
export const releaseLists = {
  artists: { attribute: 'artists', fields: [named('artist', 'artist')], identities: [['artist']] },
  labels: {
    attribute: 'labels',
    fields: [named('label', 'label'), line('number', 'catalog_number')],
    identities: [['label', 'number'], ['number'], ['label']],
  },
  discs: {
    attribute: 'formats',
    fields: [
      { name: 'disc', input: 'hidden' },
      { name: 'format', member: 'format_type', input: { words: formatTypes.words, said: said('formatTypes') } },
      line('quantity', 'quantity'),
      line('discTitle', 'title'),
      line('discText', 'text'),
      { name: 'descriptions', member: 'descriptions', input: 'lines' },
      { name: 'tracks', input: 'area' },
    ],
    identities: [['disc']],
  },
  credits: {
    attribute: 'credits',
    fields: [
      { name: 'role', member: 'credit_role', input: 'role' },
      { ...named('who', 'artist'), isRequired: true },
      { ...line('on', 'tracks'), placeholder: ({ releaseForm }) => releaseForm.all },
    ],
    identities: [['role', 'who'], ['who', 'on'], ['role', 'on'], ['who'], ['role']],
  },
  productions: {
    fields: [
      named('production', 'production'),
      { name: 'kind', input: { words: entryKinds.words, said: said('entryKinds') } },
      { name: 'entry', input: 'hidden' },
    ],
    identities: [['production'], ['entry']],
  },
  companies: {
    attribute: 'companies',
    fields: [
      { ...named('company', 'organization'), isRequired: true },
      line('companyRole', 'role'),
      line('companyNumber', 'catalog_number'),
    ],
    identities: [['company', 'companyRole'], ['company']],
  },
  printedSeries: {
    attribute: 'series',
    fields: [required('seriesName', 'name'), line('seriesNumber', 'number')],
    identities: [['seriesName'], ['seriesNumber']],
  },
  identifiers: {
    attribute: 'identifiers',
    fields: [required('identifierType', 'type'), required('identifier', 'value'), line('identifierNote', 'description')],
    identities: [['identifierType', 'identifier'], ['identifier'], ['identifierType', 'identifierNote']],
  },
  events: {
    attribute: 'events',
    fields: [line('eventDate', 'date'), line('eventCountry', 'country')],
    identities: [['eventDate', 'eventCountry'], ['eventCountry'], ['eventDate']],
  },
} as const satisfies Readonly<Record<string, ReleaseList>>;

export type ListName = keyof typeof releaseLists;

export const listNames = Object.keys(releaseLists) as ListName[];

export const fieldsOf = (list: ListName): readonly ReleaseField[] => releaseLists[list].fields;

type Column<F> = F extends { readonly name: infer N extends string; readonly input: { readonly names: NameKind } }
  ? N | `${N}Is`
  : F extends { readonly name: infer N extends string }
    ? N
    : never;

export type Row<L extends ListName = ListName> = Readonly<Record<Column<(typeof releaseLists)[L]['fields'][number]>, string>>;
