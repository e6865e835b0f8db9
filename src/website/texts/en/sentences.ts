/** Sentences of the API, which speaks English, in the words of the reader's language; those that are not here stay as they are. */
export const sentences: Readonly<Record<string, string>> = {};
