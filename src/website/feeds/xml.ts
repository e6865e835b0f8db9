import { type ComponentChildren, h, type VNode } from 'preact';
import renderXml from 'preact-render-to-string/jsx';

/** An element of XML. Texts and attributes are escaped when it is written. */
export const element = (name: string, attributes: Readonly<Record<string, string>> | null, ...children: ComponentChildren[]): VNode =>
  h(name, attributes, ...children.map((child) => (typeof child === 'string' ? xmlText(child) : child)));

/** A document of XML as an answer. What is in it may change with settings and records, so it is asked for anew each time. */
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

/** A text without what is no character of XML (XML 1.0, section 2.2), nor the end of a section that nobody began (2.4). */
const xmlText = (text: string): string => text.replace(notXml, '').replaceAll(']]>', ']] >');

const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
