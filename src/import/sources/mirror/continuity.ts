import { SetupError } from '../../../errors';
import { parseJson } from '../../http-client/body';
import type { Client } from '../../http-client/client';
import type { Known } from '../../source';
import { type Change, changeDocument, changePage, readShape } from './shapes';

/** Where the feed of a catalog is, and below it each of its changes. */
export const changesPath = '/api/changes';

/** Under this name the catalog remembers which change of a server it followed last. */
export const lastNote = 'last';

/** What tells a change from the one that another catalog has under the same number, as it is remembered. */
export const rememberedOf = ({ sequence, action, resource_type, resource_id, changed_at }: Change): string =>
  JSON.stringify({ sequence, action, resource_type, resource_id, changed_at });

/** A change as it is remembered; `null` where a catalog that was filled from an export begins with that number. */
export async function remembered(client: Client, sequence: number): Promise<string | null> {
  if (sequence === 0) return null;
  const path = `${changesPath}/${sequence}`;
  const { status, value } = await client.read(path, [404]);
  return status === 200 ? rememberedOf(readShape(changeDocument, value, client.address.url(path)).data.attributes) : null;
}

/**
 * Whether a server still has the change that was followed last. A number alone does not say so: a catalog that was put
 * back may have grown beyond it, and another one at the same address may always have been larger. What comes after it
 * would be mixed into what is here.
 * @throws {SetupError} where it is not the catalog that was followed
 */
export async function requireSameCatalog(client: Client, since: number, known: Known): Promise<void> {
  const server = client.address.text;
  const last = known.note(server, lastNote);
  // Of a number that came without its change nothing is known.
  if (last === undefined || (parseJson(last, server) as Partial<Change> | null)?.sequence !== since) return;
  const there = await remembered(client, since);
  if (there === last || (there === null && (await beginsAt(client, since)))) return;
  throw new SetupError(
    `${server} is not the catalog mirrored up to change ${since}. It was restored to an earlier state or replaced. Mirror it into an empty data directory.`,
  );
}

/** Whether a catalog was filled from an export of just this number: it is the same state, without what led to it. */
async function beginsAt(client: Client, sequence: number): Promise<boolean> {
  const path = `${changesPath}?since=${sequence}&limit=1`;
  const { status, value } = await client.read(path, [410]);
  return status === 200 && readShape(changePage, value, client.address.url(path)).meta.oldestSince === sequence;
}
