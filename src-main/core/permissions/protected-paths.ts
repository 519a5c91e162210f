/** Names the paths that no rule opens: secrets, and files that make code run later (PM-4). */
import { relative } from "node:path";
import type { Permission } from "../../../src-preload/contract/domain/permissions";
import { isWithin } from "./walk-path";

/** Folders and files whose content is a secret, or decides what git and Braid itself do. */
const SECRET_NAMES = new Set([
  ...[".ssh", ".aws", ".azure", ".gnupg", ".kube", ".docker", ".password-store", "keychains", ".pki"],
  ...[".git", ".gitconfig", ".git-credentials", ".braid"],
  ...[".netrc", "_netrc", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".pgpass", ".my.cnf", ".htpasswd"],
  ...["credentials.json", "secrets.json", "secrets.yml", "secrets.yaml", ".dockercfg", ".boto", ".s3cfg"],
  ...[".vault-token", "fish_history", ".mozilla", ".thunderbird"],
]);
const SECRET_NAME =
  /^(\.env|\.[a-z0-9_]+_history$|id_(rsa|dsa|ecdsa|ed25519)|service-account.*\.json$)|\.(pem|key|p12|pfx|jks|keystore|keychain|keychain-db|kdbx|ppk|asc)$/;
/** Keys of other programs, and the profiles of browsers: who reads those has what their user is signed in to. */
const SECRET_PATH =
  /(^|\/)(\.config\/(gh|gcloud|google-chrome|chromium|bravesoftware|microsoft-edge|vivaldi|opera)|\.cargo\/credentials(\.toml)?|application support\/(google\/chrome|chromium|firefox|bravesoftware|microsoft edge|vivaldi|com\.operasoftware\.opera)|appdata\/(local|roaming)\/(google\/chrome|chromium|mozilla|bravesoftware|microsoft\/edge|vivaldi|opera software))(\/|$)/;
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
    ".codex",
    ".gemini",
    ".zed",
    ".mcp.json",
  ],
  ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".inputrc"],
  ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login"],
  ...[".gitattributes", ".gitmodules", ".lefthook.yml", "lefthook.yml", ".pre-commit-config.yaml"],
  ...[".vimrc", ".exrc", ".nvimrc", ".emacs", ".gdbinit", ".lldbinit", ".curlrc", ".wgetrc", ".tmux.conf"],
  ...[".xprofile", ".xinitrc", ".xsession", ".xsessionrc", ".pam_environment", ".mise.toml", "mise.toml"],
  ...["autostart", "launchagents", "launchdaemons", "crontab"],
]);
const RUN_LATER_PATH =
  /(^|\/)(node_modules\/\.bin|\.github\/workflows|\.config\/(fish|systemd|git|autostart|environment\.d|nvim|mise)|\.local\/(bin|share\/applications)|\.cargo\/config(\.toml)?)(\/|$)/;

/** Characters that some disks leave out of names, so that `.g<nothing>it` is `.git` there. */
const IGNORED_IN_NAMES = /\p{Default_Ignorable_Code_Point}/gu;

/** Where paths are judged. */
export interface JudgedPlace {
  /** A real path. */
  workspace_root: string;
  /** Braid's own data, a real path. */
  data_dir?: string | undefined;
}

/** As `protectedBecause`, of an absolute path. The names above the workspace protect nothing: it may itself lie in such a folder. */
export function protectedIn(
  { workspace_root, data_dir }: JudgedPlace,
  path: string,
  permission: Permission = "edit",
): "secret" | "runs-later" | undefined {
  // Braid's settings name programs that it runs, and its database holds every conversation.
  if (data_dir !== undefined && isWithin(data_dir, path)) return "secret";
  return protectedBecause(isWithin(workspace_root, path) ? relative(workspace_root, path) : path, permission);
}

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
  if (names.some(isSecret) || SECRET_PATH.test(names.join("/"))) return "secret";
  if (permission === "read") return undefined;
  const runsLater = names.some((name) => RUN_LATER_NAMES.has(name)) || RUN_LATER_PATH.test(names.join("/"));
  return runsLater ? "runs-later" : undefined;
}

/** `git~1` is the short name that Windows gives to `.git`. */
const isSecret = (name: string): boolean =>
  SECRET_NAMES.has(name) || (SECRET_NAME.test(name) && !EXAMPLE.test(name)) || /^git~\d+$/.test(name);
