import type { Settings } from '../../src/config';
import type { Fake } from '../import/mirror-fakes';
import { type Changed, type EditorOf, editedServer } from '../support/edited-server';
import { edition } from '../support/musicbrainz-site';

/** The fake site of the current test, which closes it with `closeSite`. */
export let site: Fake;

export function useSite(next: Fake): void {
  site = next;
}

export const closeSite = (): void => site?.[Symbol.dispose]();

export const barcode = '030206526721';

/** An editor of a server that uses a fake site as MusicBrainz and Cover Art Archive. */
export function withSite(fake: Fake, settings: Partial<Settings> = {}): Promise<EditorOf> {
  useSite(fake);
  const onlineSources = ['musicbrainz', 'cover_art_archive'] as const;
  return editedServer([], { onlineSources, musicbrainzUrl: fake.url, coverArtArchive: fake.url, contact: 'anna@example.org', ...settings });
}

export const find = (user: EditorOf, attributes: object) => user.post('OnlineLookUp', '/api/look-ups/online', attributes);

export const add = (user: EditorOf, id: string, source = 'musicbrainz') =>
  user.post('Release', '/api/releases', {}, undefined, { from: { source, id } });

export const idOf = (number: number) => edition(number).id;

export const codeOf = ({ status, body }: Changed) => [status, body.errors[0].code];
