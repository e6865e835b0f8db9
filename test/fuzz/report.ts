import type { Request } from './requests';
import { type Answer, curlOf } from './send';

interface Failure {
  readonly request: Request;
  readonly answer: Answer;
  count: number;
}

interface Slow {
  readonly request: Request;
  readonly answer: Answer;
  readonly milliseconds: number;
}

/** Failures shown with a request each. The table counts all. */
const maximumShown = 20;

const slowestShown = 10;

export class Report {
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #failures = new Map<string, Failure>();
  #slowest: Slow[] = [];
  failed = 0;
  unanswered = 0;

  add(sent: readonly (readonly [Request, Answer])[]): void {
    let before = 0;
    for (const [request, answer] of sent.toSorted(([, a], [, b]) => a.milliseconds - b.milliseconds)) {
      this.#count(request, answer);
      // The server handles requests in turn: a request took the time since the previous response.
      this.#slowest.push({ request, answer, milliseconds: answer.milliseconds - before });
      before = answer.milliseconds;
    }
    this.#slowest = this.#slowest.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestShown);
  }

  #count(request: Request, answer: Answer): void {
    const statuses = this.#statuses.get(request.operation) ?? new Map<number, number>();
    this.#statuses.set(request.operation, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
    if (answer.status === 0) this.unanswered++;
    if (answer.status === 0 || answer.status >= 500) this.#fail(request, answer);
  }

  #fail(request: Request, answer: Answer): void {
    this.failed++;
    const key = `${answer.status} ${request.host === undefined ? request.operation : `host ${request.host}`}`;
    const known = this.#failures.get(key);
    if (known) known.count++;
    else this.#failures.set(key, { request, answer, count: 1 });
  }

  print(url: string): void {
    const all = [...new Set([...this.#statuses.values()].flatMap((statuses) => [...statuses.keys()]))].sort((a, b) => a - b);
    const row = (name: string, cells: readonly (string | number)[]) =>
      console.log(name.padEnd(28) + cells.map((cell) => String(cell || '').padStart(7)).join(''));
    row('operation', all);
    for (const [operation, statuses] of [...this.#statuses].sort(([a], [b]) => (a < b ? -1 : 1)))
      row(
        operation,
        all.map((status) => statuses.get(status) ?? 0),
      );
    row(
      'all',
      all.map((status) => this.#statuses.values().reduce((sum, statuses) => sum + (statuses.get(status) ?? 0), 0)),
    );
    console.log('\nSlowest requests:');
    for (const { request, answer, milliseconds } of this.#slowest)
      console.log(`${milliseconds.toFixed(0).padStart(6)} ms  ${answer.status}  ${shortened(`${request.method} ${request.target}`)}`);
    for (const { request, answer, count } of [...this.#failures.values()].slice(0, maximumShown)) {
      console.log(
        `\n${answer.status} of ${request.operation}${request.host === undefined ? '' : ` with the host "${request.host}"`}, ${count} times: ${shortened(answer.detail)}`,
      );
      console.log(curlOf(url, request));
    }
  }
}

const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
