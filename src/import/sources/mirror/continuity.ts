import { SetupError } from '../../../errors';
import { parseJsonBody } from '../../http-client/body';
import type { Client } from '../../http-client/client';
import type { KnownRecords } from '../../source';
import { changeDocument, changePage, type MirroredChange, readShape } from './shapes';

/** Path of a catalog's change feed; single changes are below it. */
export const changesPath = '/api/changes';

/** Note with the last change followed. */
export const lastNote = 'last';

/** Fields that distinguish a change from another catalog's change with the same number. */
export const rememberedOf = ({ sequence, action, resource_type, resource_id, changed_at }: MirroredChange): string =>
  JSON.stringify({ sequence, action, resource_type, resource_id, changed_at });

/** A change in stored form; `null` if the catalog was restored from an export with that number. */
export async function remembered(client: Client, sequence: number): Promise<string | null> {
  if (sequence === 0) return null;
  const path = `${changesPath}/${sequence}`;
  const { status, value } = await client.read(path, [404]);
  return status === 200 ? rememberedOf(readShape(changeDocument, value, client.address.url(path)).data.attributes) : null;
}

/**
 * Checks that the server still has the last change followed. Its number is not enough: a restored catalog may have grown beyond
 * it, and another catalog at the same address may always have been larger. Continuing would mix two histories.
 * @throws {SetupError} if it is another catalog
 */
export async function requireSameCatalog(client: Client, since: number, known: KnownRecords): Promise<void> {
  const server = client.address.text;
  const last = known.note(server, lastNote);
  // A number stored without its change cannot be checked.
  if (last === undefined || (parseJsonBody(last, server) as Partial<MirroredChange> | null)?.sequence !== since) return;
  const there = await remembered(client, since);
  if (there === last || (there === null && (await beginsAt(client, since)))) return;
  throw new SetupError(
    `${server} is not the catalog mirrored up to change ${since}. It was restored to an earlier state or replaced. Mirror it into an empty data directory.`,
  );
}

/** Whether a catalog was restored from an export of this number: the same state without its history. */
async function beginsAt(client: Client, sequence: number): Promise<boolean> {
  const path = `${changesPath}?since=${sequence}&limit=1`;
  const { status, value } = await client.read(path, [410]);
  return status === 200 && readShape(changePage, value, client.address.url(path)).meta.oldestSince === sequence;
}
