export interface Setting<V> {
  readonly environment: string;
  readonly description: string;
  readonly read: (value: unknown) => V | undefined;
  /** Completes the sentence "… must be …". */
  readonly expected: string;
  readonly fallback: () => V;
  readonly fallbackShown: string;
  /** The value as it is given on a command line, where that is not its text. */
  readonly show?: (value: V) => string;
  /** Whether nobody is to see the value: a token, say, and not the path of a file that holds one. */
  readonly isSecret?: true;
  /** The values that there are, where they are words. */
  readonly choices?: readonly string[];
}

/** A whole number between two bounds, also as text. */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (value: unknown): number | undefined => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
  };

/** Text that is not empty. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const oneOf = <V extends string>(...choices: readonly V[]) => ({
  choices,
  read: (value: unknown): V | undefined => choices.find((one) => one === value),
  expected: [choices.slice(0, -1).join(', '), choices.at(-1)].join(' or '),
});
