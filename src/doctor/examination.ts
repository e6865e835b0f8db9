import { migrations } from '../../db/migrations';
import { checkDatabase, reading } from '../backups/database-checks';
import type { Settings } from '../config';
import { databasePath } from '../database/open';
import { databaseExaminations } from './database-examination';
import { changedUnseen } from './since-backup';
import { surroundings } from './surroundings';

/** Something that was looked at, and what was found, in sentences: nothing where all is well. */
export interface Examined {
  readonly name: string;
  readonly findings: readonly string[];
}

/** Looks at all of a catalog, beside whoever reads and writes it. Some ten seconds for a gigabyte, and twenty more where there is a backup to hold it against. */
export function* examine(settings: Settings): Generator<Examined> {
  const path = databasePath(settings.data);
  const { damage, findings, schemaVersion } = checkDatabase(path);
  yield { name: 'database', findings: damage };
  // Nothing else of a damaged one is to be trusted, and an earlier one has not all that is looked at.
  const isReadable = damage.length === 0;
  const looks = schemaVersion < migrations.length ? { schema: databaseExaminations.schema } : databaseExaminations;
  if (isReadable) {
    yield { name: 'references and search', findings };
    for (const [name, look] of Object.entries(looks)) yield { name, findings: reading(path, look) };
    yield { name: 'values', findings: changedUnseen(settings) };
  }
  for (const [name, look] of Object.entries(surroundings)) if (isReadable || name !== 'covers') yield { name, findings: look(settings) };
}
