import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Answer, measureQuality, readQueries } from '../bench/search/quality';
import { demoServer } from './support/server';

// More than two hundred searches, each with statements of its own.
setDefaultTimeout(120_000);

test('searches of collectors find the record that they mean, first or nearly so, and none is empty', async () => {
  const server = await demoServer();
  const search = async (text: string) => (await server.read(`/api/search?q=${encodeURIComponent(text)}`)) as unknown as Answer;

  const { meanReciprocalRank, empty } = await measureQuality(await readQueries('demo'), search);

  expect(empty).toEqual([]);
  expect(meanReciprocalRank).toBeGreaterThan(0.9);
});
