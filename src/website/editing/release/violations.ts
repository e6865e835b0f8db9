import type { Sent } from '../../api/client';
import type { Visit } from '../../http/request-context';
import { said } from '../../i18n/api-errors';
import type { Wrong } from '../error-summary';
import { at } from './checks';
import { type ListName, listFields, textNames } from './draft';

/** What the API found wrong with a document of a release, each at the field that it came from; the others as sentences. */
export function wrongsOf(visit: Pick<Visit, 't' | 'format'>, { document }: Sent): { wrongs: Wrong[]; all: string[] } {
  const errors = (document?.meta?.errors ?? document?.errors ?? []) as readonly ApiProblem[];
  const wrongs: Wrong[] = [];
  const all: string[] = [];
  for (const { detail = '', source, meta } of errors) {
    const message = said(visit, meta?.message ?? detail);
    const wrong = wrongAtPointer(visit, source?.pointer ?? '', message);
    if (wrong) wrongs.push(wrong);
    else all.push(message);
  }
  return { wrongs, all };
}

interface ApiProblem {
  readonly detail?: string;
  readonly source?: { readonly pointer?: string };
  readonly meta?: { readonly message?: string };
}

/** The list and the field of a member of an attribute that is a list; the first field of the list where it has no other. */
const listsOfAttributes: Readonly<Record<string, readonly [list: ListName, fields: Readonly<Record<string, string>>]>> = {
  artists: ['artists', {}],
  labels: ['labels', { catalog_number: 'number' }],
  credits: ['credits', { iri: 'who', credit_role: 'role', tracks: 'on' }],
  companies: ['companies', { role: 'companyRole', catalog_number: 'companyNumber' }],
  series: ['printedSeries', { name: 'seriesName', number: 'seriesNumber' }],
  identifiers: ['identifiers', { type: 'identifierType', value: 'identifier', description: 'identifierNote' }],
  events: ['events', { country: 'eventCountry' }],
};

const fieldsOfDisc: Readonly<Record<string, string>> = {
  format_type: 'format',
  title: 'discTitle',
  text: 'discText',
  descriptions: 'descriptions',
  quantity: 'quantity',
};

function wrongAtPointer(visit: Pick<Visit, 't' | 'format'>, pointer: string, message: string): Wrong | undefined {
  const [, , part, name = '', index, member = '', track] = pointer.split('/');
  if (part === 'relationships')
    return name === 'packaging_type' ? at(visit, 'packaging', undefined, message) : at(visit, name, undefined, message);
  if (part === 'note') return at(visit, 'note', undefined, message);
  if (name === 'formats')
    return index === undefined ? at(visit, 'tracks', '0', message) : wrongOfDisc(visit, index, member, track, message);
  const [list, fields] = listsOfAttributes[name] ?? [];
  if (list && index !== undefined) return at(visit, fields?.[member] ?? listFields[list][0], index, message);
  if (list) return at(visit, listFields[list][0], '0', message);
  return (textNames as readonly string[]).includes(name) ? at(visit, name, undefined, message) : undefined;
}

function wrongOfDisc(
  { t, format }: Pick<Visit, 't' | 'format'>,
  disc: string,
  member: string,
  track: string | undefined,
  message: string,
): Wrong {
  if (member !== 'tracks') return at({ t, format }, fieldsOfDisc[member] ?? 'format', disc, message);
  const number = (index: string | undefined) => format.number(Number(index ?? 0) + 1);
  const what = t.releaseForm.what.track(number(track), number(disc));
  return { field: 'tracks', at: disc, what, message: `${what}: ${message}` };
}
