import type { Sent } from '../../api/client';
import type { Visit } from '../../http/request-context';
import { said } from '../../i18n/api-errors';
import type { Wrong } from '../error-summary';
import { at } from './checks';
import { textNames } from './draft';
import { fieldsOf, type ListName, listNames, releaseLists } from './release-schema';

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

/** The list that an attribute is. */
const listOf = (attribute: string): ListName | undefined =>
  listNames.find((list) => (releaseLists[list] as { readonly attribute?: string }).attribute === attribute);

/** The field of a member of the items of a list; the first field where none has it. */
function fieldOf(list: ListName, of: string): string {
  const shown = fieldsOf(list).filter(({ input }) => input !== 'hidden');
  return (shown.find(({ member }) => member === of) ?? shown[0])?.name ?? list;
}

function wrongAtPointer(visit: Pick<Visit, 't' | 'format'>, pointer: string, message: string): Wrong | undefined {
  const [, , part, name = '', index, member = '', track] = pointer.split('/');
  if (part === 'relationships')
    return name === 'packaging_type' ? at(visit, 'packaging', undefined, message) : at(visit, name, undefined, message);
  if (part === 'note') return at(visit, 'note', undefined, message);
  if (name === 'formats')
    return index === undefined ? at(visit, 'tracks', '0', message) : wrongOfDisc(visit, index, member, track, message);
  const list = listOf(name);
  if (list) return at(visit, fieldOf(list, index === undefined ? '' : member), index ?? '0', message);
  return (textNames as readonly string[]).includes(name) ? at(visit, name, undefined, message) : undefined;
}

function wrongOfDisc(
  { t, format }: Pick<Visit, 't' | 'format'>,
  disc: string,
  member: string,
  track: string | undefined,
  message: string,
): Wrong {
  if (member !== 'tracks') return at({ t, format }, fieldOf('discs', member), disc, message);
  const number = (index: string | undefined) => format.number(Number(index ?? 0) + 1);
  const what = t.releaseForm.what.track(number(track), number(disc));
  return { field: 'tracks', at: disc, what, message: `${what}: ${message}` };
}
