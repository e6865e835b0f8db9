import type { FormState } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { AllProblems } from '../../ui/form';
import { Table } from '../../ui/table';

interface ItemConflictProps {
  readonly problem: string;
  /** By field. */
  readonly labels: Readonly<Record<string, string>>;
  /** The current version, as its form would show it. */
  readonly now: FormState['entered'];
  readonly entered: FormState['entered'];
}

/** Current values beside conflicting input. */
export function ItemConflict({ problem, labels, now, entered }: ItemConflictProps) {
  const context = useRequestContext();
  const words = context.t.collection;
  const differing = Object.entries(labels).filter(([name]) => (now[name] ?? '') !== (entered[name] ?? ''));
  return (
    <>
      <AllProblems problems={[problem]} />
      {differing.length > 0 && (
        <Table class="versus" caption={words.bothVersions} heads={[{ hidden: words.field }, words.itSaysNow, words.youEntered]} isBare>
          {differing.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                <del>{wordsFor(name, now[name], context)}</del>
              </td>
              <td>
                <ins>{wordsFor(name, entered[name], context)}</ins>
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
    any_edition: { on: t.collection.wishlist.anyEdition },
  };
  return lists[name]?.[value] ?? value;
}
