import { describe, expect, mock, test } from 'bun:test';
import { badUsage } from '../../src/errors';
import { journaled, RunJournal } from '../../src/import/run/journal';
import { runImport } from '../../src/import/run/run';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import * as documents from '../import/musicbrainz-documents';
import { administeredServer } from '../support/administered-server';
import { emptyFolder } from '../support/executable';
import { generatedRecords } from '../support/imports';
import { signedIn } from '../support/visitor';
import { administered } from './administered';

describe('an import', () => {
  test('is shown to administrators on every page while it runs, and with its report afterwards', async () => {
    const { server, anna } = await administered();
    using folder = emptyFolder();
    const file = `${folder.path}/records.jsonl`;
    const bad = '{"type":"Artist","id":"/api/artists/nobody","attributes":{}}\n';
    await Bun.write(file, generatedRecords(50) + bad);
    const journal = new RunJournal(server.store, { source: 'ndjson', inputs: [file] });
    expect((await anna.open('/settings')).html).toContain('Import running: Records');
    expect((await (await signedIn(server, 'tester')).open('/settings')).html).not.toContain('An import is running');

    const run = () => runImport(server.store, ndjsonSource([file]), { journal, maxRejects: 100 });
    await journaled(journal, run, ({ outcome }) => outcome);
    const list = await anna.open('/administration/imports');
    expect(list.html).not.toContain('An import is running');
    expect(list.text).toMatch(/Records .* 50 0 1 done in/);
    await anna.follow('Records');
    expect(anna.page.text).toContain(file);
    expect(anna.page.text).toContain('line 51');
    expect(anna.page.html).toContain('<th scope="row" lang="en">/api/artists/nobody is not');
    expect(anna.page.text).toMatch(/Artist 20/);

    const [artist] = (await Bun.file(file).text())
      .split('\n')
      .map((line) => line && JSON.parse(line))
      .filter(({ type }) => type === 'Artist');
    const link = { provider: 'wikidata', external_id: 'Q1', url: 'https://www.wikidata.org/wiki/Q1' };
    const changed = [
      { ...artist, attributes: { ...artist.attributes, name: 'Ada Lark' } },
      { type: 'ArtistExternalLink', id: `${artist.id}/external-links/0b7e3f5c-1d2a-5c4b-9e8f-00000000000f`, attributes: link },
    ];
    await Bun.write(file, changed.map((record) => JSON.stringify(record)).join('\n'));
    const again = new RunJournal(server.store, { source: 'ndjson', inputs: [file] });
    const rerun = async () => {
      const report = await runImport(server.store, ndjsonSource([file]), { journal: again, maxRejects: 0 });
      again.round(report);
      return report;
    };
    await journaled(again, rerun, ({ outcome }) => outcome);
    await anna.open('/administration/imports');
    await anna.follow('Records');
    expect(anna.page.text).toMatch(/Artist link 1 .*Changed: artist Ada Lark/);
    expect(anna.page.text).not.toContain('/api/');
  });

  test('reports documents deferred until referenced', async () => {
    const { server, anna } = await administered();
    using folder = emptyFolder();
    const file = `${folder.path}/artist.jsonl`;
    await Bun.write(file, [documents.composer, documents.stranger].map((one) => JSON.stringify(one)).join('\n'));
    const journal = new RunJournal(server.store, { source: 'musicbrainz', inputs: [file] });
    const run = () => runImport(server.store, musicbrainz([file], { includeNoncommercial: false }), { journal, maxRejects: 0 });
    await journaled(journal, run, ({ outcome }) => outcome);
    await anna.open('/administration/imports');
    await anna.follow('MusicBrainz');
    expect(anna.page.text).toContain('Deferred until referenced 2 documents');
  });

  test('reports what it left out by its reason', async () => {
    const { server, anna } = await administered();
    using folder = emptyFolder();
    const file = `${folder.path}/release.jsonl`;
    await Bun.write(file, documents.linesOf(documents.otherRelease, { id: documents.label.id, title: 'Rock' }));
    const journal = new RunJournal(server.store, { source: 'musicbrainz', inputs: [file] });
    const run = () => runImport(server.store, musicbrainz([file], { includeNoncommercial: false }), { journal, maxRejects: 0 });
    await journaled(journal, run, ({ outcome }) => outcome);
    await anna.open('/administration/imports');
    await anna.follow('MusicBrainz');
    expect(anna.page.text).toContain('releases of other types 2');
    const german = await signedIn(server, 'anna', { 'accept-language': 'de' });
    expect((await german.open(anna.path)).text).toContain('Ausgelassen Veröffentlichungen anderer Arten 2');
  });

  test('that failed is listed as needing attention', async () => {
    const { server, anna } = await administered();
    const journal = new RunJournal(server.store, { source: 'mirror', inputs: ['https://other.example'] });
    const failing = journaled(
      journal,
      () => Promise.reject(badUsage('a <b>fault</b>')),
      () => 'done',
    );
    await failing.catch(() => undefined);
    expect((await anna.open('/administration')).text).toContain('Needs attention');
    await anna.open('/administration/imports');
    await anna.follow('Mirror');
    expect(anna.page.html).toContain('&lt;b>');
    expect(anna.page.text).toContain('failed');
  });

  test('receives a file under its own name', async () => {
    using administered = await administeredServer();
    const anna = await signedIn(administered.server, 'anna');
    await anna.open('/administration/imports');
    await anna.send('Upload', { upload: new File([generatedRecords(1)], 'records.jsonl') });
    expect(anna.redirects).toEqual(['/administration/imports?file=records.jsonl&notice=import-file-added#new']);
    await anna.open('/administration/imports');
    await anna.send('Start import', {});
    expect([anna.page.status, anna.page.text]).toEqual([422, expect.stringContaining('Choose a file.')]);
  });

  test.each([
    ['has an expired token', 'stale', 403],
    ['is not UTF-8', '\xff', 400],
  ])('does not receive the rest of a file whose form %s', async (_, token, status) => {
    const { server, anna } = await administered();
    const [field, file] = ['name="_token"', 'name="upload"; filename="records.jsonl"'].map((name) => `form-data; ${name}\r\n\r\n`);
    const part = '--B\r\nContent-Disposition: ';
    const cancel = mock();
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(Buffer.from(`${part}${field}${token}\r\n${part}${file}{"type":`, 'latin1'));
    const response = await server.app.handle(
      new Request('http://localhost/administration/imports', {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=B',
          origin: 'http://localhost',
          cookie: `leitmotif-session=${anna.cookies.get('leitmotif-session')}`,
        },
        body: new ReadableStream({ start, cancel }),
      }),
    );
    expect([response.status, cancel.mock.calls.length]).toEqual([status, 1]);
  });

  test('that is unknown answers 404', async () => {
    const { anna } = await administered();
    expect((await anna.open('/administration/imports/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f')).status).toBe(404);
    expect((await anna.open('/administration/imports/nothing')).status).toBe(404);
  });
});
