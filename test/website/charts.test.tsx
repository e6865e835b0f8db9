import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { BarChart, ColumnChart, Cues, LifeLine, Scale, Strip } from '../../src/website/ui/charts';
import { decadeClass } from '../../src/website/ui/decade-class';
import { flawOfXml } from '../support/xml';

const table = { summary: 'As a table', caption: 'Releases by decade', heads: ['Decade', 'Releases'] };
const heads = { name: 'Format', share: 'Share', value: 'Copies' };
const format = (value: number) => `${value} discs`;

/** Markup of no page, as one element. */
const markupOf = (chart: VNode): string => renderToString(<div>{chart}</div>);

/** The numbers of an attribute, in the order they are drawn. */
const numbersOf = (markup: string, attribute: string): number[] =>
  [...markup.matchAll(new RegExp(`<rect[^>]*? ${attribute}="([\\d.]+)%?"`, 'g'))].map(([, value]) => Number(value));

const textsOf = (markup: string): string[] => [...markup.matchAll(/>([^<>]+)</g)].map(([, text]) => text ?? '');

test('a column is as high as its number is large, coloured by its decade, and leads to what it counts', () => {
  const columns = [1970, 1980, 1990].map((year, index) => ({
    label: `${year}s`,
    value: index * 5,
    era: decadeClass(year),
    href: `/?decade=${year}`,
  }));
  const markup = markupOf(<ColumnChart columns={columns} label="Releases by decade" table={table} format={format} />);
  expect(numbersOf(markup, 'height')).toEqual([0, 76, 152]);
  expect(markup.match(/class="d\d+"/g)).toEqual(['class="d1970"', 'class="d1980"', 'class="d1990"']);
  expect(markup).toContain('<a href="/?decade=1980">');
  expect(markup).toContain('role="group" aria-label="Releases by decade"');
});

test('the numbers of columns stand in a table as well, with those that have no column', () => {
  const chart = (
    <ColumnChart
      columns={[{ label: '70s', name: '1970s', value: 12, cells: ['12', '€30.00'] }]}
      otherRows={[{ head: 'not dated', cells: ['9', ''] }]}
      label="Spending"
      table={{ ...table, heads: ['Decade', 'Items', 'Spent'] }}
      format={format}
    />
  );
  const [, details = ''] = markupOf(chart).split('<details');
  expect(textsOf(details)).toEqual([
    'As a table',
    'Releases by decade',
    'Decade',
    'Items',
    'Spent',
    '1970s',
    '12',
    '€30.00',
    'not dated',
    '9',
  ]);
});

test('of many columns some alone are labelled upright, and all say what they are when pointed at', () => {
  const columns = Array.from({ length: 40 }, (_, index) => ({ label: String(1980 + index), value: index }));
  const markup = markupOf(<ColumnChart columns={columns} label="Years" table={table} format={format} />);
  const [drawing = ''] = markup.split('<details');
  expect(drawing.match(/<text class="value" transform/g)).toHaveLength(19);
  expect(drawing).toContain('<title>1981: 1 discs</title>');
  expect(drawing).toContain('role="img"');
});

test('a chart of nothing is empty, and not broken', () => {
  const charts = [
    <ColumnChart columns={[]} label="Nothing" table={table} format={format} />,
    <ColumnChart columns={[{ label: '70s', value: 0 }]} label="Zero" table={table} format={format} />,
    <BarChart bars={[{ name: 'CD', value: 0 }]} caption="Formats" heads={heads} format={format} />,
    <LifeLine begin={null} end={null} thisYear={2026} works={[]} label="Works" />,
    <Strip cues={[]} />,
    <Strip cues={[{ seconds: 60 }, { seconds: null }]} />,
    <Scale editions={[]} />,
  ];
  for (const markup of charts.map(markupOf)) expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  expect(charts.slice(3, 6).map(markupOf)).toEqual(['<div></div>', '<div></div>', '<div></div>']);
});

test('bars are as long as their numbers beside the largest', () => {
  const bars = [30, 15, 3].map((value) => ({ name: `${value}`, value }));
  expect(numbersOf(markupOf(<BarChart bars={bars} caption="Formats" heads={heads} format={format} />), 'width')).toEqual([100, 50, 10]);
});

test('a life goes from birth to death, or to this year', () => {
  const spanOf = (end: number | null) => {
    const [, x, width] =
      /class="span" x="([\d.]+)%" width="([\d.]+)%"/.exec(
        markupOf(<LifeLine begin={1950} end={end} thisYear={2026} works={[]} label="Works" />),
      ) ?? [];
    return [x, width].map(Number);
  };
  expect(spanOf(2000)).toEqual([0, 100]);
  expect(spanOf(null)).toEqual([0, 95]);
});

const year = fc.integer({ min: 1880, max: 2030 });
const title = fc.string({ unit: 'grapheme', maxLength: 30 });
const lives = fc.record({
  begin: fc.option(year),
  end: fc.option(year),
  works: fc.array(fc.record({ year, title, href: fc.constant('/productions/x') }), { maxLength: 150 }),
});

test('however much a life has, no bar leaves its line', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const markup = markupOf(<LifeLine {...life} thisYear={2026} label="Works" />);
      expect(flawOfXml(markup)).toBeUndefined();
      const [lefts, widths] = [numbersOf(markup, 'x'), numbersOf(markup, 'width')];
      const rights = lefts.map((left, index) => left + (widths[index] ?? 0));
      expect(Math.max(0, ...rights)).toBeLessThanOrEqual(100.011);
      expect(Math.min(104, ...numbersOf(markup, 'y'))).toBeGreaterThanOrEqual(0);
      expect(markup.match(/<a /g) ?? []).toHaveLength(life.works.length);
      expect(markup).not.toMatch(/NaN|Infinity|undefined/);
    }),
  );
});

test('the tracks of a disc fill it, one after another', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 100 }), (lengths) => {
      const markup = markupOf(<Strip cues={lengths.map((seconds) => ({ seconds }))} />);
      const [lefts, widths] = [numbersOf(markup, 'x'), numbersOf(markup, 'width')];
      expect(lefts).toHaveLength(lengths.length);
      expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
      expect((lefts.at(-1) ?? 0) + (widths.at(-1) ?? 0)).toBeLessThanOrEqual(100.11);
    }),
  );
});

test('discs of two editions are of one scale, and what one has alone stands out', () => {
  const short = [{ seconds: 100, emphasis: 'soft' as const }];
  const long = [...short, { seconds: 300, emphasis: 'strong' as const }];
  const editions = [
    { name: '1994', length: '1:40', era: decadeClass(1994), discs: [short] },
    { name: '2007', length: '6:40', era: decadeClass(2007), discs: [long] },
  ];
  const markup = markupOf(<Scale editions={editions} />);
  expect(numbersOf(markup, 'width')).toEqual([24.65, 24.65, 74.65]);
  expect(markup.match(/fill-opacity="[^"]+"/g)).toEqual(['fill-opacity="0.28"', 'fill-opacity="0.28"', 'fill-opacity="1"']);
});

test('cues of two editions: what both have is soft, what one has not is said', () => {
  const cues = [
    { title: 'Main Titles', one: { position: '1', length: '3:42' }, other: { position: '1-1', length: '3:42' } },
    { title: 'Longing', one: null, other: { position: '2-1', length: '1:58' } },
  ];
  const markup = markupOf(
    <Cues caption="Two" heads={{ cue: 'Cue', one: '1994', other: '2007' }} missing="not included" groups={[{ title: 'CD 1', cues }]} />,
  );
  expect(markup).toContain('<tr class="soft"><th scope="row">Main Titles</th>');
  expect(markup).toContain('<tr><th scope="row">Longing</th><td><span class="hidden">not included</span></td>');
});

test('no text of a chart is markup, and no chart has a style of its own', () => {
  const evil = '<script>alert(1)</script>"\'&';
  const place = { position: evil, length: evil };
  const charts = [
    <ColumnChart
      columns={[{ label: evil, value: 1 }]}
      label={evil}
      table={{ summary: evil, caption: evil, heads: [evil] }}
      format={() => evil}
    />,
    <BarChart
      bars={[{ name: evil, value: 1, href: evil }]}
      caption={evil}
      heads={{ name: evil, share: evil, value: evil }}
      format={() => evil}
    />,
    <LifeLine begin={1950} end={null} thisYear={2026} works={[{ year: 1970, title: evil, href: evil }]} label={evil} />,
    <Scale editions={[{ name: evil, length: evil, discs: [[{ seconds: 1 }]] }]} />,
    <Cues
      caption={evil}
      heads={{ cue: evil, one: evil, other: evil }}
      missing={evil}
      groups={[{ title: evil, cues: [{ title: evil, one: place, other: null }] }]}
    />,
  ];
  for (const markup of charts.map(markupOf)) {
    expect(markup).not.toContain('<script');
    expect(markup).not.toContain('style=');
    expect(flawOfXml(markup)).toBeUndefined();
  }
});
