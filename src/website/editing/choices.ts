import { uuidPattern } from '../../jsonapi/checks';
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

/** What a name comes to. */
export type Resolved =
  | { readonly state: 'known'; readonly id: string; readonly name: string }
  | { readonly state: 'new'; readonly name: string }
  | { readonly state: 'several'; readonly name: string; readonly candidates: readonly Named[] };

/** As many names of one form are looked up: a box names some hundred people, and those that it had are known. */
const maximumLooked = 300;

/** Finds the records that fields name, each name looked up once. Fields with nothing in them come to nothing. */
export async function resolveChoices(api: Api, kind: NameKind, choices: readonly Choice[]): Promise<ReadonlyMap<Choice, Resolved>> {
  const typed = choices.filter((choice) => choice.typed !== '');
  const unknown = [...new Set(typed.filter((choice) => knownId(choice) === undefined).map((choice) => choice.typed))];
  const found = new Map<string, Resolved>();
  for (const name of unknown.slice(0, maximumLooked)) found.set(name, resolvedAs(name, await namedBy(api, kind, name)));
  return new Map(
    typed.map((choice) => {
      const id = knownId(choice);
      const name = choice.typed;
      if (id === 'new') return [choice, { state: 'new', name }];
      return [choice, id === undefined ? (found.get(name) ?? { state: 'new', name }) : { state: 'known', id, name }];
    }),
  );
}

function resolvedAs(name: string, named: readonly Named[]): Resolved {
  const [only] = named;
  if (!only) return { state: 'new', name };
  return named.length === 1 ? { state: 'known', id: only.id, name: only.name } : { state: 'several', name, candidates: named };
}
