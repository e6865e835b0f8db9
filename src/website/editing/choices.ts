import { uuidPattern } from '../../api/schema/checks';
import type { Api } from '../api/client';
import { type NameKind, type NameMatch, namedBy } from './names';

/**
 * A record in a form field: the typed name, and the record known for it as `"<uuid> <name>"`, which is void once something else
 * is typed.
 */
export interface Choice {
  readonly typed: string;
  readonly known: string;
}

/** Marks a name to be added despite others of that name. */
export const asNew = (name: string): string => `new ${name}`;

export const choiceOf = ({ id, name }: { readonly id: string; readonly name: string }): Choice => ({ typed: name, known: `${id} ${name}` });

/** The UUID, or `'new'` for a record to be added. */
export function knownId({ typed, known }: Choice): string | undefined {
  const at = known.indexOf(' ');
  const [id, name] = [known.slice(0, at), known.slice(at + 1)];
  if (name !== typed) return undefined;
  return id === 'new' || uuidPattern.test(id) ? id : undefined;
}

export type Resolved =
  | { readonly state: 'known'; readonly id: string; readonly name: string }
  | { readonly state: 'new'; readonly name: string }
  | { readonly state: 'several'; readonly name: string; readonly candidates: readonly NameMatch[] };

/** Box sets name some hundred people, most of them known. */
const maximumLooked = 300;

/** `key` identifies the result. */
export interface NameToResolve {
  readonly place: string;
  readonly kind: NameKind;
  readonly choice: Choice;
}

/** Looks up each distinct name once. Empty fields have no result. */
export async function resolveNames(api: Api, names: readonly NameToResolve[]): Promise<ReadonlyMap<string, Resolved>> {
  const typed = names.filter(({ choice }) => choice.typed !== '');
  const found = new Map<string, Resolved>();
  for (const [kind, all] of Map.groupBy(typed, (one) => one.kind)) {
    const unknown = new Set(all.flatMap(({ choice }) => (knownId(choice) === undefined ? choice.typed : [])));
    for (const name of [...unknown].slice(0, maximumLooked)) {
      found.set(`${kind} ${name}`, resolvedAs(name, await namedBy(api, kind, name)));
    }
  }
  return new Map(
    typed.map(({ place, kind, choice }) => {
      const id = knownId(choice);
      const name = choice.typed;
      if (id !== undefined && id !== 'new') return [place, { state: 'known', id, name }];
      return [place, (id === undefined && found.get(`${kind} ${name}`)) || { state: 'new', name }];
    }),
  );
}

function resolvedAs(name: string, named: readonly NameMatch[]): Resolved {
  const [only] = named;
  if (!only) return { state: 'new', name };
  return named.length === 1 ? { state: 'known', id: only.id, name: only.name } : { state: 'several', name, candidates: named };
}
