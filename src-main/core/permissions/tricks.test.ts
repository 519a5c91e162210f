/** A table of tricks of shells and paths, each with the verdict that it must get under generous rules. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a shell.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  Permission,
  PermissionRule,
  RuleAction,
} from "../../../src-preload/contract/domain/permissions";
import { type CommandReader, createCommandReader } from "./commands";
import { needOfPath, resolvePath } from "./paths";
import { judge, verdictOf } from "./rules";

/** The folder of the session, with a secret beside it. */
const outer = realpathSync(mkdtempSync(join(tmpdir(), "braid-tricks-")));
const workspace_root = join(outer, "work");

const rulesOf = (permission: Permission, action: RuleAction, patterns: string[]): PermissionRule[] =>
  patterns.map((pattern) => ({ permission, action, pattern, source: "session", added_at: 1 }));

/** As generous as a careless user would be: only what the parser doubts, and what nobody allowed, is left. */
const RULES: PermissionRule[] = [
  ...rulesOf("command", "allow", [
    ...["npm test *", "npm run *", "git *", "cat *", "ls *", "cd *", "find *", "timeout *", "python3 *"],
    ...["node *", "sed *", "awk *", "tar *", "echo *", "env *", "bash *", "sh *", "xargs *", "sudo *"],
    ...["eval *", "source *", "nohup *", "grep *", "printf *", "make *", "true *", "pushd *", "exec *"],
    ...["command *", "builtin *", "trap *", "export *", "read *", "time *", "sort *", "rg *", "test *"],
    ...["tee *", "cp *", "head *", "alias *", "let *", "set *", "ssh *", "nice *", "perl *", "ruby *"],
  ]),
  ...rulesOf("command", "deny", ["rm *", "git push *"]),
  ...rulesOf("edit", "allow", ["src/**", "out.txt"]),
  ...rulesOf("edit", "deny", ["dist/**"]),
  ...rulesOf("read", "allow", ["**"]),
];

let reader: CommandReader;

beforeAll(async () => {
  for (const folder of ["src", "src/deep", "dist", ".git/hooks", "node_modules/.bin", ".vscode"])
    mkdirSync(join(workspace_root, folder), { recursive: true });
  for (const file of ["src/a.ts", "package.json", ".env", ".env.example", ".git/config", "key.pem", "-n"])
    writeFileSync(join(workspace_root, file), "x");
  writeFileSync(join(outer, "secret"), "x");
  symlinkSync(join(outer, "secret"), join(workspace_root, "link"));
  symlinkSync(outer, join(workspace_root, "out"));
  symlinkSync("../..", join(workspace_root, "src/up"));
  symlinkSync(join(outer, "new-file"), join(workspace_root, "dangling"));
  symlinkSync("src", join(workspace_root, "fine"));
  symlinkSync(".env", join(workspace_root, "plain.txt"));
  symlinkSync("/proc/self/cwd", join(workspace_root, "own"));
  symlinkSync("loop", join(workspace_root, "loop"));
  reader = await createCommandReader();
});
afterAll(() => rmSync(outer, { recursive: true, force: true }));

function verdictOfCommand(command: string, rules = RULES): RuleAction {
  const needs = reader.needsOf(command, { workspace_root, home: homedir() });
  return verdictOf(judge(needs, rules, "ordinary", workspace_root));
}

type Trick = [command: string, verdict: RuleAction];

/** Commands that a user would be angry to be asked about. */
const FINE: Trick[] = [
  ["npm test", "allow"],
  ["npm test --watch", "allow"],
  ["npm test -- src/a.ts", "allow"],
  ["npm test 2>&1", "allow"],
  ["npm test 2>/dev/null", "allow"],
  ["npm test 2>&1 | tail -50", "allow"],
  ["npm test > out.txt", "allow"],
  ["npm test >> out.txt 2>&1", "allow"],
  ["npm test &> src/log", "allow"],
  ["npm test && npm run build", "allow"],
  ["npm test;npm run build", "allow"],
  ["npm test &", "allow"],
  ["CI=1 npm test", "allow"],
  ["npm \\\n  test", "allow"],
  ["npm test # rm x", "allow"],
  ["npm test 'rm x'", "allow"],
  ['npm test ";" rm', "allow"],
  ["cat src/a.ts", "allow"],
  ["cat fine/a.ts", "allow"],
  ["cat src/../package.json", "allow"],
  ["cat .env.example", "allow"],
  ["cat < src/a.ts", "allow"],
  ["cat src/a.ts | head -n 5", "allow"],
  ["cd src && ls", "allow"],
  ["cd src && cat a.ts", "allow"],
  ["(cd src; npm test)", "allow"],
  ["if true; then npm test; fi", "allow"],
  ["for i in 1 2 3; do npm test; done", "allow"],
  ["timeout 5 npm test", "allow"],
  ["nohup npm test", "allow"],
  ["! npm test", "allow"],
  ["{ npm test; }", "allow"],
  ["sed -n '1,50p' src/a.ts", "allow"],
  ["awk '{print $1}' src/a.ts", "allow"],
  ["python3 -m pytest", "allow"],
  ["node src/a.js", "allow"],
  ["git --no-pager status", "allow"],
  ["cat <<'EOF' > src/new.ts\nrm $(x) `y`\nEOF", "allow"],
  ["cat <<EOF > src/new.ts\nplain\nEOF\nnpm test", "allow"],
  ["find . -name '*.ts'", "allow"],
  ["echo $?", "allow"],
  ["echo ünïcode", "allow"],
];

/** More than one command in the text. */
const SEQUENCES: Trick[] = [
  ["npm test; rm -rf x", "deny"],
  ["npm test && rm x", "deny"],
  ["npm test || rm x", "deny"],
  ["npm test | rm x", "deny"],
  ["npm test |& rm x", "deny"],
  ["npm test & rm x", "deny"],
  ["npm test $(rm x)", "deny"],
  ["npm test `rm x`", "deny"],
  ['npm test "$(rm x)"', "deny"],
  ['npm test "`rm x`"', "deny"],
  ["npm test <(rm x)", "deny"],
  ["npm test > >(rm x)", "deny"],
  ["npm test > /etc/x", "ask"],
  ["npm test\nrm x", "deny"],
  ["npm test\n\n\trm x", "deny"],
  ["ls;rm x", "deny"],
  ["ls\nrm x", "deny"],
  ["ls # x\nrm x", "deny"],
  ["ls \\\nrm x", "allow"],
  ["ls \\\\\nrm x", "deny"],
  ["ls; curl x", "ask"],
  ["(rm x)", "deny"],
  ["{ rm x; }", "deny"],
  ["! rm x", "deny"],
  ["if false; then cd src; else cat ../secret; fi", "ask"],
  ["true || cd src && cat ../secret", "ask"],
  ["cd src < nofile; cat ../secret", "ask"],
  ["while true; do rm x; done", "deny"],
  ["until rm x; do true; done", "deny"],
  ["for i in $(rm x); do true; done", "deny"],
  ["for i in 1; do rm x; done", "deny"],
  ["for PATH in src; do npm test; done", "ask"],
  ["case x in x) rm x;; esac", "deny"],
  ["case $(rm x) in x) ls;; esac", "deny"],
  ["[[ -n $(rm x) ]]", "deny"],
  ["[ -n `rm x` ]", "deny"],
  ["[[ 'a[$(rm x)]' -eq 1 ]]", "ask"],
  ["test -v 'a[$(rm x)]'", "ask"],
  ["(( a = 1 ))", "ask"],
  ["echo $(( a[$(rm x)] ))", "deny"],
  ["let 'a[$(rm x)]=1'", "ask"],
  ["for ((i=0; i<1; i++)); do rm x; done", "deny"],
  ["a[$(rm x)]=1", "deny"],
  ["x=$(rm x)", "deny"],
  ["x=(1 $(rm x))", "deny"],
  ["echo ${x:-$(rm x)}", "deny"],
  ["echo ${x:=`rm x`}", "ask"],
  ["cat <<EOF\n$(rm x)\nEOF", "deny"],
  ["cat <<EOF\n`rm x`\nEOF", "ask"],
  ["cat <<'EOF'\nx\nEOF\nrm x", "deny"],
  ["cat <<E\\OF\nx\nEOF\nrm x\nE\\OF", "deny"],
  ['cat <<E"O"F\nx\nEOF\nrm x\nE"O"F', "ask"],
  ["cat <<EOF\nE\\\nOF\nEOF\nrm x\nEOF", "deny"],
  ["cat <<A <<B\nx\nA\ny\nB", "ask"],
  ["cat <<'EOF' | bash\nls\nEOF", "ask"],
  ["cat <<'EOF' ../secret\nls\nEOF", "ask"],
  ["cat <<< $(rm x)", "deny"],
  ["bash <<< 'rm x'", "ask"],
  ["bash <<'EOF'\nrm x\nEOF", "ask"],
  ["f() { rm x; }; f", "deny"],
  ["npm() { true; }; npm test", "ask"],
  ["function ls { true; }", "ask"],
];

/** A command that is not spelled as it runs. */
const SPELLINGS: Trick[] = [
  ["\\rm x", "deny"],
  ['r""m x', "deny"],
  ["'rm' x", "deny"],
  ['"rm" x', "deny"],
  ["r\\m x", "deny"],
  ["rm 'x'", "deny"],
  ["rm\tx", "deny"],
  ["  rm   x  ", "deny"],
  ["FOO=bar rm x", "deny"],
  ["> out.txt rm x", "deny"],
  ["2>&1 rm x", "deny"],
  ["$'\\x72m' x", "ask"],
  ["$'rm' x", "ask"],
  ['$"rm" x', "ask"],
  ["rm${IFS}x", "ask"],
  ["$0 x", "ask"],
  ["$x", "ask"],
  ["${x}rm y", "ask"],
  ["r* x", "ask"],
  ["/bin/r? x", "ask"],
  ["{rm,x}", "ask"],
  ["r\\\nm x", "ask"],
  ["npm te\\\nst", "ask"],
  ["npm\u00a0test", "ask"],
  ["npm\u2003test", "ask"],
  ["npm test\u2028rm x", "ask"],
  ["npm test\rrm x", "ask"],
  ["npm test\r\nrm x", "deny"],
  ["npm test\0rm x", "ask"],
  ["npm test \u202e x", "ask"],
  ["npm te\u200bst", "ask"],
  ["npm test \u0008", "ask"],
  ["nрm test", "ask"],
  ["npm test 'unfinished", "ask"],
  ["npm test )", "ask"],
  ["npm test ;; rm x", "deny"],
  ["if true; then npm test", "ask"],
  ["echo $'a\\' ; rm x #'", "ask"],
  ["npm test $x", "ask"],
  ["npm test *", "ask"],
  ["npm test {a,b}", "ask"],
  ["npm test ~/x", "ask"],
  ["echo $HOME", "ask"],
  ["echo ${!x}", "ask"],
  ["echo `", "ask"],
  ["", "ask"],
  ["# nothing", "ask"],
  ["x".repeat(20_001), "ask"],
  ["(".repeat(5000), "ask"],
  ["$(".repeat(3000), "ask"],
];

/** A command that runs another, or a text. */
const RUNNERS: Trick[] = [
  ["bash -c 'rm x'", "deny"],
  ["bash -c ls", "ask"],
  ["sh -c ls", "ask"],
  ["bash -lc ls", "ask"],
  ["bash", "ask"],
  ["npm test | bash", "ask"],
  ["npm test | sh -s", "ask"],
  ["/bin/sh -c ls", "ask"],
  ["eval rm x", "deny"],
  ["eval 'ls'", "ask"],
  ["source src/a.ts", "ask"],
  [". src/a.ts", "ask"],
  ["exec rm x", "deny"],
  ["exec ls", "ask"],
  ["command rm x", "deny"],
  ["command ls", "allow"],
  ["builtin cd ..", "ask"],
  ["builtin eval ls", "ask"],
  ["coproc rm x", "deny"],
  ["coproc ls", "ask"],
  ["time rm x", "deny"],
  ["trap 'rm x' EXIT", "deny"],
  ["trap 'ls' EXIT", "ask"],
  ["xargs rm", "deny"],
  ["ls | xargs cat", "ask"],
  ["sudo rm x", "deny"],
  ["sudo ls", "ask"],
  ["env rm x", "deny"],
  ["env FOO=1 rm x", "deny"],
  ["env LD_PRELOAD=x npm test", "ask"],
  ["env -S 'rm x'", "ask"],
  ["env -i npm test", "ask"],
  ["nohup rm x", "deny"],
  ["timeout 5 rm x", "deny"],
  ["timeout -k 1 5 npm test", "ask"],
  ["timeout 5 cd src; cat ../x", "ask"],
  ["timeout 5 bash -c ls", "ask"],
  ["nice -n 5 npm test", "ask"],
  [`${"nohup ".repeat(50)}ls`, "ask"],
  ["ssh host ls", "ask"],
  ["find . -exec rm {} \\;", "deny"],
  ["find . -exec cat {} +", "ask"],
  ["find . -delete", "ask"],
  ["find . -fprint src/x", "ask"],
  ["find / -name x", "ask"],
  ["python3 -c 'x'", "ask"],
  ["python3", "ask"],
  ["python3 -", "ask"],
  ["node -e 'x'", "ask"],
  ["node -pe 'x'", "ask"],
  ["node --eval=x", "ask"],
  ["node --import ./x.js src/a.js", "ask"],
  ["perl -e 'x'", "ask"],
  ["perl -ne x src/a.ts", "ask"],
  ["ruby -e x", "ask"],
  ["awk 'BEGIN{system(\"rm x\")}'", "ask"],
  ["awk '{print > \"x\"}' src/a.ts", "ask"],
  ["awk -f src/a.ts", "ask"],
  ["sed '1e rm x' src/a.ts", "ask"],
  ["sed 's/x/y/e' src/a.ts", "ask"],
  ["sed 'w ../x' src/a.ts", "ask"],
  ["sed -n p -e '1e ls' src/a.ts", "ask"],
  ["tar -cf src/x.tar src --to-command=rm", "ask"],
  ["tar -xf src/x.tar --checkpoint-action=exec=rm", "ask"],
  ["git -C .. status", "ask"],
  ["git -c core.pager=rm status", "ask"],
  ["git --output=x diff", "ask"],
  ["git diff --output=x", "ask"],
  ["git diff --ext-diff", "ask"],
  ["git --exec-path=src status", "ask"],
  ["git grep -O", "ask"],
  ["git config core.pager x", "ask"],
  ["git rebase --exec x", "ask"],
  ["git submodule foreach x", "ask"],
  ["git push origin main", "deny"],
  ["rg --pre x y", "ask"],
  ["sort --compress-program=x src/a.ts", "ask"],
  ["make -f src/a.ts", "ask"],
  ["make SHELL=x", "ask"],
  ["npm run x --script-shell=y", "ask"],
  ["printf -v x y", "ask"],
  ["PATH=. npm test", "ask"],
  ["LD_PRELOAD=./x npm test", "ask"],
  ["GIT_SSH_COMMAND=x git fetch", "ask"],
  ["NODE_OPTIONS=x npm test", "ask"],
  ["BASH_ENV=x bash src/a.sh", "ask"],
  ["IFS=x; npm test", "ask"],
  ["PATH=.:$PATH; npm test", "ask"],
  ["export PATH=.", "ask"],
  ["read PATH", "ask"],
  ["alias npm=rm", "ask"],
  ["set -x", "ask"],
  ["while read x; do ls; done", "ask"],
  ["wget x", "ask"],
];

/** A path that leads out, or to what is protected. */
const PLACES: Trick[] = [
  ["cat /etc/passwd", "ask"],
  ["cat $(echo /etc/passwd)", "ask"],
  ["cat<>/etc/passwd", "ask"],
  ["cat </etc/passwd", "ask"],
  ["cat 'src/../../secret'", "ask"],
  ["cat ../secret", "ask"],
  ["cat ..", "ask"],
  ["cat link", "ask"],
  ["cat out/secret", "ask"],
  ["cat src/up/secret", "ask"],
  ["cat fine/../../secret", "ask"],
  ["cat loop", "ask"],
  ["cat own/secret", "ask"],
  ["cat < link", "ask"],
  ['cat "$HOME/.ssh/id_rsa"', "ask"],
  ["cat ~/.ssh/id_rsa", "ask"],
  ["cat '~/x'", "ask"],
  ["cat ~root/x", "ask"],
  ["cat *", "ask"],
  ["cat .e*", "ask"],
  ["cat .env", "ask"],
  ["cat .ENV", "ask"],
  ["cat plain.txt", "ask"],
  ["cat key.pem", "ask"],
  ["cat .git/config", "ask"],
  ["cat < .env", "ask"],
  ["grep -r x /etc", "ask"],
  ["grep --file=/etc/passwd x", "ask"],
  ["grep -f/etc/passwd x", "ask"],
  ["grep -rf../secret x", "ask"],
  ["ls -la --color=$(rm x)", "deny"],
  ["ls -la -I/etc", "ask"],
  ["npm test --prefix=..", "ask"],
  ["npm test --prefix ../x", "ask"],
  ["tar -C/ -cf src/x.tar etc", "ask"],
  ["../evil.sh", "ask"],
  ["/tmp/evil/cat src/a.ts", "ask"],
  ["/tmp/evil/echo x", "ask"],
  ["echo a > ../b", "ask"],
  ["echo a > /tmp/x", "ask"],
  ["echo a > link", "ask"],
  ["echo a > dangling", "ask"],
  ["echo a > out/x", "ask"],
  ["echo a > src/up/x", "ask"],
  ["echo a >| ../b", "ask"],
  ["echo a >& ../b", "ask"],
  ["echo a &>> ../b", "ask"],
  ["echo a > $x", "ask"],
  ["echo a > *", "ask"],
  ["echo a > .env", "ask"],
  ["echo a > .git/hooks/pre-commit", "ask"],
  ["echo a > .vscode/tasks.json", "ask"],
  ["echo a > node_modules/.bin/tsc", "ask"],
  ["echo > /dev/tcp/host/1", "ask"],
  ["cat < /dev/tcp/host/1", "ask"],
  ["cat /dev/tcp/host/1", "ask"],
  ["echo a > dist/x", "deny"],
  ["echo a > src/../dist/x", "deny"],
  ["echo a > ./src//b", "allow"],
  ["echo a > b > ../c", "ask"],
  ["echo a > b ../c", "ask"],
  ["echo a 2>/dev/null > x", "ask"],
  // Each of these was found by running random texts in bash and sh.
  ["echo a &> out.txt npm test", "ask"],
  ["echo a &>> out.txt ls", "ask"],
  ["echo a 12> out.txt", "ask"],
  ["echo -a3>&-", "ask"],
  ["echo a >& \\\n -aaa", "ask"],
  ["echo a >&'out'.txt", "ask"],
  ["echo a >\\ out.txt", "ask"],
  ["echo a >> 'src/\\'' *\\'\\| ls", "ask"],
  ["cat <<< \\\n $ --f=1", "ask"],
  ["ls x\\\n 2>out.txt 1", "ask"],
  ["cd ..", "ask"],
  ["cd", "ask"],
  ["cd -", "ask"],
  ["cd ~", "ask"],
  ["cd $x", "ask"],
  ["cd src/up", "ask"],
  ["cd /", "ask"],
  ["cd -P src", "ask"],
  ["pushd ..", "ask"],
  ["popd", "ask"],
  ['c""d ..', "ask"],
  ["cd src; cd ..; cat secret", "ask"],
  ["cd src && cat ../secret", "ask"],
  ["cd src && cat up/secret", "ask"],
  ["cd src && echo a > a.ts", "ask"],
  ["for i in 1 2; do cat up/secret; cd src; done", "ask"],
  ["CDPATH=/ cd src", "ask"],
  ["cp .env src/x", "ask"],
  ["tee .git/hooks/x", "ask"],
  ["git commit -m 'x' --file=/etc/passwd", "ask"],
];

const TABLES: [string, Trick[]][] = [
  ["what is fine", FINE],
  ["several commands", SEQUENCES],
  ["spellings", SPELLINGS],
  ["commands that run others", RUNNERS],
  ["places", PLACES],
];

describe.each(TABLES)("tricks: %s", (_, tricks) => {
  const rows = tricks.map(([command, verdict]) => [verdict, JSON.stringify(command).slice(0, 70), command]);
  it.each(rows)("[PM-4] %s: %s", (verdict, _, command = "") =>
    expect(verdictOfCommand(command)).toBe(verdict),
  );
});

describe("harmless commands, without any rule", () => {
  const HARMLESS: Trick[] = [
    ["pwd", "allow"],
    ["ls", "allow"],
    ["ls -la src", "allow"],
    ["cat src/a.ts", "allow"],
    ["cat -n src/a.ts | head -n 20", "allow"],
    ["head -5 src/a.ts", "allow"],
    ["tail -n +3 src/a.ts", "allow"],
    ["wc -l src/a.ts package.json", "allow"],
    ["echo 'hi; rm x' 2>/dev/null", "allow"],
    ["echo /etc/passwd", "allow"],
    ["true && date +%s; whoami", "allow"],
    ["stat src/a.ts", "allow"],
    ["cat *", "ask"],
    ["cat src/a.ts > src/b.ts", "ask"],
    ["echo hi > src/b.ts", "ask"],
    ["cat link", "ask"],
    ["cat -- -n", "allow"],
    ["cat -- ../secret", "ask"],
    ["tail -f src/a.ts", "ask"],
    ["tail --follow src/a.ts", "ask"],
    ["date -s 2020-01-01", "ask"],
    ["date --set=2020-01-01", "ask"],
    ["date 010100002020", "ask"],
    ["wc --files0-from=src/a.ts", "ask"],
    ["ls -RL", "ask"],
    ["echo $x", "ask"],
    ["cd src && ls", "ask"],
    ["git status", "ask"],
    ["grep x src/a.ts", "ask"],
    ["find src", "ask"],
    ["rg x", "ask"],
    ["X=1 cat src/a.ts", "ask"],
    ["CI=1 cat src/a.ts", "ask"],
    ["./cat src/a.ts", "ask"],
    ["CAT src/a.ts", "ask"],
  ];
  it.each(HARMLESS)("[PM-4] %j: %s", (command, verdict) =>
    expect(verdictOfCommand(command, [])).toBe(verdict),
  );

  it("[PM-4] a file is asked for where another command could have put it there", () => {
    expect(verdictOfCommand("npm test; cat src/a.ts", rulesOf("command", "allow", ["npm test *"]))).toBe(
      "ask",
    );
    expect(verdictOfCommand("npm test | tail -n 5", rulesOf("command", "allow", ["npm test *"]))).toBe(
      "allow",
    );
  });

  it("[PM-4] no rule allows a path outside, a secret or a text that is run, not even one for exactly this command", () => {
    const command = "grep -r x /etc";
    expect(verdictOfCommand(command, rulesOf("command", "allow", ["grep *"]))).toBe("ask");
    expect(verdictOfCommand(command, rulesOf("command", "allow", [command]))).toBe("ask");
    expect(verdictOfCommand("cat .env", rulesOf("command", "allow", ["cat .env"]))).toBe("ask");
    expect(verdictOfCommand("bash -c ls", rulesOf("command", "allow", ["bash -c ls"]))).toBe("ask");
  });
});

describe("tricks of paths", () => {
  const PATHS: [permission: "read" | "edit", path: string, verdict: RuleAction][] = [
    ["read", "src/a.ts", "allow"],
    ["read", "src/missing.ts", "allow"],
    ["read", "missing/deep/file.ts", "allow"],
    ["read", "fine/a.ts", "allow"],
    ["read", ".env.example", "allow"],
    ["read", ".vscode/settings.json", "allow"],
    ["read", ".env", "ask"],
    ["read", ".env.local", "ask"],
    ["read", ".ENV", "ask"],
    ["read", "plain.txt", "ask"],
    ["read", ".git/config", "ask"],
    ["read", "src/../.git/config", "ask"],
    ["read", ".g\u200bit/config", "ask"],
    ["read", "key.pem", "ask"],
    ["read", "../secret", "ask"],
    ["read", "link", "ask"],
    ["read", "out/secret", "ask"],
    ["read", "out/work/src/a.ts", "allow"],
    ["read", "src/up/secret", "ask"],
    ["read", "fine/../../secret", "ask"],
    ["read", "dangling", "ask"],
    ["read", "own/secret", "ask"],
    ["read", "/etc/passwd", "ask"],
    ["read", "/proc/self/environ", "ask"],
    ["read", "/dev/zero", "ask"],
    ["read", "~/.ssh/id_rsa", "ask"],
    ["read", "~", "ask"],
    ["edit", "src/a.ts", "allow"],
    ["edit", "src/new/x.ts", "allow"],
    ["edit", "fine/x.ts", "allow"],
    ["edit", "dist/x", "deny"],
    ["edit", "src/../dist/x", "deny"],
    ["edit", "package.json", "ask"],
    ["edit", "src/.env", "ask"],
    ["edit", "src/up/x", "ask"],
    ["edit", "dangling", "ask"],
    ["edit", "src/.husky/pre-commit", "ask"],
    ["edit", "src/.bashrc", "ask"],
    ["edit", "src/node_modules/.bin/x", "ask"],
    ["edit", "src/.GIT/hooks/x", "ask"],
  ];
  it.each(PATHS)("[PM-4] %s %j: %s", async (permission, path, verdict) => {
    const need = needOfPath(permission, await resolvePath(path, workspace_root));
    expect(verdictOf(judge([need], RULES, "ordinary", workspace_root))).toBe(verdict);
  });
});
