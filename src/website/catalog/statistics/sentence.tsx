import { Fragment } from 'preact';
import { useRequestContext } from '../../http/request-context';

/** A sentence with numbers in it: every other part names what is counted, and its number stands in its place. */
export const Sentence = ({ parts, of }: { readonly parts: readonly string[]; readonly of: (name: string) => string }) => (
  <>{parts.map((part, index) => (index % 2 === 1 ? <b key={part}>{of(part)}</b> : part))}</>
);

interface CountsProps {
  readonly parts: readonly (readonly string[])[];
  readonly of: (name: string) => number;
}

/** A sentence of numbers: what is counted, with what stands behind it in the singular and in the plural. */
export function Counts({ parts, of }: CountsProps) {
  const { format } = useRequestContext();
  return (
    <>
      {parts.map(([name = '', one, others]) => {
        const [written, isOne] = format.counted(of(name));
        return (
          <Fragment key={name}>
            <b>{written}</b>
            {isOne ? one : others}
          </Fragment>
        );
      })}
    </>
  );
}
