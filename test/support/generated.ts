import { generate } from '../../packaging/generated';

// Preloaded by bunfig.toml, so that a test file on its own sees changed texts and styles too.
generate();
