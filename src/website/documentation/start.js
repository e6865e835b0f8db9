// The documentation page: Swagger UI, and the form that signs in for it.

// The server may stand below a path: it is found from where this file is.
const server = document.currentScript.src.replace(/\/api\/docs\/start\.js.*$/, '');

for (const place of document.querySelectorAll('.origin')) place.textContent = server;

const documentation = SwaggerUIBundle({
  url: `${server}/api/openapi.json`,
  dom_id: '#documentation',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});

const form = document.querySelector('#sign-in');
const outcome = form.querySelector('output');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  outcome.textContent = '';
  try {
    outcome.textContent = await signIn(Object.fromEntries(new FormData(form)));
  } catch {
    outcome.textContent = 'The server does not answer.';
  }
});

/** Signs in, and says what became of it. */
async function signIn({ username, password }) {
  const response = await fetch(`${server}/api/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const answer = await response.json();
  if (!response.ok) return answer.errors?.[0]?.detail ?? answer.message ?? 'This did not work.';
  documentation.preauthorizeApiKey('bearer', answer.access_token);
  form.elements.password.value = '';
  return `Signed in as ${username}, for ${Math.round(answer.expires_in / 60)} minutes. “Try it out” sends the token along.`;
}
