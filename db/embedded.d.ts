// Files embedded in the executable: SQL and Markdown are imported as text, all others as the path of the embedded file.
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.jsonl' {
  const path: string;
  export default path;
}

declare module '*.css' {
  const path: string;
  export default path;
}

declare module '*.ttf' {
  const path: string;
  export default path;
}
declare module '*.png' {
  const path: string;
  export default path;
}
declare module '*.wasm' {
  const path: string;
  export default path;
}
declare module '*/enhance.js' {
  const path: string;
  export default path;
}
declare module '*.svg' {
  const path: string;
  export default path;
}
declare module '*/import.js' {
  const path: string;
  export default path;
}
declare module '*/review.js' {
  const path: string;
  export default path;
}

declare module '*/lens.js' {
  const path: string;
  export default path;
}

declare module '*/keep.js' {
  const path: string;
  export default path;
}
declare module '*/passkeys.js' {
  const path: string;
  export default path;
}
declare module '*/shop.js' {
  const path: string;
  export default path;
}

declare module '*/service-worker.js' {
  const path: string;
  export default path;
}
declare module '*/zxing-wasm/dist/iife/reader/index.js' {
  const path: string;
  export default path;
}
declare module '*.woff2' {
  const path: string;
  export default path;
}
