// The review page by keyboard: a digit takes a candidate of the release with the focus, or of the first; 0 keeps the placeholder, and
// n goes to the next release. All of it also works with the mouse. The page after a decision has the focus on the next release.

const forms = [...document.querySelectorAll('[data-review]')];

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input:not([type=radio]), select, textarea')) return;
  const form = event.target.closest('[data-review]') ?? forms[0];
  if (!form) return;
  if (event.key === 'n') {
    const next = forms[(forms.indexOf(form) + (event.target.closest('[data-review]') ? 1 : 0)) % forms.length];
    next.querySelector('input[type=radio]')?.focus();
    next.scrollIntoView({ block: 'center' });
    return;
  }
  const chosen = /^\d$/.test(event.key) && form.querySelector(`[data-key="${event.key}"]`);
  // A key that is held down.
  if (!chosen || event.repeat || form.ariaBusy) return;
  event.preventDefault();
  form.ariaBusy = 'true';
  if (chosen.type !== 'radio') return chosen.click();
  chosen.checked = true;
  form.requestSubmit(form.querySelector('[value=accept]'));
});
