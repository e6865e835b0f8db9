/** Long enough for a redirect over a slow line. */
const keptMilliseconds = 60_000;

/** More than are ever on their way at once. */
const maximumKept = 1_000;

/** What is shown once, and whom or what it is for: of an import, the counts of its report as JSON, and its list. */
export interface Secret {
  readonly kind: 'token' | 'password-reset' | 'invitation' | 'import';
  readonly name: string;
  readonly text: string;
}

interface Kept {
  readonly secret: Secret;
  readonly owner: string;
  readonly until: number;
}

/**
 * Secrets on their way from the form that made them to the page that shows them once: a new token, a link for another
 * password. They stand in no address, which histories and logs keep, and in no cookie, which browsers write to disks.
 */
export class OneTimeStore {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Keeps a secret for the next page of whoever made it.
   * @param owner the session it is for
   * @returns the word by which that page asks for it
   */
  keep(secret: Secret, owner: string): string {
    for (const [word, { until }] of this.#kept) {
      if (until > this.now() && this.#kept.size < maximumKept) break;
      this.#kept.delete(word);
    }
    const word = crypto.randomUUID();
    this.#kept.set(word, { secret, owner, until: this.now() + keptMilliseconds });
    return word;
  }

  /** Gives a secret to its owner, and forgets it. */
  take(word: string | null, owner: string): Secret | undefined {
    const kept = word === null ? undefined : this.#kept.get(word);
    if (word === null || kept === undefined || kept.owner !== owner) return undefined;
    this.#kept.delete(word);
    return kept.until > this.now() ? kept.secret : undefined;
  }
}
