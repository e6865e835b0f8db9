// The lens of the shop page: it reads the barcodes that the camera sees, and asks the server for each what it is. The
// picture stays in the browser. Where the browser reads no barcodes itself, a reader in WebAssembly is loaded from our server.

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e'];

/** As the reader calls the same. */
const readerFormats = ['EAN13', 'EAN8', 'UPCA', 'UPCE'];

/** A hand needs a moment from one disc to the next. */
const millisecondsBetweenLooks = 250;

/** Bars stay wide enough to be read, and a frame costs the reader little. */
const widestFrame = 960;

const lens = document.querySelector('[data-lens]');
if (lens) {
  // For other scripts of the page: numbers are typed too.
  lens.lookUp = (number) => ask(lens, number);
  if (navigator.mediaDevices) start(lens);
  else withoutCamera(lens);
}

function start(lens) {
  const button = lens.querySelector('button');
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const video = await camera(lens);
    button.disabled = false;
    if (!video) return say(lens, lens.dataset.noCamera);
    button.hidden = true;
    try {
      watch(lens, video, await detector(lens.dataset));
    } catch {
      say(lens, lens.dataset.noReader);
    }
  });
}

/** The picture of the camera at the back, or nothing where there is none or it may not be used. */
async function camera(lens) {
  const video = lens.querySelector('video');
  try {
    const wanted = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    video.hidden = false;
    await video.play();
    addEventListener('pagehide', () => close(video), { once: true });
    return video;
  } catch {
    close(video);
  }
}

function close(video) {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  video.hidden = true;
}

/** Asks for every number that is seen, once until another is. */
function watch(lens, video, numberIn) {
  let last;
  const look = async () => {
    if (!video.srcObject) return;
    const number = document.hidden ? undefined : await numberIn(video).catch(() => undefined);
    if (number && number !== last && (await ask(lens, number))) last = number;
    setTimeout(look, millisecondsBetweenLooks);
  };
  void look();
}

/** Shows the server's answer, a fragment of the page. Says whether there was one. */
async function ask(lens, number) {
  const answer = document.querySelector('#answer');
  const url = new URL(lens.dataset.lens, location.href);
  url.searchParams.set('code', number);
  const response = await fetch(url).catch(() => undefined);
  // Whoever is no longer signed in is led to where they can.
  if (response?.redirected) location.reload();
  if (!response?.ok || response.redirected) return false;
  answer.innerHTML = await response.text();
  document.querySelector('main').className = answer.querySelector('[data-era]')?.dataset.era ?? '';
  history.replaceState(null, '', `?${new URLSearchParams({ code: number })}`);
  answer.dispatchEvent(new Event('answered'));
  navigator.vibrate?.(40);
  return true;
}

async function detector(addresses) {
  const known = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return known.includes('ean_13') ? nativeDetector(formats.filter((format) => known.includes(format))) : loadedDetector(addresses);
}

function nativeDetector(formats) {
  const detector = new BarcodeDetector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function loadedDetector({ reader, readerModule }) {
  await load(reader);
  const { prepareZXingModule, readBarcodes } = globalThis.ZXingWASM;
  // It would be fetched from another server else.
  await prepareZXingModule({ overrides: { locateFile: () => readerModule }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, widestFrame / video.videoWidth);
    canvas.width = video.videoWidth * scale;
    canvas.height = video.videoHeight * scale;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    return (await readBarcodes(picture, { formats: readerFormats, maxNumberOfSymbols: 1 }))[0]?.text;
  };
}

const load = (address) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, onload: resolve, onerror: reject });
    document.head.append(script);
  });

function withoutCamera(lens) {
  lens.hidden = true;
  // Over plain HTTP no permission helps.
  if (isSecureContext) document.querySelector('[data-camera-help]')?.removeAttribute('hidden');
}

/** Says why there is no picture, and leads to the field where a number is typed. */
function say(lens, text) {
  const place = lens.querySelector('[role="status"]');
  place.className = 'say';
  place.textContent = text;
  document.querySelector('[data-camera-help]')?.removeAttribute('hidden');
  document.querySelector('[name="code"]:not([type="hidden"])')?.focus();
}
