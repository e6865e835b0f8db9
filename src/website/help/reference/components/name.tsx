import { Fragment } from 'preact';

/** A name in code that may be broken before a dot or a bracket, and the way that leads to it in the second voice. */
export const Name = ({ name }: { readonly name: string }) => {
  const end = name.lastIndexOf('.') + 1;
  return (
    <code>
      {end > 0 && (
        <span class="soft">
          <Breakable text={name.slice(0, end)} />
        </span>
      )}
      {end > 0 && <wbr />}
      <Breakable text={name.slice(end)} />
    </code>
  );
};

const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=\.)(?=.)|(?=\[(?!\]))/).map((part, index, parts) => (
      <Fragment key={parts.slice(0, index).join('')}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
