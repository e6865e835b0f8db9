import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { add, closeSite, find, idOf, withSite } from '../online/online-site';
import { artist, format, release, track } from '../records/numbered-records';
import type { EditorOf } from '../support/edited-server';
import { addRecords } from '../support/exports';
import { follow } from '../support/following';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { serverOf, startServer } from '../support/server';
import { uuid } from '../support/uuids';

// Requests to a source are a second apart.
setDefaultTimeout(60_000);
afterEach(closeSite);

const medium = (id: string, tracks: readonly string[]) => ({
  id,
  position: 1,
  format: 'CD',
  tracks: tracks.map((track, at) => ({ id: track, position: at + 1, title: `Cue ${at + 1}`, recording: { id: track, title: 'Cue' } })),
});

const titlesOf = async (user: EditorOf, release: string): Promise<string[]> => {
  const formats = (await user.read(`${release}/formats`)).body.data as { id: string }[];
  const lists = await Promise.all(formats.map(({ id }) => user.read(`${id}/tracks`)));
  return lists.flatMap(({ body }) => body.data.map((track: { attributes: { title: string } }) => track.attributes.title));
};

test('a site that names discs and tracks of another release moves none of them', async () => {
  const own = medium(uuid(500), [uuid(501), uuid(502)]);
  const stealing = [medium(uuid(500), [uuid(503)]), { ...medium(uuid(504), [uuid(501), uuid(505)]), position: 2 }];
  const user = await withSite(musicbrainzSite([edition(1, { media: [own] }), edition(2, { media: stealing })]));
  expect((await add(user, idOf(1))).status).toBe(201);
  expect((await add(user, idOf(2))).status).toBe(201);
  expect(await titlesOf(user, `/api/releases/${idOf(1)}`)).toEqual(['Cue 1', 'Cue 2']);
  expect(await titlesOf(user, `/api/releases/${idOf(2)}`)).toEqual(['Cue 2']);
});

test('a site moves a track to another disc of its release', async () => {
  const before = [medium(uuid(500), [uuid(501)]), { ...medium(uuid(504), [uuid(502)]), position: 2 }];
  const after = [medium(uuid(500), [uuid(502)]), { ...medium(uuid(504), [uuid(501)]), position: 2 }];
  let media = before;
  const user = await withSite(
    musicbrainzSite([], (path) => (path.startsWith('/ws/2/release/') ? Response.json(edition(1, { media })) : undefined)),
  );
  expect((await add(user, idOf(1))).status).toBe(201);
  media = after;
  // A dry run reads the document again.
  for (const dry of ['true', 'false'])
    expect((await user.send('POST', `/api/releases/${idOf(1)}/refresh?dry_run=${dry}`)).status).toBe(200);
  const { body } = await user.read(`/api/releases/${idOf(1)}/formats/${uuid(504)}/tracks`);
  expect(body.data.map(({ attributes: { _id } }: { attributes: { _id: string } }) => _id)).toEqual([uuid(501)]);
});

test('a mirrored server that names a disc of another release does not move it', async () => {
  const disc = (of: number) => [format(of, 2), track(of, 2, 3, { position: 1, title: 'Theme' })];
  const [ours, own] = [release(1, 'Ours'), format(1, 2).id];
  const local = await startServer([ours, ...disc(1)]);
  const lying = await startServer([release(9, 'Theirs')]);
  await addRecords(lying.store, disc(9));
  await follow(local.store, lying);
  const { data } = await local.read(`${ours.id}/formats`);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([own]);
  expect((await local.read(`${own}/tracks`)).data).toHaveLength(1);
  // Whether the rest is taken over or not.
  expect((await local.request(`${format(9, 2).id}/tracks`)).status).toBe(404);
});

const hostile = 'Night\u202e niarT\u2066 \u001b[31mRed\u0007\u0085!';
const visible = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u;

test('texts of other sites and servers lose control characters and bidirectional overrides', async () => {
  const user = await withSite(musicbrainzSite([edition(1, { title: hostile, disambiguation: hostile })]));
  const [candidate] = (await find(user, { mbid: idOf(1) })).body.data.attributes.candidates;
  const added = (await add(user, idOf(1))).body.data.attributes;
  expect(candidate.title).toMatch(visible);
  expect(candidate.note).toMatch(visible);
  expect(added.title).toMatch(visible);
  expect(added.title).toStartWith('Night niarT');

  const origin = await startServer([artist(7, 'Plain')]);
  origin.store.writer.query('UPDATE artist SET name = ?, biography = ?').run(hostile, `One\u202e\n\n\tTwo\u001b`);
  const mirror = await serverOf((await startServer()).store, {}, undefined, 'reader');
  expect((await follow(mirror.store, origin)).outcome).toBe('done');
  const { name, biography } = (await mirror.read(`/api/artists/${uuid(7)}`)).data.attributes;
  expect([name, biography]).toEqual(['Night niarT [31mRed!', 'One\n\n\tTwo']);
});
