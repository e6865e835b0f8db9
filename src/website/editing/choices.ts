import { uuidPattern } from '../../api/schema/checks';
import type { Api } from '../api/client';
import { type Named, type NameKind, namedBy } from './names';

/**
 * A record as a field of a form names it: what is typed, and beside it which record that is, as far as the form knows:
 * `"<uuid> <name>"`. Once something else is typed, that is of no account.
 */
export interface Choice {
  readonly typed: string;
  readonly known: string;
}

/** That what is typed is to be added, although others are called so. */
export const asNew = (name: string): string => `new ${name}`;

export const choiceOf = ({ id, name }: { readonly id: string; readonly name: string }): Choice => ({ typed: name, known: `${id} ${name}` });

/** The UUID of the record that a field names, where the form knows it; `'new'` for one to be added. */
export function knownId({ typed, known }: Choice): string | undefined {
  const at = known.indexOf(' ');
  const [id, name] = [known.slice(0, at), known.slice(at + 1)];
  if (name !== typed) return undefined;
  return id === 'new' || uuidPattern.test(id) ? id : undefined;
}

export type Resolved =
  | { readonly state: 'known'; readonly id: string; readonly name: string }
  | { readonly state: 'new'; readonly name: string }
  | { readonly state: 'several'; readonly name: string; readonly candidates: readonly Named[] };

/** As many names of one form are looked up: a box names some hundred people, and those that it had are known. */
const maximumLooked = 300;

/** A name in a form: what a field names, and under which key the result is wanted. */
export interface NameToResolve {
  readonly place: string;
  readonly kind: NameKind;
  readonly choice: Choice;
}

/** Finds the records that fields name, by their places, each name looked up once. Empty fields have no result. */
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

function resolvedAs(name: string, named: readonly Named[]): Resolved {
  const [only] = named;
  if (!only) return { state: 'new', name };
  return named.length === 1 ? { state: 'known', id: only.id, name: only.name } : { state: 'several', name, candidates: named };
}
