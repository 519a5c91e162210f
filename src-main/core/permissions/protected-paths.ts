/** Names the paths that no rule opens: secrets, and files that make code run later (PM-4). */
import type { Permission } from "../../../src-preload/contract/domain/permissions";

/** Folders and files whose content is a secret, or decides what git and Braid itself do. */
const SECRET_NAMES = new Set([
  ...[".ssh", ".aws", ".azure", ".gnupg", ".kube", ".docker", ".password-store", "keychains", ".pki"],
  ...[".git", ".gitconfig", ".git-credentials", ".braid"],
  ...[".netrc", "_netrc", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".pgpass", ".my.cnf", ".htpasswd"],
  ...["credentials.json", "secrets.json", "secrets.yml", "secrets.yaml", ".dockercfg", ".boto", ".s3cfg"],
]);
const SECRET_NAME =
  /^(\.env|id_(rsa|dsa|ecdsa|ed25519)|service-account.*\.json$)|\.(pem|key|p12|pfx|jks|keystore|keychain|keychain-db|kdbx|ppk|asc)$/;
/** Templates, which hold no secret. */
const EXAMPLE = /^\.env\.(example|sample|template)$/;

/** Files and folders that a shell, an editor, a hook or another agent runs without a question. */
const RUN_LATER_NAMES = new Set([
  ...[
    ".vscode",
    ".idea",
    ".husky",
    ".githooks",
    ".devcontainer",
    ".direnv",
    ".claude",
    ".cursor",
    ".mcp.json",
  ],
  ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".inputrc"],
  ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login"],
  ...[".gitattributes", ".gitmodules", ".lefthook.yml", "lefthook.yml", ".pre-commit-config.yaml"],
  ...[".vimrc", ".exrc", ".nvimrc", ".emacs", ".gdbinit", ".lldbinit", ".curlrc", ".wgetrc", ".tmux.conf"],
  ...["autostart", "launchagents", "launchdaemons", "crontab"],
]);
const RUN_LATER_PATH =
  /(^|\/)(node_modules\/\.bin|\.github\/workflows|\.config\/(fish|systemd|git|autostart))(\/|$)/;

/** Characters that some disks leave out of names, so that `.g<nothing>it` is `.git` there. */
const IGNORED_IN_NAMES = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns why a path may only be touched after a question, or undefined. The names of a path inside the workspace count from there: pass it
 * relative to its root. Case never matters, because it does not on every disk.
 */
export function protectedBecause(
  path: string,
  permission: Permission = "edit",
): "secret" | "runs-later" | undefined {
  const spelled = path.replaceAll("\\", "/").replace(IGNORED_IN_NAMES, "").toLowerCase();
  // Windows ignores dots and spaces at the end of a name, and what follows a colon.
  const names = spelled.split("/").map((name) => name.replace(/:.*$/s, "").replace(/(?<=[^. ])[. ]+$/, ""));
  if (names.some(isSecret)) return "secret";
  if (permission === "read") return undefined;
  const runsLater = names.some((name) => RUN_LATER_NAMES.has(name)) || RUN_LATER_PATH.test(names.join("/"));
  return runsLater ? "runs-later" : undefined;
}

/** `git~1` is the short name that Windows gives to `.git`. */
const isSecret = (name: string): boolean =>
  SECRET_NAMES.has(name) || (SECRET_NAME.test(name) && !EXAMPLE.test(name)) || /^git~\d+$/.test(name);
