import { useVisit } from '../visit';
import { Facts } from './facts';
import { Part } from './part';

interface KeptRecord {
  readonly _id: string;
  readonly created_at: string;
  readonly updated_at: string | null;
}

interface RecordFactsProps {
  readonly record: KeptRecord;
  /** Where it is corrected, and what was changed of it, for whoever may edit. */
  readonly editing?: { readonly edit: string; readonly history: string } | undefined;
}

/** What the catalog says of a record as one of its own. */
export function RecordFacts({ record, editing }: RecordFactsProps) {
  const { t, format } = useVisit();
  const day = (moment: string) => <time datetime={moment}>{format.day(moment)}</time>;
  return (
    <Part title={t.records.record}>
      <Facts
        facts={[
          [t.records.added, day(record.created_at)],
          [t.records.changed, record.updated_at && day(record.updated_at)],
          [t.records.identifier, <code key="id">{record._id}</code>],
        ]}
      />
      {editing && (
        <p class="row">
          <a href={editing.edit}>{t.editing.correct}</a>
          <a href={editing.history}>{t.editing.history}</a>
        </p>
      )}
    </Part>
  );
}
