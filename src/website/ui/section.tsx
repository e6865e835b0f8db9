import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** The heading is in the margin. */
export const Section = ({ title, aside, id, children }: SectionProps) => (
  <section class="part" id={id}>
    <header>
      {title && <h2>{title}</h2>}
      {aside && <p>{aside}</p>}
    </header>
    <div>{children}</div>
  </section>
);

export const PageHead = ({ title, lead }: { readonly title: ComponentChildren; readonly lead?: ComponentChildren }) => (
  <div class="head">
    <h1>{title}</h1>
    {lead !== undefined && <p>{lead}</p>}
  </div>
);

interface PageTabsProps {
  /** For screen readers. */
  readonly label: string;
  /** Address and text. */
  readonly tabs: readonly (readonly [href: string, text: ComponentChildren, isCurrent: boolean])[];
}

/** Links between the pages of one subject, which scroll sideways on narrow screens. */
export const PageTabs = ({ label, tabs }: PageTabsProps) => (
  <nav class="tabs slide" aria-label={label}>
    {tabs.map(([href, text, isCurrent]) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
