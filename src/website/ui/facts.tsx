import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import { CatalogText } from './catalog-text';
import { Section } from './section';

interface JoinedProps {
  readonly parts: readonly ComponentChildren[];
  /** Defaults to a line break. */
  readonly by?: ComponentChildren;
}

export const Joined = ({ parts, by = <br /> }: JoinedProps) => (
  <>
    {parts.map((part, index) => (
      <>
        {index > 0 && by}
        {part}
      </>
    ))}
  </>
);

interface LinesProps {
  readonly lines: readonly ComponentChildren[];
  /** Lines after these are folded. */
  readonly atOnce: number;
  /** The number of folded lines; defaults to `3 more`. */
  readonly more?: string;
}

export function Lines({ lines, atOnce, more }: LinesProps) {
  const { t, format } = useRequestContext();
  const folded = lines.slice(atOnce);
  return (
    <>
      <Joined parts={lines.slice(0, atOnce)} />
      {folded.length > 0 && (
        <details class="more">
          <summary>{more ?? t.words.more({ count: format.number(folded.length) })}</summary>
          <Joined parts={folded} />
        </details>
      )}
    </>
  );
}

export type Fact = readonly [name: ComponentChildren, value: ComponentChildren];

/** Omits empty values; nothing if all are. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

interface KeptRecord {
  readonly _id: string;
  readonly created_at: string;
  readonly updated_at: string | null;
}

interface RecordFactsProps {
  readonly record: KeptRecord;
  readonly edit?: string | undefined;
  /** Leads to its update from MusicBrainz. */
  readonly update?: string | undefined;
  /** For editors. */
  readonly children?: ComponentChildren;
}

/** About the record itself, with its history. */
export function RecordFacts({ record, edit, update, children }: RecordFactsProps) {
  const { t, to, path, format } = useRequestContext();
  const day = (moment: string) => <time datetime={moment}>{format.day(moment)}</time>;
  return (
    <Section title={t.records.record} id="record">
      <Facts
        facts={[
          [t.records.added, day(record.created_at)],
          [t.records.changed, record.updated_at && day(record.updated_at)],
          [t.records.identifier, <code key="id">{record._id}</code>],
        ]}
      />
      <p class="row record-actions">
        {edit !== undefined && <a href={edit}>{t.editing.correct}</a>}
        {edit !== undefined && children}
        {update !== undefined && <a href={update}>{t.editing.update.title}</a>}
        <a href={to.historyOf(to.page(path))}>{t.editing.history}</a>
      </p>
    </Section>
  );
}

interface RecordHeadProps {
  /** Address of the list of its kind. */
  readonly list: string;
  readonly kind: string;
  readonly name: string;
  readonly facts: readonly Fact[];
}

/** Head of a record without a picture. */
export const RecordHead = ({ list, kind, name, facts }: RecordHeadProps) => (
  <div class="hero">
    <div>
      <p class="over">
        <a href={list}>{kind}</a>
      </p>
      <h1>
        <CatalogText text={name} />
      </h1>
      <Facts facts={facts} />
    </div>
  </div>
);
