/**
 * Options of `bun build` for the executable.
 *
 * No --minify-identifiers: Elysia's generated code tests class names, and validation would silently be off. The executable
 * ignores bunfig.toml and .env in the working directory, since they can run code. --splitting puts modules that are not
 * needed at startup into chunks that are loaded on demand.
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
