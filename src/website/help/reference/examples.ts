import type { ExampleRequest } from './example-request';
import { literal, prettyJson, python, typescript } from './literals';

// Requests in several languages. They run as shown with a token in LEITMOTIF_TOKEN and only curl, Node.js 18 or Bun, or Python
// 3.8; test/website/reference/examples.test.ts runs them.

export type ExampleLanguage = 'curl' | 'TypeScript' | 'Python';

interface Example {
  readonly language: ExampleLanguage;
  readonly code: string;
}

/** @param origin with base path */
export const examplesOf = (request: ExampleRequest, origin: string): readonly Example[] => [
  { language: 'curl', code: curl(request, origin) },
  { language: 'TypeScript', code: inTypeScript(request, origin) },
  { language: 'Python', code: inPython(request, origin) },
];

function curl({ method, path, query, needsToken, body }: ExampleRequest, origin: string): string {
  const lines = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    // Double quotes, so that the shell inserts the token.
    ...(needsToken ? ['-H "Authorization: Bearer $LEITMOTIF_TOKEN"'] : []),
    ...(body ? [`-H ${shellQuoted(`Content-Type: ${body.mediaType}`)}`] : []),
    ...(body ? [`--data-binary ${shellQuoted(textOf(body.value))}`] : []),
    shellQuoted(addressOf(origin, path, query)),
  ];
  return `curl ${lines.join(' \\\n  ')}`;
}

function inTypeScript({ method, path, query, needsToken, body }: ExampleRequest, origin: string): string {
  const quoted = typescript.text;
  const headers = [
    // A template literal, for the token.
    ...(needsToken ? [`authorization: \`Bearer \${process.env.LEITMOTIF_TOKEN}\``] : []),
    ...(body ? [`'content-type': ${quoted(body.mediaType)}`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(headers.length > 0 ? [`  headers: ${braced(headers, 2, ' ')},`] : []),
    ...(body
      ? [`  body: ${isText(body.value) ? quoted(textOf(body.value)) : `JSON.stringify(${literal(body.value, typescript, 1)})`},`]
      : []),
  ];
  return [
    `const url = new URL(${quoted(origin + path)});`,
    ...query.map(([name, value]) => `url.searchParams.append(${quoted(name)}, ${quoted(value)});`),
    '',
    options.length > 0 ? `const answer = await fetch(url, {\n${options.join('\n')}\n});` : 'const answer = await fetch(url);',
    'if (!answer.ok) throw new Error(await answer.text());',
    'console.log(await answer.text());',
  ].join('\n');
}

function inPython({ method, path, query, needsToken, body }: ExampleRequest, origin: string): string {
  const quoted = python.text;
  const filled = [
    ...(method === 'GET' ? [] : [`    method=${quoted(method)},`]),
    ...(body
      ? [`    data=${isText(body.value) ? quoted(textOf(body.value)) : `json.dumps(${literal(body.value, python, 1)})`}.encode(),`]
      : []),
  ];
  const headers = [
    ...(needsToken ? [`"Authorization": f"Bearer {os.environ['LEITMOTIF_TOKEN']}"`] : []),
    ...(body ? [`"Content-Type": ${quoted(body.mediaType)}`] : []),
  ];
  const modules = [
    ...(body && !isText(body.value) ? ['json'] : []),
    ...(needsToken ? ['os'] : []),
    ...(query.length > 0 ? ['urllib.parse'] : []),
    'urllib.request',
  ];
  const address = query.length > 0 ? `${quoted(`${origin}${path}?`)} + query` : quoted(origin + path);
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(query.length > 0 ? [`query = urllib.parse.urlencode(${literal(Object.fromEntries(query), python)})`] : []),
    'request = urllib.request.Request(',
    `    ${address},`,
    ...filled,
    ...(headers.length > 0 ? [`    headers=${braced(headers, 4, '')},`] : []),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.read().decode())',
  ].join('\n');
}

/** One member inline, more on separate lines. */
const braced = (members: readonly string[], indent: number, space: string): string => {
  const margin = ' '.repeat(indent);
  if (members.length === 1) return `{${space}${members[0]}${space}}`;
  return `{\n${members.map((member) => `${margin}${margin}${member},\n`).join('')}${margin}}`;
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Shell line endings. */
const textOf = (value: unknown): string => (isText(value) ? value.replaceAll('\r\n', '\n') : prettyJson(value));

const addressOf = (origin: string, path: string, query: ExampleRequest['query']): string =>
  origin + path + (query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}` : '');

/** Only the quote itself is special in single quotes. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
