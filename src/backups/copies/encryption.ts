import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readNamedFile } from '../../config';
import { SetupError } from '../../errors';
import { streamedChunks } from '../../http/body';

/** Encrypts to an age public key. */
export async function encrypted(chunks: AsyncIterable<Uint8Array>, recipient: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(streamedChunks(chunks));
}

/**
 * Decrypts with the private keys of a file as `age-keygen` writes it.
 * @throws {SetupError} if it has no key that fits
 */
export async function decrypted(chunks: AsyncIterable<Uint8Array>, file: string, keyFile: string): Promise<AsyncIterable<Uint8Array>> {
  const keys = readNamedFile(keyFile)
    .toString()
    .match(/^AGE-SECRET-KEY-\S+/gm);
  if (!keys) throw new SetupError(`${keyFile} has no age private key, a line that begins with AGE-SECRET-KEY-.`);
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
    return await decrypter.decrypt(streamedChunks(chunks));
  } catch (error) {
    const reason = (error as Error).message.replace(/AGE-SECRET-KEY-\S*/g, 'AGE-SECRET-KEY-…');
    throw new SetupError(
      `${file} cannot be decrypted with ${keyFile}: ${reason}. Give the private key of the public key that it was encrypted to. If you did, ${file} is damaged: download or copy it again.`,
    );
  }
}

/** A new pair of keys, in the format of `age-keygen`. */
export async function newKeys(): Promise<{ readonly recipient: string; readonly file: string }> {
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);
  return { recipient, file: `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${key}` };
}
