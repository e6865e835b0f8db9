import { describe, expect, test } from 'bun:test';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';
import { editing, refusal, violationsOf } from './editing';
import { format, track as numberedTrack, release } from './numbered-records';

describe('the sub-tracks of a track', () => {
  const track = (number: number, attributes: object) => numberedTrack(50, 51, number, attributes);
  const part = (number: number, title: string) => ({ id: uuid(number), position: number, title });
  const suite = (parts: object[]) => track(60, { position: 1, title: 'Suite', _type: 'compound', sub_tracks: parts });
  const tracks = [
    ...[release(50, 'Heat'), format(50, 51)],
    suite([part(61, 'First'), part(62, 'Second')]),
    track(63, { position: 2, title: 'Alone' }),
  ];
  const titles = (data: { attributes: { sub_tracks: { title: string }[] } }) => data.attributes.sub_tracks.map(({ title }) => title);

  test('are changed, added and removed with it and locked against imports', async () => {
    const { store, read } = await startServer(tracks);
    const { change, give } = editing(store);
    const { revision } = await change(track(60, { sub_tracks: [part(62, 'Changed'), { position: 64, title: 'New' }] }));

    expect(Object.keys(revision?.after?.attributes ?? {})).toEqual(['sub_tracks']);
    expect(titles((await read(suite([]).id)).data)).toEqual(['Changed', 'New']);
    await give(suite([part(61, 'First'), part(62, 'From elsewhere')]), 'ndjson');
    expect(titles((await read(suite([]).id)).data)).toEqual(['Changed', 'New']);
  });

  test('are not editable as tracks and cannot reuse the ID of another record', async () => {
    const { store } = await startServer(tracks);
    const { change } = editing(store);
    expect(await refusal(change(track(61, { title: 'Other' })))).toMatchObject({ kind: 'not_found' });
    expect(await violationsOf(change(track(60, { sub_tracks: [part(61, 'First'), part(61, 'Again'), part(63, 'Taken')] })))).toEqual({
      '/data/attributes/sub_tracks/1/id': 'Another record has this id.',
      '/data/attributes/sub_tracks/2/id': 'Another record has this id.',
    });
  });
});
