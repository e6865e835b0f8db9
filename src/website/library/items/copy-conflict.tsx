import { type RequestContext, useRequestContext } from '../../http/request-context';
import { AllProblems } from '../../ui/form';
import { Table } from '../../ui/table';
import type { EditedCopy } from './copy-form';
import { enteredOf } from './copy-input';

/** Current values beside conflicting input. */
export function CopyConflict({ edited: { held, state } }: { readonly edited: EditedCopy }) {
  const visit = useRequestContext();
  const { t } = visit;
  const words = t.collection;
  const now = enteredOf(held.item, visit);
  const names = Object.keys(words.copyFields) as (keyof typeof words.copyFields)[];
  const differing = names.filter((name) => (now[name] ?? '') !== (state.entered[name] ?? ''));
  return (
    <>
      <AllProblems problems={[words.changedMeanwhile]} />
      {differing.length > 0 && (
        <Table class="versus" caption={words.bothVersions} heads={[{ hidden: words.field }, words.itSaysNow, words.youEntered]} isBare>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{words.copyFields[name]}</th>
              <td>
                <del>{wordsFor(name, now[name], visit)}</del>
              </td>
              <td>
                <ins>{wordsFor(name, state.entered[name], visit)}</ins>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** Translates values of closed lists. */
export function wordsFor(name: string, value: string | undefined, { t }: Pick<RequestContext, 't'>): string {
  if (!value) return '—';
  const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    condition: t.words.conditions,
    sleeve_condition: t.words.conditions,
    format_type: t.words.formatTypes,
    status: t.words.statuses,
    priority: t.collection.wishlist.priorities,
    is_signed: { on: t.collection.signed },
  };
  return lists[name]?.[value] ?? value;
}
