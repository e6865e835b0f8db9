import { useRequestContext } from '../http/request-context';
import { idOfField } from './fields';

export interface FieldError {
  /** Field name and row. */
  readonly field: string;
  readonly at?: string | undefined;
  /** “the length of track B5” */
  readonly what: string;
  readonly message: string;
}

export const errorFor = (fieldErrors: readonly FieldError[], field: string, at?: string): string | undefined => {
  const found = fieldErrors.filter((wrong) => wrong.field === field && wrong.at === at);
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(' ');
};

interface ErrorSummaryProps {
  readonly fieldErrors: readonly FieldError[];
  /** Errors without a field. */
  readonly all?: readonly string[];
}

export function ErrorSummary({ fieldErrors, all = [] }: ErrorSummaryProps) {
  const { t, format } = useRequestContext();
  if (fieldErrors.length + all.length === 0) return null;
  const places = [...new Map(fieldErrors.map((wrong) => [`${wrong.field} ${wrong.at}`, wrong])).values()];
  return (
    <div class="notice" role="alert" tabIndex={-1} autofocus>
      <b>
        {t.editing.refused} {places.length > 0 && t.editing.toCorrect({ count: format.counted(places.length) })}
      </b>
      {all.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {places.length > 0 && (
        <ul>
          {places.map(({ field, at, what, message }) => (
            <li key={`${field} ${at}`}>
              <a href={`#${idOfField(field, at)}`}>{what}</a>
              {format.colon + message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
