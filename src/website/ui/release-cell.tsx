import type { ComponentChildren } from 'preact';
import { CatalogText } from './catalog-text';
import { Sleeve, type SleevedRelease } from './pictures';

interface ReleaseCellProps {
  /** What its sleeve is drawn of; `undefined` where that is unknown. */
  readonly of: SleevedRelease | undefined;
  readonly href: string | undefined;
  readonly title: string;
  /** What stands before the sleeve. */
  readonly before?: ComponentChildren;
  /** The small line below the title. */
  readonly children?: ComponentChildren;
}

/** A release in a row of a table or a list: its sleeve, its title as a link, and a line below. */
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
