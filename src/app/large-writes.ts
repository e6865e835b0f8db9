import { type ConfiguredSettings, inMemory, type LogLevel } from '../config';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { maximumDocumentBytes, readBytes } from '../http/body';
import type { DocumentDifference, DocumentImport } from '../import/single-documents';
import { DocumentError } from '../import/sources/shared/json';
import { writeCheck } from '../store/database/transactions';
import { WorkerQueue } from '../worker-queue';

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

interface SentResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

type LargeWrite = { readonly request: SentRequest } | { readonly import: DocumentImport };

export type WritingTask = { readonly path: string; readonly settings: ConfiguredSettings } & LargeWrite;

export type Logged = readonly [event: string, details: Readonly<Record<string, unknown>> | undefined, level: LogLevel | undefined];

export interface WritingAnswer {
  readonly number: number;
  readonly response?: SentResponse;
  readonly difference?: DocumentDifference;
  /** Why a document was not imported. */
  readonly refusal?: Pick<DomainError, 'message'> &
    Partial<Pick<DomainError, 'kind' | 'problem' | 'retryAfterSeconds'>> & { readonly isUnreadable: boolean; readonly code?: unknown };
  /** Errors to log, since only the server has a log. */
  readonly logged: readonly Logged[];
  readonly error?: string;
}

/** Two thirds of the event loop's share. */
const niceness = 2;

/** Headers that describe the connection, or that the server itself applies. */
const ownHeaders = ['idempotency-key', 'accept-encoding', 'connection', 'content-length', 'transfer-encoding'];

/** Writes in a worker, one at a time: a transaction of a large record takes up to seconds. */
export class LargeWrites {
  readonly #queue = new WorkerQueue<WritingTask, WritingAnswer>('app/writing-worker', niceness);

  constructor(private readonly context: Pick<Context, 'store' | 'settings' | 'log'>) {}

  /** False for a catalog in memory, and in the worker itself. */
  get isPossible(): boolean {
    return Bun.isMainThread && this.context.store.path !== inMemory;
  }

  /** Response of the worker, which checks the sender's rights again. */
  async answer(request: Request): Promise<Response> {
    const body = await readBytes(request, maximumDocumentBytes);
    const headers = [...request.headers].filter(([name]) => !ownHeaders.includes(name));
    const { response } = await this.#run({ request: { method: request.method, url: request.url, headers, body } });
    if (!response) throw new Error('The worker sent no response.');
    const { status, headers: sent, body: bytes } = response;
    return new Response(status === 204 ? null : bytes, { status, headers: sent.map(([name, value]) => [name, value]) });
  }

  async import(document: DocumentImport): Promise<DocumentDifference> {
    // The worker does not know the request.
    writeCheck()();
    const { difference, refusal } = await this.#run({ import: document });
    if (!refusal) return difference;
    const { message, isUnreadable, kind, problem = message, retryAfterSeconds, code } = refusal;
    if (isUnreadable) throw new DocumentError(message);
    if (kind) throw new DomainError(kind, problem, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    throw Object.assign(new Error(message), { code });
  }

  async #run(task: LargeWrite): Promise<WritingAnswer> {
    const { store, settings, log } = this.context;
    const answer = await this.#queue.run({ path: store.path, settings, ...task });
    for (const entry of answer.logged) log(...entry);
    return answer;
  }
}
