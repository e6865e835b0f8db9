/** A sentence with numbers in it: every other part names what is counted, and its number stands in its place. */
export const Sentence = ({ parts, of }: { readonly parts: readonly string[]; readonly of: (name: string) => string }) => (
  <>{parts.map((part, index) => (index % 2 === 1 ? <b key={part}>{of(part)}</b> : part))}</>
);
