import type { SentForm } from '../../http/form';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Form, Hidden, Submit } from '../../ui/form';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { DifferenceTable } from '../difference';
import type { RevisionList } from '../history/changes';
import { packDraft } from '../packed-draft';
import { changedAlone, conflictText, labelOf } from './conflict-words';
import { isSame, rowsIn } from './draft';
import { type EditedRecord, readOptions } from './edited-record';
import { Over } from './page';
import { formFields } from './schema';
import { mergeDrafts } from './three-way';
import type { Conflict, Draft, OnlyOnOtherSide, PendingPart, Side } from './types';

/** A form as it was sent. */
export interface SentDraft {
  readonly base: Draft;
  readonly draft: Draft;
  /** Both before they were moved to the record that remains of a merge. */
  readonly sent: Pick<SentDraft, 'base' | 'draft'>;
  /** IRI of the record that the form was of, which may have been merged into another. */
  readonly record: string;
  /** ETag of the original version. */
  readonly tag: string;
  readonly note: string;
  /** When the form was opened. */
  readonly since: string;
  readonly pending?: PendingPart | undefined;
}

/** Changes in lists whose rows have no counterparts in the record that remains. */
export function uncombinedIn(context: RequestContext, edited: EditedRecord, { base, draft, sent }: SentDraft): OnlyOnOtherSide[] {
  const names = Object.keys(draft.lists).filter((name) => isSame(rowsIn(base, name), rowsIn(draft, name)));
  const only = (one: Draft): Draft => ({ texts: {}, lists: Object.fromEntries(names.map((name) => [name, rowsIn(one, name)])) });
  return changedAlone(context, edited, [only(sent.base), only(sent.draft)], []);
}

/** Both versions of a record that others changed meanwhile, with a choice where they conflict. */
export async function conflictPage(
  context: RequestContext,
  read: EditedRecord,
  typed: SentDraft,
  chosen: readonly (Side | undefined)[] = [],
): Promise<Page> {
  const { schema, draft: theirs } = read;
  const edited = { ...read, options: await readOptions(context, read, formFields(schema)) };
  const { base, draft: mine, sent, record, note, since, pending } = typed;
  const { conflicts } = mergeDrafts(schema, { base, mine, theirs }, () => 'mine');
  const isMerged = record !== edited.iri;
  const editor = isMerged ? undefined : await lastEditor(context, edited.iri, since);
  const { t, to, format } = context;
  const words = t.releaseForm.conflict;
  const alone = (side: Draft) => changedAlone(context, edited, [base, side], conflicts);
  const body = (
    <>
      <div class="head">
        <Over edited={edited} />
        <h1>{words.title}</h1>
        {isMerged ? (
          <p role="alert">{words.leadOfMerge({ name: edited.called })}</p>
        ) : (
          <p>{editor ? words.lead({ name: editor.username, ago: format.ago(editor.at, context.now) }) : words.leadOfImport}</p>
        )}
        {pending?.lost && <p>{pending.lost}</p>}
      </div>
      <Form action={to.below(to.page(edited.page), 'edit')}>
        <Hidden fields={{ mine: packDraft(sent.draft), base: packDraft(sent.base), record, tag: edited.tag, note, since }} />
        {conflicts.length > 0 && <Both edited={edited} conflicts={conflicts} chosen={chosen} editor={editor} />}
        <Only title={words.uncombined({ name: edited.called })} aside="" changes={uncombinedIn(context, edited, typed)} />
        <Only title={words.onlyYou} changes={alone(mine)} />
        <Only
          title={editor ? words.onlyThem({ name: editor.username }) : isMerged ? words.onlyTarget : words.onlyOthers}
          changes={alone(theirs)}
        />
        {pending?.fields && schema.part?.renderKept(pending.fields)}
        <Then waiting={conflicts.filter((_, index) => chosen[index] === undefined).length} />
      </Form>
    </>
  );
  return { title: words.titleOf({ title: edited.called }), ...schema.frame(edited.attributes), body, status: 412 };
}

/** The side chosen for a conflict: `f0`, `f1` and so on. */
export function sideIn(form: SentForm, index: number): Side | undefined {
  const side = form.text(`f${index}`);
  return side === 'mine' || side === 'theirs' ? side : undefined;
}

interface BothProps {
  readonly edited: EditedRecord;
  readonly conflicts: readonly Conflict[];
  readonly chosen: readonly (Side | undefined)[];
  readonly editor: Awaited<ReturnType<typeof lastEditor>> | undefined;
}

function Both({ edited, conflicts, chosen, editor }: BothProps) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.releaseForm.conflict;
  return (
    <Section title={words.both} aside={words.bothAside({ count: format.counted(conflicts.length) })}>
      <Table
        class="versus"
        caption={words.caption}
        heads={[
          { hidden: words.field },
          words.yours,
          editor ? words.theirsOf({ name: editor.username, time: format.moment(editor.at) }) : words.theirs,
        ]}
      >
        {conflicts.map((conflict, index) => (
          <tr key={index}>
            <th scope="row">{labelOf(context, edited, conflict)}</th>
            {(['mine', 'theirs'] as const).map((side) => (
              <td key={side}>
                <label class="check">
                  <input type="radio" name={`f${index}`} value={side} checked={chosen[index] === side} required />{' '}
                  <span class="lines">
                    <DifferenceTable
                      was={conflictText(context, edited, conflict, conflict.base)}
                      is={conflictText(context, edited, conflict, conflict[side])}
                    />
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** Changes of one side, which stay unless the aside says otherwise. */
function Only({
  title,
  changes,
  aside,
}: {
  readonly title: string;
  readonly changes: readonly OnlyOnOtherSide[];
  readonly aside?: string;
}) {
  const { t, format } = useRequestContext();
  if (changes.length === 0) return null;
  return (
    <Section title={title} aside={aside ?? t.releaseForm.conflict.kept}>
      <ul>
        {changes.map(({ label, was, is }) => (
          <li key={label}>
            {label}
            {format.colon}
            <DifferenceTable was={was} is={is} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Then({ waiting }: { readonly waiting: number }) {
  const { t, format } = useRequestContext();
  const words = t.releaseForm.conflict;
  return (
    <Section title={words.next}>
      <p class="row">
        <button class="first" type="submit">
          {words.save}
        </button>
        <Submit name="again" value="1" formNoValidate text={words.again} />
        <button class="plain danger" type="submit" name="drop" value="1" formNoValidate>
          {words.drop}
        </button>
      </p>
      {waiting > 0 && <p class="soft tiny">{words.waits({ count: format.counted(waiting) })}</p>}
    </Section>
  );
}

/** Undefined if it was an import. */
async function lastEditor({ api }: RequestContext, iri: string, since: string) {
  const { data } = await api.read<RevisionList>(`${iri}/revisions`, { itemsPerPage: 1 });
  const { username = null, created_at: at = '' } = data[0]?.attributes ?? {};
  return username !== null && new Date(at) >= new Date(since) ? { username, at } : undefined;
}
