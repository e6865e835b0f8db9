import { fileURLToPath } from 'node:url';
import { expectations, listParams, sentences } from '../src/messages/message';
import { messages } from '../src/messages/texts.gen';

export const errorsPath = fileURLToPath(new URL('../docs/errors.md', import.meta.url));

const { requests, documents, accounts, catalog, collection, server } = messages;
const parts = { Requests: requests, Documents: documents, Accounts: accounts, Catalog: catalog, Collections: collection, Server: server };

const row = (code: string, text: string): string => `| \`${code}\` | ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;

/** The contents of docs/errors.md, the list of error codes. */
export function errorsChapter(): string {
  const tables = Object.entries(parts).map(([title, codes]) =>
    [`## ${title}`, '', '| Code | Sentence |', '|---|---|', ...Object.entries(codes).map(([code, text]) => row(code, text))].join('\n'),
  );
  return `# Error codes

Every error of the API has a \`code\` that never changes its meaning, and its values in \`meta.params\`. Branch on the code and show \`detail\`, or
build your own sentence from the code and the values. Entries of \`meta.errors\` in a 422 have the same two members.

\`\`\`json
{"detail": "title: This must be text of 1 to 255 characters.", "code": "wrong_length", "source": {"pointer": "/data/attributes/title"}, "meta": {"attribute": "title", "message": "This must be text of 1 to 255 characters.", "params": {"min": 1, "max": 255}}}
\`\`\`

Below \`/api/token\`, \`/api/sessions\` and \`/api/password-reset\` the code is the member \`error\`. New codes may be added; treat one that you do
not know by its status. ${Object.keys(sentences).length + Object.keys(expectations).length} codes follow. \`{name}\` stands for a parameter, \`{field}\` for the attribute or query parameter.
The parameters ${listParams.map((name) => `\`${name}\``).join(', ')} are lists, even of one value.

## Values

Their sentence is "{field} must be …", followed by ", or null" where the value may be null.

| Code | Expected |
|---|---|
${Object.entries(expectations)
  .map(([code, text]) => row(code, text))
  .join('\n')}

${tables.join('\n\n')}
`;
}

if (import.meta.main) await Bun.write(errorsPath, errorsChapter());
