const plurals = new Intl.PluralRules('en');

/** For English on the command line and in findings: "1 token", "12,345 tokens". */
export const pluralize = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${Math.round(count).toLocaleString('en-US')} ${plurals.select(Math.round(count)) === 'one' ? noun : nouns}`;

/** `an artist`, `a release` */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
