import type { ComponentChildren } from 'preact';
import { CatalogText } from './catalog-text';
import { Sleeve, type SleevedRelease } from './pictures';

interface ReleaseCellProps {
  /** Undefined if unknown. */
  readonly of: SleevedRelease | undefined;
  readonly href: string | undefined;
  readonly title: string;
  readonly before?: ComponentChildren;
  /** Below the title. */
  readonly children?: ComponentChildren;
}

export const ReleaseCell = ({ of, href, title, before, children }: ReleaseCellProps) => (
  <div class="person">
    {before}
    <span class="thumb">{of && <Sleeve of={of} size="s" />}</span>
    <div>
      <a href={href}>
        <b>
          <CatalogText text={title} />
        </b>
      </a>
      {children && <small>{children}</small>}
    </div>
  </div>
);
