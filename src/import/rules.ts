import { parameter } from '../database/prepare';
import type { Columns } from './kind-table';
import { RecordError } from './record';
import type { References } from './references';
import type { Statements } from './statements';

/** What has to be true between records. */
export class Rules {
  #formatKey: number | undefined;
  #releaseId: string | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
  ) {}

  /** Forgets what was true: records may have gone. */
  forget(): void {
    this.#formatKey = undefined;
  }

  /** A real artist portrays a fictional one. */
  requireRoles({ performer_key, fictional_artist_key }: Columns): void {
    if (performer_key !== null && this.#isFictional(performer_key as number)) {
      throw new RecordError('relationships.performer: a performer is a real artist.');
    }
    if (fictional_artist_key !== null && !this.#isFictional(fictional_artist_key as number)) {
      throw new RecordError('relationships.fictionalArtist: the artist is not fictional.');
    }
  }

  #isFictional(key: number): boolean {
    const artist = this.statements
      .get<{ fictional: number }>('fictional', (db) => db.selectFrom('artist').select('fictional').where('key', '=', parameter('key')))
      .get({ key });
    return artist?.fictional === 1;
  }

  requireFormatOf(key: number, releaseId: string): void {
    // The tracks of a format come one after the other.
    if (key === this.#formatKey && releaseId === this.#releaseId) return;
    const format = this.statements
      .get<{ release_key: number }>('format', (db) =>
        db.selectFrom('release_format').select('release_key').where('key', '=', parameter('key')),
      )
      .get({ key });
    if (format?.release_key !== this.references.key('release', releaseId))
      throw new RecordError('The format in the IRI is one of another release.');
    this.#formatKey = key;
    this.#releaseId = releaseId;
  }
}
