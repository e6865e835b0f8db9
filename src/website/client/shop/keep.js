// Registers the service worker, and has it store what works offline. Browsers have service workers only over HTTPS. On the lists, a
// worker that is there brings its copy up to date by itself.

const { worker, scope, lens } = document.querySelector('[data-worker]').dataset;
if (navigator.serviceWorker && (lens !== undefined || !navigator.serviceWorker.controller)) void keep();

async function keep() {
  // Without a network the one that is there goes on.
  if (navigator.onLine) await navigator.serviceWorker.register(worker, { scope, updateViaCache: 'none' }).catch(() => undefined);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: true });
}
