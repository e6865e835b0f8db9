/** The page that shows the API. Whoever opens it needs a token before anything else, so it begins with how to get one. */
export const page = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leitmotif API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css">
<link rel="stylesheet" href="${basePath}/api/docs/page.css">
</head>
<body>
<section class="token">
<h1>Getting a token</h1>
<p>Almost every request needs a token. Sign in here, and this page sends one along with what you try:</p>
<form id="sign-in">
<label>Name <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
<output></output>
</form>
<p>A program is given a token that lasts, which <code>POST /api/users/me/tokens</code> makes, or this, on the machine of the server:</p>
<pre><code>leitmotif token create --user NAME --name laptop</code></pre>
<p>Or it signs in, and renews what it gets:</p>
<pre><code>curl -H 'Content-Type: application/json' -d '{"username":"NAME","password":"PASSWORD"}' '<span class="origin"></span>/api/token'</code></pre>
<p>It sends the token in a header of each request:</p>
<pre><code>curl -H 'Authorization: Bearer TOKEN' '<span class="origin"></span>/api/artists?q=herrmann'</code></pre>
</section>
<div id="documentation"></div>
<noscript>This page needs JavaScript. The document it shows is at <a href="${basePath}/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="${basePath}/api/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/api/docs/start.js"></script>
</body>
</html>
`;
