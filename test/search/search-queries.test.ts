import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Answer, measureQuality, readQueries } from '../../bench/search/quality';
import { demoServer } from '../support/server';

// More than 200 searches.
setDefaultTimeout(120_000);

test('typical searches of collectors have results, and rank the wanted record first or nearly so', async () => {
  const server = await demoServer();
  const read = async (text: string, more = '') =>
    (await server.read(`/api/search?q=${encodeURIComponent(text)}${more}`)) as unknown as Answer;
  // Corrections are expensive and matter only without results.
  const search = async (text: string) => {
    const uncorrected = await read(text, '&corrections=false');
    return uncorrected.data.length > 0 ? uncorrected : read(text);
  };

  const { meanReciprocalRank, empty } = await measureQuality(await readQueries('demo'), search);

  expect(empty).toEqual([]);
  expect(meanReciprocalRank).toBeGreaterThan(0.9);
});
