import { type TLiteral, type TSchema, type TUnion, Type as t } from '@sinclair/typebox';

// Pieces of the schemas of attributes, as they are shown and as they enter.

export const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);

export const optionalText = (description?: string) => nullable(t.String(description === undefined ? {} : { description }));

/** What a record that enters may leave out, or say that there is none. */
export const maybe = <S extends TSchema>(schema: S) => t.Optional(nullable(schema));

/** A closed list of words. */
export interface Words<W extends string = string> {
  readonly words: readonly W[];
  readonly description: string;
}

/** One of the words of a vocabulary, as it is shown. */
export const oneOf = <W extends string>({ words, description }: Words<W>): TUnion<TLiteral<W>[]> =>
  t.Union(
    words.map((word) => t.Literal(word)),
    { description },
  );

/** One of the words of a vocabulary, as it enters. */
export const givenWord = ({ words }: Words) => t.Union(words.map((word) => t.Literal(word)));

/** A name or a title as it enters. */
export const givenName = () => t.String({ minLength: 1, maxLength: 255 });

/** A place in a list as it enters, counted from 1. */
export const givenPosition = () => maybe(t.Integer({ minimum: 1 }));

export const givenText = (maxLength: number) => maybe(t.String({ maxLength }));

export const shortText = 255;
export const longText = 10_000;
