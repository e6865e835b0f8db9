interface LensProps {
  /** Answers `?code=` with the fragment for `#answer`. */
  readonly answer: string;
  /** `barcode-reader.js` */
  readonly reader: string;
  /** `barcode-reader.wasm` */
  readonly readerModule: string;
  readonly texts: LensTexts;
  /** Service worker for offline use, and its scope. */
  readonly worker?: string;
  readonly scope?: string;
}

interface LensTexts {
  readonly open: string;
  readonly noCamera: string;
  readonly noReader: string;
}

/** Camera view for `lens.js`; hidden without scripts. */
export const Lens = ({ answer, reader, readerModule, texts, worker, scope }: LensProps) => (
  <div
    class="cover lens"
    data-lens={answer}
    data-reader={reader}
    data-reader-module={readerModule}
    data-no-camera={texts.noCamera}
    data-no-reader={texts.noReader}
    data-worker={worker}
    data-scope={scope}
  >
    <video muted playsInline hidden />
    <svg viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g>
        <path fill="#1c1b1d" d="M0 0h400v300H0z" />
        <g transform="translate(114 118) scale(1.82 1.2)">
          <path fill="#fff" fill-opacity=".22" d={bars} />
        </g>
      </g>
      <path fill="#000" fill-opacity=".45" fill-rule="evenodd" d="M0 0h400v300H0zM70 92h260v128H70z" />
      <path fill="#fff" d="M70 84h3v144h-3zM78 84h2v144h-2zM327 84h3v144h-3zM320 84h2v144h-2z" />
    </svg>
    <button type="button" hidden>
      {texts.open}
    </button>
    <p role="status" class="hidden" />
  </div>
);

/** Decoration. */
const bars =
  'M0 0h1v64H0zM2 0h1v64H2zM4 0h3v58H4zM8 0h2v58H8zM11 0h1v58H11zM15 0h2v58H15zM18 0h2v58H18zM23 0h1v58H23z' +
  'M27 0h2v58H27zM30 0h1v58H30zM34 0h1v58H34zM36 0h2v58H36zM41 0h1v58H41zM43 0h2v58H43zM46 0h1v64H46z' +
  'M48 0h1v64H48zM50 0h1v58H50zM52 0h1v58H52zM57 0h1v58H57zM60 0h3v58H60zM64 0h1v58H64zM68 0h1v58H68z' +
  'M71 0h1v58H71zM73 0h3v58H73zM78 0h2v58H78zM81 0h2v58H81zM85 0h3v58H85zM90 0h1v58H90zM92 0h1v64H92z' +
  'M94 0h1v64H94z';
