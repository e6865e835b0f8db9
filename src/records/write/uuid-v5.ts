/** Namespace of Leitmotif's generated ids: a random UUID that never changes, so that all servers derive the same ids. */
const namespace = '5d0c4f8a-3b5e-4c1f-9a57-6e2b8f0d7c43';

const namespaceBytes = Buffer.from(namespace.replaceAll('-', ''), 'hex');

/** Reused buffer of namespace and name, since an import creates millions. */
const shortInput = Buffer.alloc(1024);
namespaceBytes.copy(shortInput);

/** UUID version 5 (RFC 9562, section 5.5) of a name such as `discogs:artist:733955`, in lower case. */
export function uuidOf(name: string): string {
  const hash = Bun.SHA1.hash(inputOf(name)) as Uint8Array;
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  const hex = hash.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

function inputOf(name: string): Uint8Array {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (namespaceBytes.length + 3 * name.length > shortInput.length) return Buffer.concat([namespaceBytes, Buffer.from(name)]);
  return shortInput.subarray(0, namespaceBytes.length + shortInput.write(name, namespaceBytes.length));
}

// Ids of Discogs releases, from dumps and collection files alike.

/** UUID of a Discogs release, the same in every catalog. */
export const ownReleaseId = (id: string): string => uuidOf(`discogs:release:${id}`);

/** Link of a release to its Discogs page: UUID and content. */
export const releaseLink = (id: string) => ({
  id: uuidOf(`discogs:release:${id}:link:discogs`),
  attributes: { provider: 'discogs', external_id: id, url: `https://www.discogs.com/release/${id}` },
});
