const plurals = new Intl.PluralRules('en');

/** How many there are of something, in the English of the command line and of findings: "1 token", "12,345 tokens". */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${Math.round(count).toLocaleString('en-US')} ${plurals.select(Math.round(count)) === 'one' ? noun : nouns}`;
