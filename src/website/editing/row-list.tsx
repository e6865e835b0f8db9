import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';

interface RowListProps<R> {
  readonly rows: readonly R[];
  readonly empty: R;
  readonly spare: number;
  readonly isThree?: boolean;
  /** The word that the button for further rows sends; none, where there is no button. */
  readonly more?: string;
  /** Where that button sends the form: with the part of the page to come back to. */
  readonly action?: string;
  readonly children: (row: R, at: string, isRepeated: boolean) => ComponentChildren;
  readonly below?: ComponentChildren;
}

/** Rows of fields that repeat, the last of them empty: the labels of all but the first are for those who do not see that. */
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

/** How many empty rows a list has, once more of them were asked for. */
export const spareRows = (list: string, more: string | undefined): number => (more === list ? 5 : 1);
