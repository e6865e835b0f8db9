import { readSettings, type Settings } from '../../src/config';
import type { Context } from '../../src/context';
import { HourlyTally } from '../../src/http/middleware';
import type { Store } from '../../src/store/database/open';
import { type Fake, fake } from '../import/mirror-fakes';
import { edition } from './musicbrainz-site';
import { seededStore, serverWith, type TestServer } from './server';

// Servers that complete collections from a fake MusicBrainz.

type Edition = ReturnType<typeof edition>;

/** A check digit makes it a barcode. */
export function barcodeOf(number: number): string {
  const digits = `40${String(number).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export const artist = (name: string, number = 1) => ({
  name,
  joinphrase: '',
  artist: { id: `0a000000-0000-4000-8000-${String(number).padStart(12, '0')}`, name, 'sort-name': name, type: 'Person' },
});

/** A release of MusicBrainz with a group of its own, so that no film joins them. */
export const disc = (number: number, title: string, changes: object = {}): Edition =>
  edition(number, {
    title,
    barcode: barcodeOf(number),
    'artist-credit': [artist('John Barry')],
    date: '1990',
    'release-group': {
      id: `0c000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      title,
      'primary-type': 'Album',
      'secondary-type-ids': [],
      'artist-credit': [artist('John Barry')],
    },
    'label-info': [
      {
        'catalog-number': `ABC-${number}`,
        label: { id: `0d000000-0000-4000-8000-${String(number).padStart(12, '0')}`, name: 'Silva Screen' },
      },
    ],
    ...changes,
  });

/** A fake MusicBrainz whose search compares barcodes, catalog numbers and titles. */
export function searchSite(
  releases: readonly Edition[],
  instead: (path: string) => Response | Promise<undefined> | undefined = () => undefined,
): Fake {
  return fake(async (path) => {
    const other = await instead(path);
    if (other) return other;
    const url = new URL(path, 'http://site');
    const id = /^\/ws\/2\/release\/([\w-]+)/.exec(url.pathname)?.[1];
    const found = releases.find((release) => release.id === id);
    if (found) return Response.json(found);
    const query = url.searchParams.get('query');
    if (url.pathname !== '/ws/2/release' || query === null) return Response.json({ error: 'Not Found' }, { status: 404 });
    return Response.json({
      releases: releases
        .filter((release) => matches(release, query))
        .map(({ relations: _, ...brief }) => ({ ...brief, media: brief.media.map(({ format }) => ({ format, 'track-count': 2 })) })),
    });
  });
}

function matches(release: Edition, query: string): boolean {
  const barcodes = /barcode:\(([\d OR]+)\)/.exec(query)?.[1]?.split(' OR ') ?? [];
  const [catno, title, by] = ['catno', 'release', 'artist'].map((field) =>
    new RegExp(`${field}:"([^"]*)"`).exec(query)?.[1]?.toLowerCase(),
  );
  const numbers = release['label-info'].map((info) => String((info as { 'catalog-number': string })['catalog-number']).toLowerCase());
  return (
    (barcodes.length === 0 || barcodes.includes(release.barcode)) &&
    (catno === undefined || numbers.includes(catno)) &&
    (title === undefined || release.title.toLowerCase().includes(title)) &&
    (by === undefined || JSON.stringify(release['artist-credit']).toLowerCase().includes(by))
  );
}

export interface World extends TestServer {
  readonly pauses: number[];
  /** Lets a paused job go on. */
  readonly goOn: () => void;
}

/** A server whose jobs pause until the test lets them go on. */
export async function worldOf(site: Fake | undefined, store?: Store, settings: Partial<Settings> = {}): Promise<World> {
  const pauses: number[] = [];
  let waiting = Promise.withResolvers<void>();
  const own = store ?? (await seededStore());
  const tally = new HourlyTally();
  const context: Context = {
    store: own,
    settings: {
      ...readSettings({}, {}),
      rateLimit: 1_000_000,
      ...(site && { onlineSources: ['musicbrainz'] as const, musicbrainzUrl: site.url }),
      contact: 'anna@example.org',
      musicbrainzGapMs: 0,
      ...settings,
    },
    log: (event, details, level) => {
      if (level === 'error') throw new Error(`${event} ${JSON.stringify(details)}`);
    },
    peerAddress: () => '192.0.2.1',
    tally,
    sleep: (milliseconds) => {
      pauses.push(milliseconds);
      return waiting.promise;
    },
  };
  const goOn = () => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  return { ...serverWith(context, { token: '', logged: [], tally }), pauses, goOn };
}

/** Polls, since a job runs in the background. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await Bun.sleep(2);
}
