import { Elysia } from 'elysia';
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };

/** Everything comes from this server; images may be inline, as the style sheet has them. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leitmotif API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<noscript>This page needs JavaScript. The document it shows is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#documentation', deepLinking: true, persistAuthorization: false, validatorUrl: null, defaultModelsExpandDepth: 0 });
`;

const security = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const send = (body: string | Blob, type: string): Response =>
  new Response(body, { headers: { ...security, 'content-type': type, 'cache-control': 'public, max-age=3600' } });

/** The page that shows the API, and the files it is made of, all from within the executable. */
export const documentation = () =>
  new Elysia({ name: 'documentation', detail: { hide: true } })
    .get('/api/docs', () => send(page, 'text/html; charset=utf-8'))
    .get('/api/docs/start.js', () => send(start, 'text/javascript; charset=utf-8'))
    .get('/api/docs/swagger-ui.css', () => send(Bun.file(swaggerStyle), 'text/css; charset=utf-8'))
    .get('/api/docs/swagger-ui-bundle.js', () => send(Bun.file(swaggerScript), 'text/javascript; charset=utf-8'));
