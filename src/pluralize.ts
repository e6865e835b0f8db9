/** For English on the command line and in findings: "1 token", "12,345 tokens". */
export const pluralize = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${Math.round(count).toLocaleString('en-US')} ${Math.round(count) === 1 ? noun : nouns}`;

/** `an artist`, `a release` */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
