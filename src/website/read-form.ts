import { maximumFileBytes, readBytes } from '../http/body';
import { SentForm } from './form';
import type { Visit } from './visit';

/** The form of a request that was sent from a page of ours. */
export async function readForm({ request }: Visit): Promise<SentForm> {
  const bytes = await readBytes(request, maximumFileBytes);
  const headers = { 'content-type': request.headers.get('content-type') ?? 'application/x-www-form-urlencoded' };
  return new SentForm(await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData());
}
