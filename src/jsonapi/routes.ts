export type Ids = Readonly<Record<string, string>>;

/** The path of the single read, its own id under the name `id`. */
export const itemPath = ({ path }: { readonly path: string }): string => `${path}/:id`;

/** Elysia wants one name for a parameter that several routes have in the same place: its depth serves as one. */
export const routeOf = (path: string): string => {
  let depth = 0;
  return path.replace(/:\w+/g, () => `:id${++depth}`);
};
