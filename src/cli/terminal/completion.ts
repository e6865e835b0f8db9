import { type RootCommand, ShellCompDirective } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from '@commander-js/extra-typings';
import { flagOf } from '../../config';

const shells = ['bash', 'zsh', 'fish'];

/** Adds `completion SHELL`, whose script asks the hidden command `complete`. */
export function addCompletion(root: Command): void {
  const completions = tab(root as never, { completionCommandName: 'completion' });
  completePaths(completions);
  const command = root.commands.find((command) => command.name() === 'completion');
  command?.registeredArguments[0]?.choices(shells);
  const offered = completions.commands.get('completion')?.arguments.get('shell');
  if (offered) offered.handler = (complete) => shells.map((shell) => complete(shell, ''));
  command
    ?.summary('print a shell completion script')
    .description(installation)
    .action((...[shell]) => console.log(scriptOf(completions, String(shell))));
}

const installation = `Print a shell completion script.

  bash  leitmotif completion bash > ~/.local/share/bash-completion/completions/leitmotif
        (needs the package bash-completion)
  zsh   leitmotif completion zsh > ~/.zfunc/_leitmotif
        (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  fish  leitmotif completion fish > ~/.config/fish/completions/leitmotif.fish`;

/** Captures the script that the library prints. */
function scriptOf(completions: RootCommand, shell: string): string {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  try {
    completions.setup('leitmotif', 'leitmotif', shell);
  } finally {
    console.log = log;
  }
  const script = lines.join('\n');
  return shell === 'bash' ? forBash(script) : script;
}

/**
 * Fixes the library's bash script: its constants clash with other programs and on reload, and it never falls back to file names.
 */
const forBash = (script: string): string =>
  script
    .replaceAll('readonly ShellCompDirective', 'ShellCompDirective')
    .replaceAll('ShellCompDirective', '__leitmotif_directive_')
    .replace('complete -F __leitmotif_complete', 'complete -o default -F __leitmotif_complete');

/** Falls back to file or directory names, which the library disables. */
function completePaths(completions: RootCommand): void {
  const { ShellCompDirectiveDefault, ShellCompDirectiveNoFileComp, ShellCompDirectiveFilterDirs } = ShellCompDirective;
  let isForDirectory = false;
  for (const command of completions.commands.values()) {
    const data = command.options.get(flagOf('data'));
    if (data)
      data.handler = () => {
        isForDirectory = true;
      };
  }
  Object.defineProperty(completions, 'directive', {
    get: () => {
      if (isForDirectory) return ShellCompDirectiveFilterDirs | ShellCompDirectiveNoFileComp;
      return completions.completions.length === 0 ? ShellCompDirectiveDefault : ShellCompDirectiveNoFileComp;
    },
    set: () => {},
  });
}
