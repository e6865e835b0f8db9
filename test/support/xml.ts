const token = /<(?<name>[a-zA-Z]\w*)(?<attributes>(?: [a-zA-Z][\w:-]*="[^"<]*")*)(?<empty>\/?)>|<\/(?<end>[a-zA-Z]\w*)>|(?<text>[^<]+)/gy;

const entity = /&(?!(?:amp|lt|gt|quot|#39);)/;

/** Characters not allowed in XML 1.0, section 2.2. */
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Why a text is not well-formed XML with one root element; `undefined` if it is. Supports only elements and text. */
export function flawOfXml(xml: string): string | undefined {
  const open: string[] = [];
  let at = 0;
  if (notXml.test(xml)) return 'a character that XML does not have';
  for (const { 0: whole, index, groups = {} } of xml.matchAll(token)) {
    if (entity.test(whole)) return `an entity of its own at ${index}`;
    if (index > 0 && open.length === 0) return `more than one element at ${index}`;
    if (groups.name && hasDuplicate(groups.attributes)) return `an attribute twice at ${index}`;
    if (groups.name && !groups.empty) open.push(groups.name);
    if (groups.end && open.pop() !== groups.end) return `an end without its beginning at ${index}`;
    at = index + whole.length;
  }
  if (at < xml.length) return `no markup at ${at}: ${xml.slice(at, at + 40)}`;
  return open.length > 0 ? `no end of ${open.join(', ')}` : undefined;
}

const hasDuplicate = (attributes = ''): boolean => {
  const names = [...attributes.matchAll(/ ([\w:-]+)=/g)].map(([, name]) => name);
  return new Set(names).size < names.length;
};
