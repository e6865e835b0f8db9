import { idOf } from '../api/client';
import { useVisit, type Visit } from '../http/request-context';
import { type Choice, type Resolved, resolveNames } from './choices';
import { LineField } from './fields';
import { NameField } from './name-field';
import type { NameKind } from './names';

/** What was written of the record that another one is merged into. */
export interface Into {
  readonly choice: Choice;
  readonly resolved?: Resolved | undefined;
  readonly problem?: string | undefined;
}

/** Whether what is typed is an address, rather than a name. */
export const isAddress = (typed: string): boolean => /^(?:\/|https?:)/i.test(typed);

/** What a name leads to, among all records but the one that is merged: often both are called the same. */
export async function resolveInto({ api }: Visit, kind: NameKind, own: string, choice: Choice): Promise<Resolved | undefined> {
  const found = (await resolveNames(api, [{ place: 'into', kind, choice }])).get('into');
  if (found?.state !== 'several') return found;
  const candidates = found.candidates.filter(({ id }) => id !== idOf(own));
  const [only] = candidates;
  return only && candidates.length === 1 ? { state: 'known', id: only.id, name: only.name } : { ...found, candidates };
}

/** The field for the record that stays: its address, or its name where records of the kind are found by name. */
export function IntoField({ kind, into }: { readonly kind: NameKind | undefined; readonly into: Into }) {
  const { t } = useVisit();
  const words = t.recordForm.merge;
  const { choice, resolved, problem } = into;
  if (kind === undefined)
    return <LineField name="into" label={words.into} hint={words.intoHelp} value={choice.typed} problem={problem} required />;
  return (
    <NameField
      name="into"
      kind={kind}
      label={words.intoByName}
      hint={words.intoByNameHelp}
      value={choice}
      resolved={resolved?.state === 'several' ? resolved : undefined}
      problem={problem}
      mayBeNew={false}
    />
  );
}
