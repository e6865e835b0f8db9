/** A value, or a function that computes it when first used. */
export type Lazily<T> = T | (() => T);

export type LazyValue<M> = M extends () => infer T ? T : M;

/** Memoizes a function without arguments. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export const workOut = <T extends object>(said: Lazily<T>): T => (typeof said === 'function' ? said() : said);

/** Adds lazily computed members to an object. */
export function withLazily<O extends object, M extends object>(object: O, makers: { readonly [K in keyof M]: () => M[K] }): O & M {
  for (const [name, make] of Object.entries<() => unknown>(makers as never))
    Object.defineProperty(object, name, { get: once(make), enumerable: true, configurable: true });
  return object as O & M;
}
