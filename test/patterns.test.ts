import { expect, test } from 'bun:test';
import { attacksOn, patternsOfSource } from './support/patterns';

// Text of users and other servers must not keep a regular expression busy: its time grows with the length of the text.

const longestText = 6_000;

/** Below this, growth cannot be measured. A pattern whose time grows with the square takes three times as long at 4,000 letters. */
const shortestMilliseconds = 2;

/** Four times the text takes four times as long, or sixteen times if the time grows with the square. */
const allowedGrowth = 8;

/** Twice the text takes twice as long, or four times. */
const allowedDoubling = 3;

/** Four times the text takes 64 times as long if the time grows with the cube. */
const certainGrowth = 100;

function millisecondsOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const startedAt = performance.now();
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
  return performance.now() - startedAt;
}

/** The least of several, since other programs may have had the processor. */
function leastMilliseconds(pattern: RegExp, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 15 && least > enough; attempt++) least = Math.min(least, millisecondsOf(pattern, text));
  return least;
}

/** Where the time of a pattern grows faster than the text. */
function isSuperlinear(pattern: RegExp, attack: (count: number) => string): boolean {
  for (let count = 16; ; count = Math.ceil(count * (count < 64 ? 1.3 : 2))) {
    const text = attack(count);
    const milliseconds = leastMilliseconds(pattern, text, shortestMilliseconds);
    if (milliseconds > shortestMilliseconds) {
      const ofShorter = leastMilliseconds(pattern, attack(Math.floor(count / 4)), milliseconds / allowedGrowth);
      if (ofShorter >= milliseconds / allowedGrowth) return false;
      // A busy machine can look like growth once; exponential growth is certain, and would not end with twice the text.
      if (ofShorter < milliseconds / certainGrowth) return true;
      return leastMilliseconds(pattern, attack(count * 2), milliseconds * allowedDoubling) > milliseconds * allowedDoubling;
    }
    if (text.length > longestText || count > longestText) return false;
  }
}

/** The same numbers in each run (Park and Miller). */
function numbers(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

const slowPatterns = (patterns: Iterable<RegExp>): string[] => {
  const random = numbers();
  return [...patterns].flatMap((pattern) => {
    const attack = [...attacksOn(pattern, random)].find((one) => isSuperlinear(pattern, one));
    return attack ? [`${pattern} with ${JSON.stringify(attack(3))}`] : [];
  });
};

test('the time of each regular expression of the source grows with the length of the text', async () => {
  const patterns = await patternsOfSource();
  expect(patterns.length).toBeGreaterThan(600);
  expect(slowPatterns(patterns)).toEqual([]);
}, 120_000);

test.each([
  /\s+$/,
  /^(a+)+$/,
  /^(?:\s+[&+]|[\s&])+$/u,
  /^\s*(\w+)\s*=\s*"?([^"]*?)"?\s*$/,
  /^(.*?)(?: in)?[\s([]*(EUR)$/,
  /(?<=\s)'(.+)'(?=$|\s)/g,
  /written(?:\s*(?:,|&|and)\s*\w+ed)*\s+by/i,
])('a pattern whose time grows faster is found: %p', (pattern) => {
  expect(slowPatterns([pattern])).toHaveLength(1);
});
