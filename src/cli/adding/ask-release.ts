import { getUser } from '../../accounts/users';
import type { OddLine } from '../../catalog/tracks/listed-tracks';
import { badUsage, DomainError } from '../../errors';
import { shortText } from '../../kinds/attribute';
import type { Store } from '../../store/database/open';
import { readBarcode } from '../../store/values/identifiers';
import { note as say } from '../terminal/output';
import { Questions } from '../terminal/questions';
import { type Added, addOwned, addRelease, findByCode, type Owner, referencedRecords } from './add-release';
import { describe, readDate, readFormat } from './describe';
import type { DescribedRelease, DescribedWords } from './described-release';
import { releaseLine, understood } from './summary';

export interface AskedRelease {
  readonly words: DescribedWords;
  readonly owner: Owner | undefined;
  readonly note: string | undefined;
  readonly dryRun: boolean | undefined;
}

/** Prompts for what the options leave open, shows the recognized data and writes it after a yes. */
export async function askAndAdd(store: Store, asked: AskedRelease): Promise<Added | undefined> {
  const questions = new Questions();
  try {
    return await new Asking(store, questions, asked).run();
  } finally {
    questions.close();
  }
}

class Asking {
  constructor(
    private readonly store: Store,
    private readonly questions: Questions,
    private readonly asked: AskedRelease,
  ) {}

  async run(): Promise<Added | undefined> {
    // Refuses options before the first question.
    describe(this.asked.words);
    const code = await this.#code();
    const found = [code.barcode, code.number].flatMap((one) => (one === undefined ? [] : [...findByCode(this.store, one).releases]));
    const [first] = found;
    if (first) {
      say(`Already in the catalog:\n${found.map((one) => `  ${releaseLine(one)}`).join('\n')}`);
      if (found.length === 1) {
        const owner = await this.#owner(`Add it to whose collection? (empty: nobody’s)`);
        if (owner) return { release: first.iri, slug: first.slug, item: await addOwned(this.store, owner, first.iri), revision: undefined };
      }
      if (!(await this.questions.confirm('Add another one anyway?'))) return undefined;
    }
    const { described, odd } = await this.#describe(code);
    const owner = await this.#owner('Add it to whose collection? (empty: nobody’s)');
    say(understood(described, referencedRecords(this.store, described), odd));
    const what = described.isWhole ? 'this release' : 'this provisional release';
    if (!(await this.questions.confirm(`Add ${what}${owner ? `, and put it into the collection of ${owner.username}` : ''}?`)))
      return undefined;
    return addRelease(this.store, described, owner, this.asked);
  }

  /** Digits are a barcode, everything else a catalog number. */
  async #code(): Promise<Pick<DescribedWords, 'barcode' | 'number'>> {
    const { barcode, number } = this.asked.words;
    if (barcode !== undefined || number !== undefined) return { barcode, number };
    const given = await this.questions.ask('Barcode or catalog number (empty: none)');
    if (given === '') return {};
    return readBarcode(given) === null ? { number: given } : { barcode: given };
  }

  async #describe(code: Pick<DescribedWords, 'barcode' | 'number'>): Promise<{ described: DescribedRelease; odd: readonly OddLine[] }> {
    const { words } = this.asked;
    const title = words.title ?? (await this.#valid('Title', requireTitle));
    const artist = words.artist ?? ((await this.questions.ask('Artist, as printed')) || undefined);
    const format = words.format ?? (await this.#valid('Format (CD, LP, 2xLP, cassette, …)', readFormat));
    const label = words.label ?? (await this.#valid('Label', requireShort));
    const number = code.number ?? (label === undefined ? undefined : await this.#valid('Catalog number', requireShort));
    const date = words.date ?? (await this.#valid('Year or date (YYYY, YYYY-MM, YYYY-MM-DD)', readDate));
    const tracks = words.tracks ?? (await this.questions.askLines('Tracks, one per line; finish with an empty line or Ctrl-D:'));
    return describe({ ...words, ...code, title, artist, format, label, number, date, tracks });
  }

  /** Asks until the answer can be read. */
  async #valid(question: string, read: (answer: string) => unknown): Promise<string | undefined> {
    for (;;) {
      const answer = await this.questions.ask(question);
      const wrong = messageOf(() => read(answer));
      if (wrong === undefined) return answer || undefined;
      say(wrong);
    }
  }

  async #owner(question: string): Promise<Owner | undefined> {
    if (this.asked.owner) return this.asked.owner;
    for (;;) {
      const name = await this.questions.ask(question);
      if (name === '') return undefined;
      let owner: Owner | undefined;
      const wrong = messageOf(() => {
        owner = getUser(this.store, name);
      });
      if (wrong === undefined) return owner;
      say(wrong);
    }
  }
}

function requireTitle(text: string): void {
  if (text === '') throw badUsage('Required.');
  requireShort(text);
}

function requireShort(text: string): void {
  if (text.length > shortText) throw badUsage(`Use at most ${shortText} characters.`);
}

/** The error message of an answer, if any. */
function messageOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.detail;
    throw error;
  }
}
