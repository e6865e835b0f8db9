import * as prometheus from '@prometheus-io/client';
import type { Meter } from '../context';
import { serverVersion } from '../version';
import { gaugesOf, type Labelled, type Gauge as Looked } from './gauges';
import type { Observed } from './readiness';

/** From cached responses to what people give up waiting for. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Other methods count as `other`. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests for Prometheus. The library is loaded with this file, only if metrics are enabled. */
export function meterOf(observed: Observed): Meter {
  const registry = new prometheus.Registry();
  const registers = [registry];
  // CPU, memory, files and event loop lag under the usual names.
  prometheus.collectDefaultMetrics({ register: registry });
  const version = new prometheus.Gauge({ name: 'leitmotif_info', help: 'Version of the server', labelNames: ['version'], registers });
  version.set({ version: serverVersion }, 1);
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new prometheus.Counter({ name: `leitmotif_${name}`, help, labelNames: [...labelNames], registers });
  const requests = counter('http_requests_total', 'HTTP responses sent', ['method', 'route', 'status']);
  const signIns = counter('sign_ins_total', 'Sign-in attempts', ['outcome']);
  const limited = counter('rate_limited_total', 'Requests rejected by the rate limiter', ['policy']);
  const durations = new prometheus.Histogram({
    name: 'leitmotif_http_request_duration_seconds',
    help: 'Time to the first byte of the response',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  });
  const running = new prometheus.Gauge({
    name: 'leitmotif_http_requests_in_progress',
    help: 'Requests in progress',
    registers,
  });
  for (const outcome of ['good', 'failed']) signIns.inc({ outcome }, 0);
  for (const gauge of gaugesOf(observed)) register(gauge, registry);
  /** Requests whose route is not named yet are counted in order. */
  let counted: Promise<void> | undefined;
  return {
    begun: () => running.inc(),
    answered(sent, named, status, seconds) {
      const method = knownMethods.has(sent) ? sent : 'other';
      running.dec();
      const count = (route: string) => {
        requests.inc({ method, route, status });
        durations.observe({ method, route }, seconds);
      };
      if (typeof named === 'string') count(named);
      else counted = named.then(count);
    },
    signedIn: (isRight) => signIns.inc({ outcome: isRight ? 'good' : 'failed' }),
    rateLimited: (policy) => limited.inc({ policy }),
    async read() {
      await counted;
      return { text: await registry.metrics(), mediaType: registry.contentType };
    },
  };
}

function register({ name, help, labels = [], isCounter, read }: Looked, registry: prometheus.Registry): void {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (isCounter) {
    const counter = new prometheus.Counter({
      ...options,
      collect() {
        counter.reset();
        for (const { labels, value } of valuesOf(read)) counter.inc(labels, value);
      },
    });
    return;
  }
  const gauge = new prometheus.Gauge({
    ...options,
    collect() {
      gauge.reset();
      // Unknown values are omitted, not 0.
      if (labels.length === 0) gauge.remove();
      for (const { labels, value } of valuesOf(read)) gauge.set(labels, value);
    },
  });
}

/** Errors, such as a missing database, do not affect other metrics. */
function valuesOf(read: Looked['read']): readonly Labelled[] {
  try {
    const value = read() ?? [];
    return typeof value === 'number' ? [{ labels: {}, value }] : value;
  } catch {
    return [];
  }
}
