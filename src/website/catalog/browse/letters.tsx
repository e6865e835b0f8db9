import { initials } from '../../../api/schema/initials';
import { useRequestContext } from '../../http/request-context';
import { nameOfInitial } from './names';

interface LettersProps {
  /** Those that lead anywhere. */
  readonly known: ReadonlySet<string>;
  readonly chosen?: string | undefined;
  readonly hrefOf: (initial: string) => string;
  /** Of all letters. */
  readonly all?: string;
}

/** A to Z, and digits and others if there are any. */
export function Letters({ known, chosen, hrefOf, all }: LettersProps) {
  const context = useRequestContext();
  const { t } = context;
  if (known.size < 2 && chosen === undefined) return null;
  return (
    <nav class="letters" aria-label={t.browse.letters}>
      {all !== undefined && (
        <a href={all} aria-current={chosen === undefined ? 'page' : undefined}>
          {t.browse.tabs.all}
        </a>
      )}
      {initials.map((initial) =>
        known.has(initial) ? (
          <a key={initial} href={hrefOf(initial)} aria-current={initial === chosen ? 'page' : undefined}>
            {nameOfInitial(context, initial)}
          </a>
        ) : (
          // The alphabet stays whole, so that each letter keeps its place.
          initial.length === 1 && (
            <span key={initial} aria-hidden="true">
              {nameOfInitial(context, initial)}
            </span>
          )
        ),
      )}
    </nav>
  );
}
