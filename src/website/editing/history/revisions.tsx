import type { RevisionObject } from '../../../editing/revisions/documents';
import { useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText } from '../../ui/catalog-text';
import { Lines } from '../../ui/facts';
import { Form } from '../../ui/form';
import { Section } from '../../ui/section';
import { DifferenceTable } from '../difference';
import { type ChangedField, changesOf, irisIn, revisionFields } from './changes';
import { kindName, nameIn, withPage } from './names';
import type { History } from './read-history';

interface RevisionsProps {
  readonly history: History;
  /** Why one was not undone. */
  readonly problem: string | undefined;
  /** Locked fields with the UUID of the last revision. */
  readonly locks?: ReadonlyMap<string, string>;
  /** Whether each names its record. */
  readonly ofMany?: boolean;
  /** IRI of their record. */
  readonly record?: string;
}

/** Newest first, by month. */
export function RevisionsByMonth({ history, problem, locks = new Map(), ofMany = false, record }: RevisionsProps) {
  const { format } = useRequestContext();
  const months = Map.groupBy(history.list.data, ({ attributes }) => format.month(attributes.created_at));
  return (
    <>
      {problem !== undefined && (
        <div class="once bad" role="alert" tabIndex={-1}>
          {problem}
        </div>
      )}
      {[...months].map(([month, revisions]) => (
        <Section key={month} title={month}>
          <ol class="revisions">
            {revisions.map((revision) => (
              <OneRevision key={revision.id} revision={revision} history={history} locks={locks} ofMany={ofMany} record={record} />
            ))}
          </ol>
        </Section>
      ))}
    </>
  );
}

interface OneProps extends Required<Pick<RevisionsProps, 'history' | 'locks' | 'ofMany'>> {
  readonly revision: RevisionObject;
  readonly record: string | undefined;
}

function OneRevision({ revision, history, locks, ofMany, record }: OneProps) {
  const { t, format } = useRequestContext();
  const { note, number, username, source, created_at: at } = revision.attributes;
  return (
    <li>
      <div>
        <strong>{username ?? t.history.authors[source]}</strong>
        <br />
        <time class="soft tiny" dateTime={at} data-locale={format.locale}>
          {format.moment(at)}
        </time>
        <br />
        <span class="soft tiny">{t.history.number({ number: format.number(number) })}</span>
      </div>
      <div>
        {(ofMany || revision.relationships.record.data.id !== record) && <Whose revision={revision} history={history} record={record} />}
        {note !== null && (
          <p class="prose">
            <CatalogText text={note} />
          </p>
        )}
        <What revision={revision} history={history} locks={locks} />
      </div>
      <div>{history.isEditor && <Undo revision={revision} history={history} />}</div>
    </li>
  );
}

/** The kind and name of a part, and its record unless the page is about it. */
function Whose({ revision, history: { names }, record }: Pick<OneProps, 'revision' | 'history' | 'record'>) {
  const { t, to, format } = useRequestContext();
  const { type, id: iri } = revision.relationships.record.data;
  const root = withPage(iri);
  const isPart = Object.hasOwn(t.history.below, type);
  const kind = kindName(t, type);
  // On the page of another record that the part connects.
  const above = record === undefined || record === root ? undefined : names.get(root)?.name;
  const part = isPart
    ? [nameIn(revision), ...linkedIn(revision, [root, record]).map((one) => names.get(one)?.name), above].filter(Boolean).join(', ')
    : '';
  const name = names.get(root)?.name ?? (isPart ? undefined : nameIn(revision));
  return (
    <p>
      {kind}
      {part && format.colon}
      {part && <CatalogText text={part} />}
      {record === undefined && name !== undefined && (part ? ' · ' : format.colon)}
      {record === undefined && name !== undefined && <CatalogLink href={to.history({ record: root })} text={name} />}
    </p>
  );
}

const linkedIn = ({ attributes: { before, after } }: RevisionObject, except: readonly (string | undefined)[]): string[] =>
  irisIn({ ...revisionFields(before), ...revisionFields(after) }).filter((one) => !except.includes(one));

function What({ revision, history, locks }: Pick<OneProps, 'revision' | 'history' | 'locks'>) {
  const { t, format } = useRequestContext();
  const { action, reverts, number } = revision.attributes;
  const changes = changesOf(history.differences.get(revision.id) ?? [], history.wording);
  const undoneBy = history.list.data.find(({ attributes }) => attributes.reverts === number)?.attributes.number;
  return (
    <>
      {reverts !== null && <p class="soft">{t.history.reverts({ number: format.number(reverts) })}</p>}
      {undoneBy !== undefined && <p class="soft">{t.history.reverted({ number: format.number(undoneBy) })}</p>}
      {action === 'changed' && changes.length === 0 && <p class="soft">{t.history.changed}</p>}
      {action === 'changed' && <ChangedFields changes={changes} isLocked={(name) => locks.get(name) === revision.attributes._id} />}
      {action !== 'changed' && <p>{happened(revision, history, t.history)}</p>}
      {action !== 'changed' && changes.length > 0 && (
        <details class="more">
          <summary>{t.history.everything}</summary>
          <ChangedFields changes={changes} isLocked={(name) => locks.get(name) === revision.attributes._id} />
        </details>
      )}
    </>
  );
}

interface Sentences {
  readonly added: string;
  readonly restored: string;
  readonly deleted: string;
  readonly merged: (p: { readonly name: string }) => string;
}

function happened({ attributes: { action, after, reverts } }: RevisionObject, { wording }: History, words: Sentences): string {
  if (action === 'added') return reverts === null ? words.added : words.restored;
  if (action === 'deleted') return words.deleted;
  const into = (after?.relationships.mergedInto as { readonly data?: { readonly id?: string } } | undefined)?.data?.id ?? '';
  return words.merged({ name: wording.name(into) });
}

interface ChangedFieldsProps {
  readonly changes: readonly ChangedField[];
  readonly isLocked?: (name: string) => boolean;
}

export function ChangedFields({ changes, isLocked = () => false }: ChangedFieldsProps) {
  const { t, format } = useRequestContext();
  const labels: Readonly<Record<string, string>> = t.fields;
  return (
    <dl class="facts">
      {changes.map(({ name, lines, more, isReordered }) => (
        <>
          <dt>{labels[name] ?? name.replaceAll('_', ' ')}</dt>
          <dd>
            <Lines lines={lines.map(shownLine)} atOnce={linesAtOnce} />
            {more > 0 && <p class="soft">{t.history.moreLines({ count: format.counted(more) })}</p>}
            {isReordered && <p class="soft">{t.history.reordered}</p>}
            {isLocked(name) && <span class="soft"> {t.history.held}</span>}
          </dd>
        </>
      ))}
    </dl>
  );
}

/** More are folded. */
const linesAtOnce = 8;

const shownLine = ({ was, is }: ChangedField['lines'][number]) => (was === '' ? <ins>{is}</ins> : <DifferenceTable was={was} is={is} />);

/** Not for undone revisions; for a deleted or merged record, only its deletion or merge. */
function Undo({ revision, history }: Pick<OneProps, 'revision' | 'history'>) {
  const { t, format } = useRequestContext();
  const { number, action, _id, revertible } = revision.attributes;
  if (!revertible || history.list.data.some(({ attributes }) => attributes.reverts === number) || isGoneSince(revision, history))
    return null;
  const words = t.history;
  return (
    <Form>
      <input type="hidden" name="revert" value={_id} />
      <button class="plain" type="submit" aria-label={words.undoRevision({ number: format.number(number) })}>
        {action === 'deleted' ? words.bringBack : words.undo}
      </button>
    </Form>
  );
}

/** Whether the record was deleted or merged later and not restored. */
function isGoneSince({ attributes: { number }, relationships: { record } }: RevisionObject, { list }: History): boolean {
  const [last] = list.data.filter(({ relationships }) => relationships.record.data.id === record.data.id);
  return last !== undefined && last.attributes.number > number && ['deleted', 'merged'].includes(last.attributes.action);
}
