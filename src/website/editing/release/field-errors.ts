import type { Sent } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { errorsOf, type FieldAt, type FormErrors } from '../kinds/field-errors';
import { whatOf } from './checks';
import { textNames } from './draft';
import { fieldsOf, type ListName, listNames, releaseLists } from './release-schema';

type Read = Pick<RequestContext, 't' | 'format'>;

export const errorsOfRelease = (visit: Read, sent: Pick<Sent, 'document'>): FormErrors =>
  errorsOf(visit, sent, (pointer) => fieldAt(visit, pointer));

const listOf = (attribute: string): ListName | undefined =>
  listNames.find((list) => (releaseLists[list] as { readonly attribute?: string }).attribute === attribute);

/** The field of an item's member, else the first one. */
function fieldOf(list: ListName, of: string): string {
  const shown = fieldsOf(list).filter(({ input }) => input !== 'hidden');
  return (shown.find(({ member }) => member === of) ?? shown[0])?.name ?? list;
}

function fieldAt(visit: Read, [part, name = '', index, member = '', track]: readonly string[]): FieldAt | undefined {
  const found = (field: string, at?: string) => ({ field, at, what: whatOf(visit, field) });
  if (part === 'relationships') return found(name === 'packaging_type' ? 'packaging' : name);
  if (part === 'note') return found('note');
  if (name === 'formats' && index === undefined) return found('tracks', '0');
  if (name === 'formats' && member === 'tracks') return { ...trackAt(visit, index ?? '0', track), isNamed: true };
  const list = listOf(name);
  if (list) return found(fieldOf(list, index === undefined ? '' : member), index ?? '0');
  return (textNames as readonly string[]).includes(name) ? found(name) : undefined;
}

function trackAt({ t, format }: Read, disc: string, track: string | undefined): FieldAt {
  const number = (index: string | undefined) => format.number(Number(index ?? 0) + 1);
  return { field: 'tracks', at: disc, what: t.releaseForm.what.track(number(track), number(disc)) };
}
