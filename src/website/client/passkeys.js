// The browser's half of WebAuthn: fetches options with a challenge, has an authenticator answer it, and sends the answer with the form.
// Buttons stay hidden where the browser has no passkeys.

const isPossible = isSecureContext && globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

for (const button of isPossible ? document.querySelectorAll('[data-passkey]') : []) {
  button.closest('[hidden]').hidden = false;
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    const { form } = button;
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    try {
      const response = await fetch(button.dataset.passkey, { headers: { accept: 'application/json' } });
      // Refused, the form is sent without a credential: the page that comes back gives the reason.
      form.elements.credential.value = response.ok ? JSON.stringify(await answer(await response.json())) : '';
      form.requestSubmit(button);
    } catch (error) {
      fail(button, error);
    } finally {
      form.ariaBusy = null;
    }
  });
}

/** Only options for a new passkey name a user. */
const answer = (options) =>
  options.user
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

/** Browsers do not tell a person who cancels from an authenticator without a passkey. */
function fail(button, error) {
  console.debug(error);
  const place = button.parentElement.nextElementSibling;
  const words = place?.matches('[data-passkey-failed]') ? place : document.createElement('p');
  Object.assign(words, { className: 'no', role: 'alert', textContent: button.dataset.failed });
  words.dataset.passkeyFailed = '';
  button.parentElement.after(words);
}
