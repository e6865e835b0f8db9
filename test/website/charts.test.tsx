import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Cues, HueBars, LifeLine, Scale, StackedColumns, Strip } from '../../src/website/ui/charts';
import { decadeClass } from '../../src/website/ui/decade-class';
import { flawOfXml } from '../support/xml';

const heads = { name: 'Format', share: 'Share', value: 'Copies' };
const rowOf = (name: string, value: number) => ({ id: name, name, value, decades: [{ decade: 1970, count: value }] });
const format = (value: number) => `${value} discs`;

const markupOf = (chart: VNode): string => renderToString(<div>{chart}</div>);

/** The numbers of an attribute, in the order they are drawn. */
const numbersOf = (markup: string, attribute: string): number[] =>
  [...markup.matchAll(new RegExp(`<rect[^>]*? ${attribute}="([\\d.]+)%?"`, 'g'))].map(([, value]) => Number(value));

test('columns are scaled, stacked by decade and linked to their lists', () => {
  const columns = [1970, 1980, 1990].map((decade, index) => ({
    label: `${decade}s`,
    value: String(index * 5),
    parts: [{ decade, amount: index * 5 }],
    href: `/?decade=${decade}`,
  }));
  const markup = markupOf(<StackedColumns columns={columns} label="Releases by decade" height={100} />);
  expect(numbersOf(markup, 'height')).toEqual([0, 49, 99]);
  expect(markup.match(/class="d\d+"/g)).toEqual(['class="d1970"', 'class="d1980"', 'class="d1990"']);
  expect(markup).toContain('<a href="/?decade=1980">');
  expect(markup).toContain('role="group" aria-label="Releases by decade"');
});

test('of many columns some are labeled, always with the last, and fewer on phones', () => {
  const columns = Array.from({ length: 40 }, (_, index) => ({ label: String(1980 + index), parts: [{ decade: null, amount: index }] }));
  const markup = markupOf(<StackedColumns columns={columns} label="Years" height={100} />);
  const labels = [...markup.matchAll(/<text( class="desk")?[^>]*>(\d+)</g)].map(([, desk, label]) => [label, desk === undefined]);
  expect(labels).toHaveLength(14);
  expect(labels.filter(([, isOnPhones]) => isOnPhones).map(([label]) => label)).toEqual(['1989', '2019']);
  expect(markup).toContain('role="img"');
});

test('charts without data are valid and empty', () => {
  const charts = [
    <StackedColumns columns={[]} label="Nothing" height={100} />,
    <StackedColumns columns={[{ label: '70s', parts: [] }]} label="Zero" height={100} />,
    <HueBars rows={[rowOf('CD', 0)]} caption="Formats" heads={heads} format={format} />,
    <LifeLine begin={null} end={null} thisYear={2026} works={[]} label="Works" />,
    <Strip cues={[]} />,
    <Strip cues={[{ seconds: 60 }, { seconds: null }]} />,
    <Scale editions={[]} />,
  ];
  for (const markup of charts.map(markupOf)) expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  expect(charts.slice(3, 6).map(markupOf)).toEqual(['<div></div>', '<div></div>', '<div></div>']);
});

test('bars are scaled to the largest', () => {
  const rows = [30, 15, 3].map((value) => rowOf(`${value}`, value));
  expect(numbersOf(markupOf(<HueBars rows={rows} caption="Formats" heads={heads} format={format} />), 'width')).toEqual([100, 50, 10]);
});

test('a life line goes from birth to death, or to this year', () => {
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

test('no work exceeds its life line', () => {
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

test('the tracks of a disc are drawn in order and within its strip', () => {
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

test('discs of two editions share a scale and highlight tracks of one only', () => {
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

test('the table of cues dims shared cues and labels missing ones', () => {
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
