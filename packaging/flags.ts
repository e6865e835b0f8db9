/**
 * How the executable is compiled.
 *
 * Names are not shortened (--minify-identifiers): Elysia generates code that tests the names of classes, and validation
 * would be off without a word. The executable reads no bunfig.toml and no .env of the folder it is started in, since
 * those run code. What a server does not need at its start is in parts of its own (--splitting), loaded when it is.
 */
export const flags = [
  '--compile',
  '--minify-whitespace',
  '--minify-syntax',
  '--splitting',
  '--bytecode',
  '--format=esm',
  '--sourcemap',
  '--no-compile-autoload-bunfig',
  '--no-compile-autoload-dotenv',
];
