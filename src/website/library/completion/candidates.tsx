import type { ComponentChildren } from 'preact';
import type { ComparedCandidate, ComparedField, completionRows } from '../../../online/completion/documents';
import type { Item } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Form, Submit } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { EditionLine, Find } from '../shop/online';

export type CompletionRow = Item<typeof completionRows>;

interface CandidateFormProps {
  readonly row: CompletionRow;
  readonly action: string;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

/**
 * The candidates of a release below its own values, the first selected if only it can be meant. A digit takes one of them
 * (`review.js`).
 */
export function CandidateForm({ row: { attributes: row }, action, children }: CandidateFormProps) {
  const { t } = useRequestContext();
  return (
    <Form action={action} id={`row-${row._id}`} tabIndex={-1} data-review>
      <input type="hidden" name="row" value={row._id} />
      {isDescribed(row) && (
        <p class="soft">
          {t.completion.onList}: <ListedEdition row={row} />
        </p>
      )}
      <ul class="finds">
        {row.candidates.map((candidate, index) => (
          <Find key={candidate.id} candidate={candidate} isBest={index === 0 && row.is_clear} digit={index + 1}>
            <Comparison row={row} candidate={candidate} />
          </Find>
        ))}
      </ul>
      <div class="row">
        <Submit class="first" name="do" value="accept" text={t.completion.accept} />
        {children}
      </div>
    </Form>
  );
}

type Row = CompletionRow['attributes'];

/** Whether more than title and artist is known. */
const isDescribed = ({ formats, labels, release_date: date, country, barcode }: Row): boolean =>
  formats.length > 0 || labels.length > 0 || (date ?? country ?? barcode) !== null;

/** The release as on the list. */
export const ListedEdition = ({ row }: { readonly row: Row }) => (
  <>
    <EditionLine of={row} />
    {row.barcode && (
      <>
        {' · '}
        <span class="n">{row.barcode}</span>
      </>
    )}
  </>
);

function Comparison({ row, candidate }: { readonly row: Row; readonly candidate: ComparedCandidate }) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.completion;
  const other = new Map(valuesOf(candidate, context));
  const differing = valuesOf(row, context).flatMap(([name, from]) => {
    const to = other.get(name);
    return from && to && !candidate.agrees.includes(name) ? [words.change({ field: words.fields[name], from, to })] : [];
  });
  return (
    <>
      {candidate.agrees.length > 0 && (
        <small class="yes">{words.agrees({ fields: format.list(candidate.agrees.map((field) => words.fields[field])) })}</small>
      )}
      {differing.length > 0 && <small class="no">{words.differs({ fields: format.list(differing) })}</small>}
    </>
  );
}

type Compared = Pick<Row, 'title' | 'artist_credit' | 'barcode' | 'labels' | 'formats' | 'country' | 'release_date'>;

/** As texts. */
function valuesOf(of: Compared, context: RequestContext): [ComparedField, string | null | undefined][] {
  const printed = (name: 'name' | 'catalog_number') => of.labels.flatMap((label) => label[name] ?? []).join(', ');
  return [
    ['title', of.title],
    ['artist', of.artist_credit],
    ['barcode', of.barcode],
    ['catalog_number', printed('catalog_number')],
    ['label', printed('name')],
    ['year', of.release_date?.slice(0, 4)],
    ['format', formatWords(of.formats, context)],
    ['country', of.country && context.format.country(of.country)],
  ];
}
