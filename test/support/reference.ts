import { type ApiReference, type Operation, type PlacedOperation, referenceOf } from '../../src/website/help/reference/model';
import type { OpenApi } from '../../src/website/help/reference/schema';
import { demoServer } from './server';

export async function servedReference(): Promise<ApiReference> {
  return referenceOf(await servedDocument());
}

export async function servedDocument(): Promise<OpenApi> {
  const server = await demoServer();
  return (await (await server.request('/api/openapi.json')).json()) as OpenApi;
}

export function placed(reference: ApiReference, id: string): PlacedOperation {
  const found = reference.operations.find(({ operation }) => operation.id === id);
  if (!found) throw new Error(`The reference has no operation ${id}.`);
  return found;
}

export const operationIn = (reference: ApiReference, id: string): Operation => placed(reference, id).operation;
