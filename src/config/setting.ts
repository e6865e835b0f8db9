export interface Setting<V> {
  readonly description: string;
  readonly read: (value: unknown) => V | undefined;
  /** Completes the sentence "… must be …". */
  readonly expected: string;
  readonly fallback: () => V;
  /** In words, if the help does not show it as it is, or as "none" if empty. */
  readonly fallbackShown?: string;
  /** The value as written on a command line, if not plain text. */
  readonly show?: (value: V) => string;
  /** Hides the value. Not needed for paths of files with secrets. */
  readonly isSecret?: boolean;
  /** Allowed words. */
  readonly choices?: readonly string[];
}

/** The default as the help shows it. */
export const fallbackText = <V>({ fallback, fallbackShown, show = String }: Setting<V>): string =>
  fallbackShown ?? (show(fallback()) || 'none');

/** Also accepts text. */
export const wholeNumber = (minimum: number, maximum: number, fallback: number) => ({
  read: (value: unknown): number | undefined => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
  },
  expected: `a whole number from ${minimum} to ${maximum}`,
  fallback: () => fallback,
});

/** Text that is empty by default. */
export const optionalText = (read: (value: unknown) => string | undefined, expected: string) => ({ read, expected, fallback: () => '' });

/** Non-empty text. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const oneOf = <V extends string>(choices: readonly V[], fallback: NoInfer<V>) => ({
  choices,
  read: (value: unknown): V | undefined => choices.find((choice) => choice === value),
  expected: [choices.slice(0, -1).join(', '), choices.at(-1)].join(' or '),
  fallback: () => fallback,
});

/** Reads text without blanks around it. */
export const trimmed = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value.trim()) ? value.trim() : undefined;
