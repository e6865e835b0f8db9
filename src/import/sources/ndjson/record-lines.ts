import { SetupError } from '../../../errors';
import type { SourceLine } from '../../run/import-records';

/** A file of records, one a line. */
export interface RecordFile {
  /** As it is named to a person. */
  readonly name: string;
  readonly path: string;
}

/** The records of files of JSON lines, in order. Throws a {@link SetupError} that names the line which is not JSON. */
export async function* ndjson(files: readonly RecordFile[]): AsyncGenerator<SourceLine> {
  for (const { name, path } of files) {
    let line = 0;
    for (const text of (await Bun.file(path).text()).split('\n')) {
      line++;
      if (text.trim() === '') continue;
      try {
        yield { file: name, line, value: JSON.parse(text) };
      } catch {
        throw new SetupError(`${name}, line ${line}: not JSON.`);
      }
    }
  }
}
