import { LiveSettings } from '../../accounts/settings/live-settings';
import { readSettings, releaseSources } from '../../config';
import { badUsage, DomainError } from '../../errors';
import { mayBeSame } from '../../matching/score';
import { describedCode } from '../../matching/typed-records';
import { type FoundCandidate, queryOfPage } from '../../online/look-up';
import { OnlineReleases } from '../../online/online-releases';
import type { Store } from '../../store/database/open';
import { coverStore, findRelease } from '../covers';
import { logOf } from '../serve/log';
import { contactOf } from '../terminal/consent';
import { addOwned, findReleases, type Owner } from './add-release';
import { releaseLine } from './summary';

export type DiscFlags = Parameters<typeof readSettings>[0] & { readonly user?: string | undefined; readonly json?: true | undefined };

export interface AddedDisc {
  /** IRI of the release. */
  readonly release: string;
  readonly slug: string;
  readonly title: string;
  readonly isNew: boolean;
  /** IRI of the collection item. */
  readonly item: string | undefined;
}

/**
 * Adds the release of a code to the catalog, from another site if it is not there, and to a collection.
 * @param code a barcode, catalog number, title or page address
 * @throws {DomainError} if no release or more than one has it
 */
export async function addDisc(store: Store, code: string, owner: Owner | undefined, flags: DiscFlags): Promise<AddedDisc> {
  const add = async (release: string, title: string, isNew: boolean): Promise<AddedDisc> => ({
    release,
    slug: store.reader.get<{ slug: string }>(slugOf, { id: release.slice(release.lastIndexOf('/') + 1) })?.slug ?? '',
    title,
    isNew,
    item: owner && (await addOwned(store, owner, release)),
  });
  const [, ownPage] = /(?:^|\/)releases\/([^/?#]+)\/?$/.exec(code) ?? [];
  if (ownPage !== undefined && !/(?:^|\/\/|\.)(?:musicbrainz|discogs)\./i.test(code)) {
    const { id, title } = findRelease(store, ownPage);
    return add(`/api/releases/${id}`, title, false);
  }
  const { releases, isClear } = findReleases(store, code);
  const [known] = releases;
  if (known && isClear) return add(known.iri, known.title, false);
  if (known) throw severalMatch(releases.map(releaseLine));
  const { online } = await onlineReleases(store, flags, 'No release of the catalog has this code, and look-ups');
  const { url, ...query } = describedCode(code);
  const found = await online.find(url === undefined ? query : queryOfPage(url));
  const chosen = onlyOne(
    found.filter((candidate) => mayBeSame(query, { ...candidate, artist: candidate.artist_credit })),
    code,
  );
  const { iri, isNew, cover } = await online.add(chosen);
  await cover;
  return add(iri, chosen.title, isNew);
}

const slugOf = 'SELECT slug FROM "release" WHERE id = :id';

/**
 * Look-ups as the settings of the server allow them.
 * @param need begins the sentence if they are off
 * @throws {DomainError} badUsage, if they are off, or without a contact
 */
export async function onlineReleases(store: Store, flags: DiscFlags, need = 'Look-ups') {
  const configured = readSettings(flags);
  const live = new LiveSettings({ store, settings: configured });
  const settings = { ...configured, ...live.values() };
  if (!releaseSources.some((source) => settings.onlineSources.includes(source)))
    throw badUsage(`${need} at other sites are off. Set --online-sources musicbrainz.`);
  contactOf(settings, 'MusicBrainz');
  const online = new OnlineReleases({ store, settings, log: logOf(settings) }, live, await coverStore(store, flags));
  return { online, settings };
}

/** One release that matches, or the only one with the barcode. */
function onlyOne(candidates: readonly FoundCandidate[], code: string): FoundCandidate {
  const same = candidates.filter(({ same_barcode: isSame }) => isSame);
  const [first, ...others] = same.length > 0 ? same : candidates;
  if (!first) throw new DomainError('not_found', `No release was found for ${code.slice(0, 100)}.`);
  if (others.length === 0) return first;
  throw severalMatch([first, ...others].map(lineOf));
}

const severalMatch = (lines: readonly string[]): DomainError =>
  badUsage(`More than one release matches. Run the command again with the address of one:\n${lines.map((line) => `  ${line}`).join('\n')}`);

function lineOf({ url, title, artist_credit: artist, release_date: date, country, labels, note }: FoundCandidate): string {
  const [label] = labels;
  const facts = [artist, date?.slice(0, 4), country, label?.name, label?.catalog_number, note].filter((fact) => fact);
  return `${url}  ${title} (${facts.join(', ')})`;
}
