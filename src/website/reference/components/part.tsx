import type { ComponentChildren } from 'preact';

interface PartProps {
  readonly id?: string;
  readonly title: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A section with its heading in the margin. */
export const Part = ({ id, title, note, children }: PartProps) => (
  <section class="part" id={id}>
    <header>
      <h2>{title}</h2>
      {note !== undefined && <p>{note}</p>}
    </header>
    <div>{children}</div>
  </section>
);
