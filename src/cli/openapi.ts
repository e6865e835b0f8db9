import { readSettings } from '../config';
import { inMemory, openStore } from '../store/database/open';
import { command } from './terminal/options';
import { print } from './terminal/output';

export const openapiCommand = () =>
  command('openapi', 'print the OpenAPI document of the API').action(async () => {
    const { createApp } = await import('../app/app');
    const store = openStore(inMemory);
    const response = await createApp({ store, settings: readSettings({}, {}), log: () => {}, peerAddress: () => '' }).handle(
      new Request('http://localhost/api/openapi.json'),
    );
    print(JSON.stringify(await response.json(), null, 2));
    store.close();
  });
