type Ids = Readonly<Record<string, unknown>>;

/** Writes the IRI of a record, from a row that has its id (under either name) and those of the records above. */
export function iriBuilder(listPath: (ids: Ids) => string): (row: Ids) => string {
  return (row) => `${listPath(row)}/${row._id ?? row.id}`;
}

/** Writes a path from its ids: the constant parts are taken apart once. */
export function pathBuilder(path: string): (ids: Ids) => string {
  const [start = '', ...rest] = path.split(/:(\w+)/);
  const steps = rest.flatMap((name, index) => (index % 2 === 0 ? [{ name, after: rest[index + 1] as string }] : []));
  return (ids) => {
    let written = start;
    for (const { name, after } of steps) written += ids[name] + after;
    return written;
  };
}
