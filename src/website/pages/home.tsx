import type { Page } from '../page';
import type { Visit } from '../visit';

export function show({ t }: Visit): Page {
  return { title: undefined, body: <h1>{t.frame.albums}</h1> };
}
