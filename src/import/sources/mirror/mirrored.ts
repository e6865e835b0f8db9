import type { Store } from '../../../store/database/open';

/** The addresses of the servers that a catalog has records of by mirroring them: a mirror is the source of that name. */
export const mirroredServers = ({ reader }: Store): string[] =>
  (reader.query("SELECT name FROM import_source WHERE name GLOB 'http*://*' ORDER BY key").all() as { name: string }[]).map(
    ({ name }) => name,
  );
