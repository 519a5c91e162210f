/** The commands of which the parser knows more than the name: those that run others, those that read text as a program, the harmless ones. */

/** Words that belong to the grammar: as the name of a command they prove that it misread the text. */
export const RESERVED = new Set([
  ...["if", "then", "elif", "else", "fi", "case", "esac", "for", "select", "while", "until", "do", "done"],
  ...["in", "function", "{", "}", "[[", "]]", "!"],
]);

export const SHELLS = /^(sh|bash|dash|ash|zsh|ksh|mksh|fish|rbash|csh|tcsh|pwsh|powershell|cmd)$/;
export const INTERPRETERS =
  /^(python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|rscript|julia|osascript|tclsh|guile|groovy|scala)$/;
/** First arguments of an interpreter after which it runs no text. */
export const HARMLESS_START: readonly { kind: RegExp; start: RegExp }[] = [
  { kind: /^python/, start: /^(-m|--version|--help)$/ },
  { kind: /^node/, start: /^(--test|--version|--help)$/ },
  { kind: /^(deno|bun|tsx|ruby|perl)/, start: /^--version$/ },
];
/** Commands of an interpreter that read a program from an argument or from their input. */
export const INTERPRETED_TEXT = /^(eval|repl|exec|-.*)?$/;

/** Commands that take a program as text, in their arguments or their input, or that change how later commands are read. */
export const RUNS_TEXT = new Set([
  ...["eval", "source", ".", "exec", "trap", "coproc", "alias", "unalias", "set", "shopt", "enable", "hash"],
  ...["bind", "complete", "let", "read", "mapfile", "readarray", "getopts", "fc", "history", "declare"],
  ...["export", "typeset", "readonly", "local", "unset", "unsetenv"],
  ...[
    "xargs",
    "parallel",
    "watch",
    "entr",
    "watchexec",
    "nodemon",
    "sudo",
    "doas",
    "su",
    "runuser",
    "pkexec",
  ],
  ...[
    "ssh",
    "mosh",
    "chroot",
    "unshare",
    "nsenter",
    "setpriv",
    "strace",
    "ltrace",
    "perf",
    "script",
    "flock",
  ],
  ...["at", "batch", "crontab", "systemd-run", "busybox", "toybox", "screen", "tmux", "socat", "nc", "ncat"],
  ...["netcat", "telnet", "expect", "gdb", "lldb", "ed", "ex", "vi", "vim", "view", "nvim", "emacs", "less"],
  ...["more", "man", "m4", "sqlite3", "psql", "mysql", "dc", "start-stop-daemon", "run-parts", "faketime"],
]);

/** The wrappers whose later words are a command. The rules of that command count as well, so that a `deny` holds. */
export const RUNS_WORDS = new Set([
  ...[
    "exec",
    "coproc",
    "xargs",
    "parallel",
    "watch",
    "sudo",
    "doas",
    "runuser",
    "pkexec",
    "unshare",
    "nsenter",
  ],
  ...["setpriv", "strace", "ltrace", "perf", "systemd-run", "busybox", "toybox", "faketime", "entr"],
]);

/** Commands that run the command behind them. The number says how many words of their own come first. */
export const WRAPPERS: ReadonlyMap<string, number> = new Map([
  ...["command", "builtin", "nohup", "time", "nice", "setsid", "stdbuf", "ionice", "caffeinate", "env"].map(
    (name): [string, number] => [name, 0],
  ),
  ["timeout", 1],
  ["gtimeout", 1],
]);

/** Arguments with which a command runs another, or writes where its other arguments do not say. Long options may be cut short. */
export const RISKY_ARGUMENTS: ReadonlyMap<string, RegExp> = new Map([
  ["find", /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/],
  ["fd", /^(-[a-zA-Z]*[xX]|--exec)/],
  ["fdfind", /^(-[a-zA-Z]*[xX]|--exec)/],
  ["rg", /^--(pre|hostname-bin)/],
  ["tar", /^(--(to|chec|use|rsh|info|new)|-?[a-zA-Z]*[IF])/],
  ["bsdtar", /^(--(to|chec|use)|-?[a-zA-Z]*[IF])/],
  ["sort", /^(--(c|o|fi)|-[a-zA-Z]*o)/],
  ["split", /^--fi/],
  ["rsync", /^(-[a-zA-Z]*e|--rs)/],
  ["scp", /^-[a-zA-Z]*[SoF]/],
  ["sftp", /^-[a-zA-Z]*[SoFb]/],
  ["zip", /^(-[a-zA-Z]*T|--u)/],
  ["make", /^(--ev|--f|--mak|-[a-zA-Z]*f|[A-Z._]+:?[:?!+]?=)/],
  ["gmake", /^(--ev|--f|--mak|-[a-zA-Z]*f|[A-Z._]+:?[:?!+]?=)/],
  ["npm", /^(-c|--c|--script-shell|--node-options|--userconfig|--globalconfig)/],
  ["npx", /^(-c|--c|--node-options|--shell)/],
  ["pnpm", /^(-c|--shell-mode|--script-shell|--node-options)/],
  ["printf", /^-v/],
  ["go", /^--?(exec|toolexec|vettool)/],
  ["cargo", /^--config/],
  [
    "git",
    /^(--(e|out|up|rec|open|config|git-dir|work-tree|namespace|super)|-x|-O|ext::|config$|filter-branch$|bisect$|submodule$|difftool$|mergetool$|hook$|daemon$|shell$|send-email$|instaweb$|credential)/,
  ],
]);

/** Options of `git clone` and `git init` that name programs, or a folder with hooks. Elsewhere in git they say other things. */
export const GIT_MAKES = /^(clone|init)$/;
export const GIT_MAKES_RISK = /^(-[a-zA-Z]*[cu]|--t(e|$|=))/;

/** The options that git takes before its command without a change of what runs. */
export const GIT_START = /^(--no-pager|-P|--version|--help|--no-optional-locks)$/;

/** Programs of `awk` that only print, and its options that take no program. */
export const AWK = /^(awk|gawk|mawk|nawk)$/;
export const AWK_RISK = /system|getline|[|>@]|^-(?![Fv])/;
/** The scripts of `sed` that only print, delete and replace. Others write files or run commands. */
export const SED_OPTION = /^-[nEriszu]+$/;
export const SED_SCRIPT = /^((\d+|\$)?(,(\d+|\$))?[pdq]|s\/[^/\n\\;{}]*\/[^/\n\\;{}]*\/[gpI\d]*)$/;

/** A reader of which nobody has to be asked. */
interface HarmlessCommand {
  /** The options that keep the command harmless. */
  options: RegExp;
  /** The command's words are paths. */
  takes_paths?: true;
  /** The words that are allowed; absent where any are. */
  words?: RegExp;
}

/** Deliberately tiny: each entry has to keep its promise with every argument that it accepts. */
export const HARMLESS: ReadonlyMap<string, HarmlessCommand> = new Map<string, HarmlessCommand>([
  ["pwd", { options: /^-[LP]$/ }],
  ["echo", { options: /^/ }],
  ["true", { options: /^/ }],
  ["false", { options: /^/ }],
  ["whoami", { options: /^$/, words: /^$/ }],
  ["date", { options: /^-[uRI]$/, words: /^\+/ }],
  ["ls", { options: /^(-[aAlhrtS1dFgGnpsRiCmx]+|--color=never)$/, takes_paths: true }],
  ["cat", { options: /^-[nbsvetAET]+$/, takes_paths: true }],
  ["head", { options: /^-([qv]|\d+|[nc]-?\d*)$/, takes_paths: true }],
  ["tail", { options: /^-([qv]|\d+|[nc][-+]?\d*)$/, takes_paths: true }],
  ["wc", { options: /^-[lwcmL]+$/, takes_paths: true }],
  ["stat", { options: /^-[Lt]+$/, takes_paths: true }],
]);

/** Commands for which a suggested rule names the whole line: the first words alone say too little of what runs. */
export const SUGGESTED_WHOLE = new Set([
  ...["rm", "rmdir", "mv", "dd", "chmod", "chown", "kill", "killall", "pkill", "curl", "wget", "sed", "mkfs"],
  ...["find", "shred", "truncate", "ln", "install", "cp", "tee"],
]);

/** Variables of which a value changes no program that runs. */
const HARMLESS_VARIABLES = new Set([
  ...["CI", "NODE_ENV", "FORCE_COLOR", "NO_COLOR", "CLICOLOR", "TZ", "LANG", "LC_ALL", "COLUMNS", "LINES"],
  ...["TERM", "PORT", "VERBOSE", "RUST_BACKTRACE", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"],
]);
export const isHarmlessVariable = (name: string): boolean => HARMLESS_VARIABLES.has(name);

/** Variables of the text itself. Some programs read a few names in small letters. */
export const isOwnVariable = (name: string): boolean =>
  isHarmlessVariable(name) ||
  (/^[a-z_][a-z0-9_]*$/.test(name) && !/proxy|npm|yarn|auto_resume|histchars/.test(name) && name !== "_");

/** Returns the name that decides what a command is: without its folder, without case, which not every disk knows. */
export const kindOf = (name: string): string =>
  name
    .replace(/^.*[\\/](?=.)/s, "")
    .replace(/\.exe$/i, "")
    .toLowerCase();
