/** What is said now, or worked out when it is first asked for. */
export type Lazily<T> = T | (() => T);

export type WorkedOut<M> = M extends () => infer T ? T : M;

/** Works something out when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export const workOut = <T extends object>(said: Lazily<T>): T => (typeof said === 'function' ? said() : said);

/** Adds members to an object that are worked out when they are first asked for. */
export function withLazily<O extends object, M extends object>(object: O, makers: { readonly [K in keyof M]: () => M[K] }): O & M {
  for (const [name, make] of Object.entries<() => unknown>(makers as never))
    Object.defineProperty(object, name, { get: once(make), enumerable: true, configurable: true });
  return object as O & M;
}
