// Looks up the rows of a preview that the catalog lacks at other sites, one after the other, and adds what was chosen of them
// before the file is imported.

const place = document.querySelector('[data-look-up]');
const [button, status] = place?.children ?? [];
const form = document.querySelector('#go');

button?.addEventListener('click', async () => {
  button.disabled = true;
  // After a failure, another click goes on.
  const cells = [...document.querySelectorAll('[data-online]:not([data-asked])')];
  for (const [index, cell] of cells.entries()) {
    say(place.dataset.looking, index + 1, cells.length);
    const response = await patiently(() => fetch(cell.dataset.online));
    if (!response) return fail();
    cell.dataset.asked = '';
    cell[response.ok ? 'innerHTML' : 'textContent'] = await response.text();
  }
  button.remove();
  status.textContent = place.dataset.done;
});

form?.addEventListener('submit', async (event) => {
  const chosen = [...document.querySelectorAll('option[data-from]:checked')];
  const { submitter } = event;
  if (chosen.length === 0 || submitter?.value !== 'confirm') return;
  event.preventDefault();
  for (const [index, option] of chosen.entries()) {
    say(place.dataset.adding, index + 1, chosen.length);
    place.scrollIntoView({ block: 'nearest' });
    const address = option.closest('[data-online]').dataset.online;
    const body = new URLSearchParams({ _token: form.elements._token.value, from: option.dataset.from });
    const response = await patiently(() => fetch(address, { method: 'POST', body }));
    if (!response?.ok) return fail(await response?.text());
    option.value = await response.text();
    delete option.dataset.from;
  }
  form.requestSubmit(submitter);
});

/** A site that is busy says when to try again. */
async function patiently(ask) {
  for (let tries = 0; tries < 5; tries++) {
    const response = await ask().catch(() => undefined);
    if (!response || response.redirected) return undefined;
    if (response.status !== 503) return response;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Math.max(1, Number(response.headers.get('retry-after')))));
  }
}

function say(words, done, all) {
  status.textContent = words.replace('{done}', done).replace('{all}', all);
}

function fail(problem) {
  button.disabled = false;
  status.textContent = problem ?? place.dataset.failed;
}
