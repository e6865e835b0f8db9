// Registers the service worker and asks it to store the offline copy. Browsers support service workers only over HTTPS. On the
// collection and wishlist pages, a running worker updates its copy itself.

const { worker, scope, lens } = document.querySelector('[data-worker]').dataset;
if (navigator.serviceWorker && (lens !== undefined || !navigator.serviceWorker.controller)) void keep();

async function keep() {
  // Offline, the registered worker stays.
  if (navigator.onLine) await navigator.serviceWorker.register(worker, { scope, updateViaCache: 'none' }).catch(sayRefused);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: true });
}

/** Browsers refuse, for example, a page whose certificate they don't trust. */
function sayRefused() {
  const note = document.querySelector('[data-refused]');
  if (!note || navigator.serviceWorker.controller) return;
  note.firstChild.textContent = `${note.dataset.refused} `;
  note.classList.remove('insecure-only');
}
