import { catalog } from '../../catalog';
import type { Store } from '../../database/open';
import type { RevisionObject } from '../../editing/revisions/endpoints';
import { Revisions } from '../../editing/revisions/revisions';
import { DomainError, notFound } from '../../errors';
import { uuidPattern } from '../../jsonapi/checks';
import { Registry } from '../../jsonapi/registry';
import type { Revision } from '../../records/edit';
import type { Fields } from '../../records/record-text';
import { byCommand, numberOf, writeByHand } from './by-hand';
import { differences } from './difference';
import { findRecord, namesOf, recordLine } from './find-record';

interface History {
  readonly data: readonly RevisionObject[];
  readonly meta: { readonly totalItems: number };
}

/** The revisions of a record, as the API tells an editor of them. */
export async function readHistory(store: Store, given: string, most: number): Promise<History> {
  const revisions = new Revisions(store, new Registry([...catalog.shown]), () => true);
  const query = new URLSearchParams({ record: nameOf(store, given), itemsPerPage: String(most) });
  const answer = revisions.list(new Request(`http://localhost/api/revisions?${query}`));
  const history = (await answer.json()) as History;
  // One that is gone is known by its revisions alone.
  if (history.data.length === 0) findRecord(store, catalog, given);
  return history;
}

/** The address of a record that is there; what else was given is one that is gone. */
function nameOf(store: Store, given: string): string {
  try {
    return findRecord(store, catalog, given).iri;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return given.trim();
    throw error;
  }
}

/** Takes a revision back, and says what came of it. */
export async function undo(store: Store, given: string, { note, dryRun = false }: { note?: string; dryRun?: boolean }): Promise<string> {
  const id = revisionIdOf(store, given.trim());
  const { revision, number } = await writeByHand(store, dryRun, (byHand) => {
    const { revision, revisionId } = byHand((editing) => editing.revert(id, byCommand(note)));
    return { revision, number: numberOf(store, revisionId) };
  });
  if (!revision) return 'All was so already.';
  const end = dryRun
    ? 'Nothing was written: it would be so.'
    : number === undefined
      ? 'All was so already.'
      : `Revision ${number} takes it back.`;
  return [...linesOf(store, revision), end].join('\n');
}

function linesOf(store: Store, { action, type, iri, before, after }: Revision): string[] {
  if (action === 'changed') return [recordLine(findRecord(store, catalog, iri)), ...differences(bare(before), bare(after))];
  const kind = catalog.find(type);
  const whole = after ?? before;
  return [`${kind && whole ? recordLine(namesOf(kind, iri, whole.attributes)) : iri} was ${action}.`];
}

const bare = (fields: Fields | null) => ({ ...fields?.attributes, ...fields?.relationships });

function revisionIdOf({ reader }: Store, given: string): string {
  if (uuidPattern.test(given)) return given.toLowerCase();
  const found = /^\d{1,15}$/.test(given) ? reader.query('SELECT id FROM revision WHERE key = ?').get(Number(given)) : null;
  if (!found) throw notFound(`There is no revision ${given.slice(0, 100)}.`);
  return (found as { id: string }).id;
}
