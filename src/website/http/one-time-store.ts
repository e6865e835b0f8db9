/** Enough for a redirect over a slow line. */
const keptMilliseconds = 60_000;

const maximumKept = 1_000;

/** Shown once. For imports, the text contains the counts as JSON. */
export interface Secret {
  readonly kind:
    | 'token'
    | 'feed'
    | 'password-reset'
    | 'invitation'
    | 'import'
    | 'undone-import'
    | 'notice'
    | 'share'
    | 'recovery-codes'
    | 'webhook';
  readonly name: string;
  readonly text: string;
}

interface Kept {
  readonly secret: Secret;
  readonly owner: string;
  readonly until: number;
}

/**
 * Hands secrets such as new tokens from the form to the next page. Addresses stay in histories and logs, and cookies on
 * disk, so neither contains them.
 */
export class OneTimeStore {
  readonly #secrets = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * @param owner session
   * @param word the key for the next page
   * @returns the key
   */
  keep(secret: Secret, owner: string, word: string = crypto.randomUUID()): string {
    for (const [oldest, { until }] of this.#secrets) {
      if (until > this.now() && this.#secrets.size < maximumKept) break;
      this.#secrets.delete(oldest);
    }
    this.#secrets.set(word, { secret, owner, until: this.now() + keptMilliseconds });
    return word;
  }

  /** Returns and removes a secret of its owner. */
  take(word: string | null, owner: string): Secret | undefined {
    const entry = word === null ? undefined : this.#secrets.get(word);
    if (word === null || entry === undefined || entry.owner !== owner) return undefined;
    this.#secrets.delete(word);
    return entry.until > this.now() ? entry.secret : undefined;
  }
}
