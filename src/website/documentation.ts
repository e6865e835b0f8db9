import { Elysia } from 'elysia';
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import { page } from './documentation/page';
import pageStyle from './documentation/page.css' with { type: 'file' };
import startScript from './documentation/start.js' with { type: 'file' };
import { Embedded } from './embedded';

/** Everything comes from this server; images may be inline, as the style sheet has them. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=3600',
};

const style = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** A compiler elsewhere that reads JavaScript takes the module for what is in it, and not for the path of its file. */
const pathOf = (module: unknown): string => module as string;

/** The page that shows the API, and the files it is made of, all from within the executable. */
export const documentation = (basePath: string) => {
  const files: Readonly<Record<string, Embedded>> = {
    '/api/docs': new Embedded(new Blob([page(basePath)]), 'text/html; charset=utf-8'),
    '/api/docs/page.css': new Embedded(Bun.file(pageStyle), style),
    '/api/docs/start.js': new Embedded(Bun.file(pathOf(startScript)), script),
    '/api/docs/swagger-ui.css': new Embedded(Bun.file(swaggerStyle), style),
    '/api/docs/swagger-ui-bundle.js': new Embedded(Bun.file(swaggerScript), script),
  };
  const app = new Elysia({ name: 'documentation', detail: { hide: true } });
  for (const [path, file] of Object.entries(files)) app.get(path, ({ request }) => file.respond(request, headers));
  return app;
};
