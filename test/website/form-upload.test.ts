import { expect, test } from 'bun:test';
import { DomainError } from '../../src/errors';
import { boundaryOf, readHead } from '../../src/website/http/form-upload';

const part = (header: string, text: string) => `--B\r\nContent-Disposition: form-data; ${header}\r\n\r\n${text}\r\n`;
const field = part('name="token"', 'secret');
const file = (content: string) => part('name="file"; filename="records.jsonl"\r\nContent-Type: text/plain', content);
const end = '--B--\r\n';

/** A request whose body arrives in chunks of a size. */
function sent(text: string, size: number): Request {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return new Request('http://localhost/', { method: 'POST', body });
}

const formOf = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, { headers: { 'content-type': 'multipart/form-data; boundary=B' } }).formData();

const kindOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error) => (error instanceof DomainError ? error.kind : error),
  );

test.each([
  ['multipart/form-data; boundary=B', 'B'],
  ['Multipart/Form-Data; charset=utf-8; BOUNDARY="a b"', 'a b'],
  ['multipart/form-data', ''],
  ['application/x-www-form-urlencoded; boundary=B', undefined],
])('the delimiter of %p is %p', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary as string);
});

test.each([1, 7, 100_000])('a form in chunks of %d bytes is read up to its file, whose content follows', async (size) => {
  for (const content of ['', 'one line', 'almost\r\n--A the end\r\n--', `${'x'.repeat(300)}\r\n`]) {
    const head = await readHead(sent(field + file(content) + end, size), 'B');
    const form = await formOf(head.bytes);
    const upload = form.get('file') as File;
    expect([form.get('token'), upload.name, upload.size]).toEqual(['secret', 'records.jsonl', 0]);
    expect(await new Response(head.file?.content).text()).toBe(content);
  }
});

test.each([1, 7, 100_000])('files in chunks of %d bytes follow one another, also after an empty one', async (size) => {
  const contents = ['', 'read', 'passed over', 'read too'];
  const head = await readHead(sent(field + contents.map(file).join('') + end, size), 'B');
  const read: string[] = [];
  for (let upload = head.file, index = 0; upload; upload = await upload.next(), index++)
    if (contents[index] !== 'passed over') read.push(await new Response(upload.content).text());
  expect(read).toEqual(['', 'read', 'read too']);
});

test.each([7, 100_000])('a form in chunks of %d bytes without a file is read to its end', async (size) => {
  const { bytes, file } = await readHead(sent(field + end, size), 'B');
  expect([(await formOf(bytes)).get('token'), file]).toEqual(['secret', undefined]);
});

test('a file without an end, and a form of too many fields before it, are refused', async () => {
  const head = await readHead(sent(field + file('content').slice(0, -2), 7), 'B');
  expect(await kindOf(new Response(head.file?.content).text())).toBe('invalid');
  const fields = field.repeat(1_500);
  expect(await kindOf(readHead(sent(fields + file('content') + end, 1_000), 'B'))).toBe('invalid');
  expect(await kindOf(readHead(sent(field.repeat(500) + file('content') + end, 1_000), 'B'))).toBe('no error');
});

test('a discarded file has no end', async () => {
  const request = sent(field + file('x'.repeat(10_000)) + end, 100);
  const head = await readHead(request, 'B');
  await head.file?.discard();
  expect(await kindOf(new Response(head.file?.content).text())).toBe('invalid');
});
