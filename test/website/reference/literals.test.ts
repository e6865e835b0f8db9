import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { exampleRequest } from '../../../src/website/help/reference/example-request';
import { type ExampleLanguage, examplesOf } from '../../../src/website/help/reference/examples';
import { json, literal, typescript } from '../../../src/website/help/reference/literals';
import type { Operation } from '../../../src/website/help/reference/model';
import { cut, shortened } from '../../../src/website/help/reference/shorten';
import { isRunnable, runExamples } from '../../support/examples';

/** JSON values without __proto__, which is a different property in a JavaScript literal. */
const values = fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => !JSON.stringify(value).includes('__proto__'));

test('a literal evaluates to its value', () => {
  fc.assert(fc.property(values, (value) => expect(JSON.parse(literal(value, json))).toEqual(JSON.parse(JSON.stringify(value)))));
  fc.assert(
    fc.property(values, (value) =>
      expect(new Function(`return ${literal(value, typescript)}`)()).toEqual(JSON.parse(JSON.stringify(value))),
    ),
  );
});

test('a shortened document has the maximum length and is marked only if something is omitted', () => {
  fc.assert(
    fc.property(values, (value) => {
      const { text, isShortened } = shortened(value, 200);
      expect(text.length).toBeLessThanOrEqual(202);
      if (!isShortened) expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('a text is cut after a line or a complete character', () => {
  expect(cut('one\ntwo\nthree', 9)).toEqual({ text: 'one\ntwo\n…', isShortened: true });
  expect(cut('🎬🎬', 3).text.isWellFormed()).toBe(true);
  expect(cut('one', 3)).toEqual({ text: 'one', isShortened: false });
});

/** Texts with special characters of shells and programming languages. */
const hostile = [
  `it's "quoted" \`code\` $HOME $(id) \${1} \\n \\ %41 & | ; # ! {a}`,
  'Złote "ścieżki" — 新世紀 🎬',
  "'; echo FAILED injected; '",
  'two\nlines\tand a tab',
];

const parameter = (name: string, place: 'path' | 'query') => ({
  name,
  place,
  isRequired: true,
  description: '',
  schema: { type: 'string' },
});

test.each((['curl', 'TypeScript', 'Python'] as const).filter(isRunnable))(
  'examples in %s escape special characters in path, query and body',
  async (language: ExampleLanguage) => {
    const arrived: unknown[] = [];
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const url = new URL(request.url);
        arrived.push([decodeURIComponent(url.pathname.slice(1)), url.searchParams.get('a[b]'), await request.json()]);
        return new Response('ok');
      },
    });
    const snippets = hostile.map((text, index) => {
      const operation: Operation = {
        id: `hostile${index}`,
        title: '',
        slug: '',
        method: 'POST',
        path: '/{id}',
        description: '',
        scope: undefined,
        isPublic: false,
        parameters: [
          { ...parameter('id', 'path'), example: text },
          { ...parameter('a[b]', 'query'), example: text },
        ],
        bodies: [{ mediaType: 'application/json', example: { [text]: [text, null, true, 1.5] }, fields: [] }],
        answers: [],
      };
      const request = exampleRequest(operation);
      return { name: operation.id, code: examplesOf(request, server.url.origin).find((one) => one.language === language)?.code ?? '' };
    });
    expect(await runExamples(language, snippets, 'token')).toBe('');
    expect(arrived).toEqual(hostile.map((text) => [text, text, { [text]: [text, null, true, 1.5] }]));
  },
);
