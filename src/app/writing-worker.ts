/** Worker for writes whose transaction would block the event loop: a server without a port, on its own connection. */
import type { DomainError } from '../errors';
import type { DocumentImport } from '../import/single-documents';
import { DocumentError } from '../import/sources/shared/json';
import { RecordError } from '../records/write/record';
import { commandPatienceMilliseconds } from '../store/database/open';
import { type Store, storeOf } from '../store/database/store';
import { lowerPriority } from '../store/workers/thread-priority';
import type { Numbered } from '../worker-queue';
import type { Logged, WritingAnswer, WritingTask } from './large-writes';

declare const self: Worker;

interface Opened {
  readonly store: Store;
  readonly answer: (request: Request) => Promise<Response>;
}

let opened: Opened | undefined;
let logged: Logged[] = [];

self.onmessage = async ({ data: task }: MessageEvent<Numbered<WritingTask>>) => {
  lowerPriority(task.niceness);
  logged = [];
  const answer = await answerTo(task).catch((error: Error) => ({ error: error.message }));
  self.postMessage({ number: task.number, logged, ...answer } satisfies WritingAnswer);
};

async function answerTo(task: WritingTask): Promise<Partial<WritingAnswer>> {
  const { store, answer } = await open(task);
  if ('import' in task) return importInto(store, task.import);
  const { url, body, ...request } = task.request;
  const headers = new Headers(request.headers.map(([name, value]) => [name, value]));
  const response = await answer(new Request(url, { method: request.method, headers, ...(body.length > 0 && { body }) }));
  return { response: { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() } };
}

async function importInto(store: Store, document: DocumentImport): Promise<Partial<WritingAnswer>> {
  const { importDocument } = await import('../import/single-documents');
  try {
    return { difference: await importDocument(store, document) };
  } catch (error) {
    const isUnreadable = error instanceof DocumentError || error instanceof RecordError;
    const { message, code, kind, problem, retryAfterSeconds } = error as Error & Partial<DomainError> & { readonly code?: unknown };
    return { refusal: { isUnreadable, message, code, kind, problem, retryAfterSeconds } };
  }
}

async function open({ path, settings }: WritingTask): Promise<Opened> {
  // The file may have been replaced.
  if (opened?.store.fileStatus() === 'in place') return opened;
  opened?.store.close();
  const { createApp } = await import('./app');
  const store = storeOf(path, { isNew: false, patience: commandPatienceMilliseconds, isServed: false });
  const app = createApp({
    store,
    // The server has counted the request, and adds its own headers to the response.
    settings: { ...settings, rateLimit: 0, corsOrigins: [], basePath: '', metricsToken: '' },
    log: (event, details, level) => level === 'error' && logged.push([event, details, level]),
    peerAddress: () => '',
  });
  opened = { store, answer: async (request) => app.fetch(request) };
  return opened;
}
