/** Enough for a redirect over a slow line. */
const keptMilliseconds = 60_000;

const maximumKept = 1_000;

/** Shown once. For imports, the text contains the counts as JSON. */
export interface Secret {
  readonly kind: 'token' | 'feed' | 'password-reset' | 'invitation' | 'import' | 'notice';
  readonly name: string;
  readonly text: string;
}

interface Kept {
  readonly secret: Secret;
  readonly owner: string;
  readonly until: number;
}

/**
 * Hands secrets such as new tokens from the form to the next page. Addresses are kept in histories and logs, and cookies on
 * disk, so neither contains them.
 */
export class OneTimeStore {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * @param owner session
   * @param word the key for the next page
   * @returns the key
   */
  keep(secret: Secret, owner: string, word: string = crypto.randomUUID()): string {
    for (const [oldest, { until }] of this.#kept) {
      if (until > this.now() && this.#kept.size < maximumKept) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(word, { secret, owner, until: this.now() + keptMilliseconds });
    return word;
  }

  /** Returns and removes a secret of its owner. */
  take(word: string | null, owner: string): Secret | undefined {
    const kept = word === null ? undefined : this.#kept.get(word);
    if (word === null || kept === undefined || kept.owner !== owner) return undefined;
    this.#kept.delete(word);
    return kept.until > this.now() ? kept.secret : undefined;
  }
}
