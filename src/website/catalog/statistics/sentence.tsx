import { useRequestContext } from '../../http/request-context';
import type { PluralForms } from '../../i18n/formats';

/** A sentence with numbers: every other part names what is counted. */
export const Sentence = ({ parts, of }: { readonly parts: readonly string[]; readonly of: (name: string) => string }) => (
  <>{parts.map((part, index) => (index % 2 === 1 ? <b key={part}>{of(part)}</b> : part))}</>
);

interface CountsProps {
  /** The text after each number. */
  readonly parts: Readonly<Record<string, PluralForms>>;
  readonly of: (name: string) => number;
}

export function Counts({ parts, of }: CountsProps) {
  const { format } = useRequestContext();
  return (
    <>
      {Object.entries(parts).map(([name, after]) => {
        const [written, category] = format.counted(of(name));
        return [<b key={name}>{written}</b>, after[category] ?? after.other];
      })}
    </>
  );
}
