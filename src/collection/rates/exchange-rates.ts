import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../errors';
import type { Store } from '../../store/database/open';
import { decimalsOf } from '../../store/values/currencies';
import { isDate, latestDay } from '../../store/values/dates';
import type { Slices } from '../formats/slices';
import { tokensOf } from '../formats/xml';
import { isCurrency } from '../items/fields';

// Reference rates of the European Central Bank, as it publishes them: eurofxref-daily.xml, and eurofxref-hist.xml since 1999.

interface Rate {
  readonly currency: string;
  /** YYYY-MM-DD */
  readonly day: string;
  /** Smallest units for one cent of a euro. */
  readonly rate: number;
}

/**
 * Units for one euro of the currencies that it replaced, and the day since which they are fixed (Council Regulations 2866/98 to
 * 2025/1408). The bank publishes no rates of theirs from that day on.
 */
const replaced: readonly (readonly [day: string, Readonly<Record<string, number>>])[] = [
  [
    '1999-01-01',
    {
      ...{ EUR: 1, ATS: 13.7603, BEF: 40.3399, DEM: 1.95583, ESP: 166.386, FIM: 5.94573, FRF: 6.55957, IEP: 0.787564 },
      ...{ ITL: 1936.27, LUF: 40.3399, NLG: 2.20371, PTE: 200.482 },
    },
  ],
  ['2001-01-01', { GRD: 340.75 }],
  ['2007-01-01', { SIT: 239.64 }],
  ['2008-01-01', { CYP: 0.585274, MTL: 0.4293 }],
  ['2009-01-01', { SKK: 30.126 }],
  ['2011-01-01', { EEK: 15.6466 }],
  ['2014-01-01', { LVL: 0.702804 }],
  ['2015-01-01', { LTL: 3.4528 }],
  ['2023-01-01', { HRK: 7.5345 }],
  ['2026-01-01', { BGN: 1.95583 }],
];

const unreadable = () => invalid('rates_unreadable', {}, { pointer: '' });

const wrongRate = (xml: string, tag: string) =>
  invalid('wrong_rate', { line: xml.slice(0, xml.indexOf(tag)).split('\n').length, value: tag.slice(0, longestTag) }, { pointer: '' });

/** One transaction with these takes some milliseconds. */
const ratesAtOnce = 1_000;

/**
 * Stores the rates of a file, over those of the same days.
 * @returns how many the file has
 * @throws {DomainError} invalid, for any other file; nothing is stored then
 */
export async function importRates(store: Store, xml: string, slices: Slices): Promise<number> {
  const rates = await readRates(xml, slices);
  for (let at = 0; at < rates.length; at += ratesAtOnce) {
    const rows = JSON.stringify(rates.slice(at, at + ratesAtOnce));
    await store.write(() => store.writer.change(insertion, { rows }));
    await slices.rest();
  }
  return rates.length;
}

const insertion = `
  INSERT INTO exchange_rate (currency, day, rate)
  SELECT value ->> 'currency', value ->> 'day', value ->> 'rate' FROM json_each(:rows) WHERE true
  ON CONFLICT DO UPDATE SET rate = excluded.rate`;

const rateOf = (currency: string, day: string, perEuro: number): Rate => ({
  currency,
  day,
  rate: (perEuro * 10 ** decimalsOf(currency)) / 100,
});

async function readRates(xml: string, slices: Slices): Promise<Rate[]> {
  const rates: Rate[] = [];
  let [day, last] = ['', ''];
  await slices.each(tokensOf([xml].values()), ({ tag }) => {
    if (tag === '') return;
    last = tag;
    if (!/^(?:\w+:)?Cube\s/.test(tag)) return;
    const { time, currency, rate } = Object.fromEntries(
      [...tag.slice(0, longestTag).matchAll(/\s(\w+)=["']([^"']*)["']/g)].map(([, name, value]) => [name, value]),
    );
    if (time !== undefined) day = time;
    if (currency === undefined && rate === undefined) return;
    const perEuro = Number(rate);
    const isPast = isDate(day) && day >= firstDay && day <= latestDay();
    const isForeign = isCurrency(currency) && currency !== 'EUR';
    if (!isPast || !isForeign || !/^\d{1,7}(?:\.\d{1,9})?$/.test(rate ?? '') || perEuro === 0) throw wrongRate(xml, tag);
    rates.push(rateOf(String(currency), day, perEuro));
  });
  // A file that was cut off ends within.
  if (rates.length === 0 || !/^\/(?:\w+:)?Envelope\b/.test(last)) throw unreadable();
  return rates;
}

/** Of the euro. */
const firstDay = '1999-01-01';

/** Far longer than the bank's. */
const longestTag = 200;

/** The currencies with a rate, and the days of published ones. */
export function knownRates({ reader }: Store) {
  const currencies = reader.all<{ currency: string }>('SELECT DISTINCT currency FROM exchange_rate ORDER BY currency');
  const days = reader.get<{ first_day: string | null; last_day: string | null }>(publishedDays, { fixed: JSON.stringify(fixedCurrencies) });
  const all = new Set([...fixedCurrencies, ...currencies.map(({ currency }) => currency)]);
  return { first_day: null, last_day: null, ...days, currencies: [...all].toSorted() };
}

const fixed = replaced.flatMap(([day, units]) => Object.entries(units).map(([currency, perEuro]) => rateOf(currency, day, perEuro)));

const fixedCurrencies = fixed.map(({ currency }) => currency);

const publishedDays = `
  SELECT min(day) AS first_day, max(day) AS last_day FROM exchange_rate WHERE currency NOT IN (SELECT value FROM json_each(:fixed))`;

/** The fixed rate from its day on, else the last rate until a day, else the first one known. */
const rateOn = (currency: RawBuilder<unknown>, day: RawBuilder<unknown>) => {
  const ofFixed = (text: (one: Rate) => string) =>
    sql`CASE ${currency} ${sql.raw(fixed.map((one) => `WHEN '${one.currency}' THEN ${text(one)}`).join(' '))} END`;
  const fixedRate = ofFixed(({ rate }) => String(rate));
  return sql`coalesce(iif(${day} >= ${ofFixed(({ day: since }) => `'${since}'`)}, ${fixedRate}, NULL),
    (SELECT rate FROM exchange_rate WHERE currency = ${currency} AND day <= ${day} ORDER BY day DESC LIMIT 1),
    (SELECT rate FROM exchange_rate WHERE currency = ${currency} ORDER BY day LIMIT 1),
    ${fixedRate})`;
};

/**
 * SQL: an amount in the currency `:in` at the rate of a day, in its smallest units.
 * NULL if `:in` is NULL, for an amount in that currency or in none, and without rates of both.
 */
export const convertedAmount = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>, day: RawBuilder<unknown>) =>
  sql<number | null>`iif(:in IS NULL OR ${currency} IS NULL OR ${currency} = :in, NULL,
    CAST(round(${amount} * ${rateOn(sql`:in`, day)} / ${rateOn(currency, day)}) AS INTEGER))`;
