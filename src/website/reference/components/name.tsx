import { Fragment } from 'preact';

/** A name in code that may be broken before a dot or a bracket, and the way that leads to it in the second voice. */
export const Name = ({ name }: { readonly name: string }) => {
  const parts = name.split(/(?<=\.)|(?=\[(?!\]))/);
  return (
    <code>
      {parts.map((part, index) => (
        <Fragment key={parts.slice(0, index).join('')}>
          {index > 0 && <wbr />}
          {part.endsWith('.') ? <span class="soft">{part}</span> : part}
        </Fragment>
      ))}
    </code>
  );
};
