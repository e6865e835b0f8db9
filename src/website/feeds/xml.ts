import { type ComponentChildren, h, type VNode } from 'preact';
import renderXml from 'preact-render-to-string/jsx';

/** Escaped when serialized. */
export const element = (name: string, attributes: Readonly<Record<string, string>> | null, ...children: ComponentChildren[]): VNode =>
  h(name, attributes, ...children.map((child) => (typeof child === 'string' ? xmlText(child) : child)));

/** Not cached, since it depends on settings and records. */
export function xmlAnswer(root: VNode, mediaType: string, headers: Readonly<Record<string, string>> = {}): Response {
  const xml = renderXml(root, {}, { xml: true, pretty: false });
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

/** Removes what XML cannot contain (XML 1.0, sections 2.2 and 2.4). */
const xmlText = (text: string): string => text.replace(notXml, '').replaceAll(']]>', ']] >');

const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
