import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';

interface RowListProps<R> {
  readonly rows: readonly R[];
  readonly empty: R;
  readonly spare: number;
  readonly isThree?: boolean;
  /** Value of the "more rows" button, if any. */
  readonly more?: string;
  /** Target of that button, with an anchor. */
  readonly action?: string;
  readonly children: (row: R, at: string, isRepeated: boolean) => ComponentChildren;
  readonly below?: ComponentChildren;
}

/** Repeating rows with empty ones at the end. Labels after the first row are visually hidden. */
export function RowList<R>({ rows, empty, spare, isThree, more, action, children, below }: RowListProps<R>) {
  const { t } = useRequestContext();
  const all = [...rows, ...Array.from({ length: spare }, () => empty)];
  return (
    <>
      <ol class={isThree ? 'rows form three' : 'rows form'}>
        {all.map((row, index) => (
          <li key={index}>{children(row, String(index), index > 0)}</li>
        ))}
      </ol>
      {below}
      {more !== undefined && (
        <p class="row">
          <button type="submit" name="more" value={more} formAction={action} formNoValidate>
            {t.editing.more}
          </button>
        </p>
      )}
    </>
  );
}

/** Number of empty rows. */
export const spareRows = (list: string, more: string | undefined): number => (more === list ? 5 : 1);
