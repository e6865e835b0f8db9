/** A list that a test loops over: if it were empty, the assertions would pass unseen. */
export function nonEmpty<L extends readonly unknown[] | ReadonlySet<unknown>>(list: L): L {
  const count = 'size' in list ? list.size : list.length;
  if (!(count > 0)) throw new Error('There is nothing to assert about.');
  return list;
}
