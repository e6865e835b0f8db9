import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { artist } from '../records/numbered-records';
import { runs } from '../support/runs';
import { startServer } from '../support/server';

const people: Readonly<Record<string, object>> = {
  January: { begin_date: '1950-01-02' },
  'New Year': { begin_date: '1923-01-01' },
  Leap: { begin_date: '1960-02-29' },
  March: { begin_date: '1944-03-01' },
  December: { begin_date: '1930-12-31' },
  'Month alone': { begin_date: '1930-12' },
  Character: { begin_date: '1930-12-31', fictional: true },
  Group: { begin_date: '1930-12-31', _type: 'group' },
  Nobody: {},
};

const born = ['01-01', '01-02', '02-29', '03-01', '12-31'];

const server = await startServer(Object.entries(people).map(([name, attributes], index) => artist(index, name, attributes)));

const names = async (query: string): Promise<string[]> =>
  (await server.read(`/api/artists?${query}&order[birthday]=asc`)).data.map((one: { attributes: { name: string } }) => one.attributes.name);

describe('the birthday filter', () => {
  test('selects real persons whose day of birth is known', async () => {
    expect(await names('birthday=12-31')).toEqual(['December']);
  });

  test('takes a range that includes both ends', async () => {
    expect(await names('birthday=01-01&birthdayTo=01-02')).toEqual(['New Year', 'January']);
    expect(await names('birthday=02-28&birthdayTo=03-01')).toEqual(['Leap', 'March']);
  });

  test('takes a range across New Year, with results in calendar order', async () => {
    expect(await names('birthday=12-30&birthdayTo=01-01')).toEqual(['New Year', 'December']);
  });

  test('selects exactly the artists of any range', async () => {
    const day = fc
      .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2000-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(5, 10));
    await fc.assert(
      fc.asyncProperty(day, day, async (from, to) => {
        const isWithin = (date: string) => (from <= to ? from <= date && date <= to : from <= date || date <= to);
        expect(await names(`birthday=${from}&birthdayTo=${to}`)).toHaveLength(born.filter(isWithin).length);
      }),
      { numRuns: runs(40) },
    );
  });
});
