import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saying } from "../../../e2e/fixtures/saying";
import { type Cipher, noCipher, type Sealing } from "../../core/ports/cipher";
import type { ConfirmedVariables } from "./confirmed-variables";
import { findCredential } from "./credentials";
import type { ProviderEntry } from "./provider-entry";
import { openSecrets } from "./secrets";

const KEY = "sk-planted-0123456789";
const HERE = "https://models.example.org";

const nothing: ConfirmedVariables = { has: () => false, confirm: () => expect.unreachable() };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-secrets-"));
  file = join(folder, "secrets.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A keyring that seals for real enough: nobody reads the key in what it writes, and another keyring cannot open it. */
function cipher(sealing: Sealing, secret = 7): Cipher {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ secret));
  return {
    sealing: () => sealing,
    seal: (text, how) => turn(Buffer.from(`${how}:${text}`)).toString("base64"),
    open(sealed, how) {
      const text = turn(Buffer.from(sealed, "base64")).toString();
      if (!text.startsWith(`${how}:`)) throw new Error(`cannot open ${text}`);
      return text.slice(how.length + 1);
    },
  };
}

describe("with a keyring", () => {
  test("a key is kept sealed, in a file of its user alone, and is there after a restart", async () => {
    await openSecrets(file, cipher("system")).keep("mine", KEY, { origin: HERE, kept: "system" });
    expect(readFileSync(file, "utf8")).not.toContain(KEY);
    expect(readFileSync(file, "utf8")).not.toContain(Buffer.from(KEY).toString("base64").slice(0, 16));
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = openSecrets(file, cipher("system"));
    expect(again.find("mine")).toEqual({ origin: HERE, kept: "system" });
    expect(again.read("mine")).toBe(KEY);
    expect(again.find("other")).toBeUndefined();
    expect(again.find("__proto__")).toBeUndefined();
  });

  test("finding opens nothing: no keyring asks for a password because a list is shown", async () => {
    await openSecrets(file, cipher("system")).keep("mine", KEY, { origin: HERE, kept: "system" });
    const locked = openSecrets(file, {
      ...cipher("system"),
      open: () => expect.unreachable("it was opened"),
    });
    expect(locked.find("mine")).toEqual({ origin: HERE, kept: "system" });
  });

  test("a keyring that is another one now: said, with what to do, and without what it failed on", async () => {
    await openSecrets(file, cipher("system", 7)).keep("mine", KEY, { origin: HERE, kept: "system" });
    const other = openSecrets(file, cipher("system", 9));
    const refused = expect.objectContaining({
      code: "PROVIDER_AUTH",
      info: expect.objectContaining({ hint: saying("Enter it again") }),
    });
    expect(() => other.read("mine")).toThrow(refused);
    expect(() => other.read("mine")).not.toThrow(/planted/);
  });

  test("two at once are both kept; forgetting one leaves the other", async () => {
    const secrets = openSecrets(file, cipher("system"));
    const how = { origin: HERE, kept: "system" } as const;
    await Promise.all([secrets.keep("one", KEY, how), secrets.keep("two", `${KEY}-2`, how)]);
    await secrets.forget("one");
    const again = openSecrets(file, cipher("system"));
    expect(again.find("one")).toBeUndefined();
    expect(again.read("two")).toBe(`${KEY}-2`);
    expect(readdirSync(folder)).toEqual(["secrets.json"]);
  });

  test("each change is a new revision: who made a model with the old key makes another", async () => {
    const secrets = openSecrets(file, cipher("system"));
    const seen = [secrets.revision()];
    await secrets.keep("mine", KEY, { origin: HERE, kept: "system" });
    seen.push(secrets.revision());
    await secrets.keep("mine", KEY, { origin: HERE, kept: "run" });
    seen.push(secrets.revision());
    await secrets.forget("mine");
    expect(new Set([...seen, secrets.revision()]).size).toBe(4);
  });
});

describe("without a keyring", () => {
  test.each([["plain"], ["none"]] as const)(
    "%s: a key for the keyring is refused, nothing is written",
    async (sealing) => {
      const secrets = openSecrets(file, cipher(sealing));
      const refused = { code: "INVALID_INPUT", message: saying("no keyring") };
      await expect(secrets.keep("mine", KEY, { origin: HERE, kept: "system" })).rejects.toMatchObject(
        refused,
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("for this run: in memory alone, and what was stored before is gone", async () => {
    await openSecrets(file, cipher("system")).keep("mine", KEY, { origin: HERE, kept: "system" });
    const secrets = openSecrets(file, noCipher);
    await secrets.keep("mine", "sk-new", { origin: HERE, kept: "run" });
    expect(secrets.read("mine")).toBe("sk-new");
    expect(secrets.find("mine")?.kept).toBe("run");
    expect(readFileSync(file, "utf8")).not.toContain("mine");
    expect(openSecrets(file, noCipher).find("mine")).toBeUndefined();
  });

  test("weaker storage is used where it was asked for, and says so", async () => {
    await openSecrets(file, cipher("plain")).keep("mine", KEY, { origin: HERE, kept: "plain" });
    const again = openSecrets(file, cipher("plain"));
    expect(again.find("mine")?.kept).toBe("plain");
    expect(again.read("mine")).toBe(KEY);
  });
});

describe("a file that cannot be read", () => {
  test.each(["", "{", '{"keys": []}', '{"keys": {"mine": {"origin": 1}}}'])(
    "%j: no keys, said, set aside rather than overwritten",
    async (text) => {
      writeFileSync(file, text);
      const secrets = openSecrets(file, cipher("system"));
      expect([secrets.find("mine"), secrets.unreadable()]).toEqual([undefined, true]);
      await secrets.keep("mine", KEY, { origin: HERE, kept: "system" });
      expect(secrets.unreadable()).toBe(false);
      const aside = readdirSync(folder).find((name) => name.startsWith("secrets.json.unreadable-"));
      expect(readFileSync(join(folder, aside ?? ""), "utf8")).toBe(text);
    },
  );
});

/** A folder whose path has this length. The system takes paths of less than 4096. */
function folderOfLength(length: number): string {
  let path = folder;
  while (path.length < length) {
    const rest = length - path.length - 1;
    // No folder has a name of more than 255, and one is left for the last.
    path = join(path, "f".repeat(rest <= 255 ? rest : Math.min(250, rest - 2)));
  }
  mkdirSync(path, { recursive: true });
  return path;
}

describe("a file that cannot be read, and cannot be replaced", () => {
  test("stays what and where it was: nothing is set aside before its successor is on the disk", async () => {
    // The path has room for the name of what is set aside, and none for that of a file that is being written.
    const deep = folderOfLength(4055);
    const long = join(deep, "s");
    writeFileSync(long, "{");
    const secrets = openSecrets(long, cipher("system"));
    await expect(secrets.keep("mine", KEY, { origin: HERE, kept: "system" })).rejects.toThrow("ENAMETOOLONG");
    expect(readdirSync(deep)).toEqual(["s"]);
    expect([readFileSync(long, "utf8"), secrets.unreadable()]).toEqual(["{", true]);
  });

  test("as a link to it: the words are kept, not the link", async () => {
    const real = join(folder, "real.json");
    writeFileSync(real, "{");
    symlinkSync(real, file);
    await openSecrets(file, cipher("system")).keep("mine", KEY, { origin: HERE, kept: "system" });
    const aside = readdirSync(folder).find((name) => name.includes(".unreadable-"));
    expect(readFileSync(join(folder, aside ?? ""), "utf8")).toBe("{");
    expect(openSecrets(file, cipher("system")).read("mine")).toBe(KEY);
  });

  test("a folder of its name is moved", async () => {
    mkdirSync(file);
    const secrets = openSecrets(file, cipher("system"));
    await secrets.keep("mine", KEY, { origin: HERE, kept: "system" });
    expect(secrets.read("mine")).toBe(KEY);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe("where a key may go", () => {
  const mine: ProviderEntry = { id: "mine", type: "openai-compatible", base_url: `${HERE}/v1`, models: [] };
  const kept = async () => {
    const secrets = openSecrets(file, cipher("system"));
    await secrets.keep("mine", KEY, { origin: HERE, kept: "system" });
    return secrets;
  };

  test.each([
    [`${HERE}/v1`, true],
    [`${HERE}/other/path`, true],
    ["http://models.example.org/v1", false],
    ["https://models.example.org:8443/v1", false],
    ["https://models.example.org.evil.test/v1", false],
    ["https://evil.test/v1", false],
  ])("%s: %s", async (base_url, goes) => {
    const credential = findCredential(
      { ...mine, base_url },
      { env: {}, secrets: await kept(), confirmed: nothing },
    );
    expect(credential.kind).toBe(goes ? "key" : "missing");
    if (credential.kind === "key") expect(credential.read()).toBe(KEY);
    if (credential.kind === "missing") expect(credential.reason).toEqual(saying(HERE));
  });

  test("an entered key comes before one in the environment; at another address that of the settings' own variable applies", async () => {
    const entry = { ...mine, api_key_env: "MINE_KEY" };
    const sources = { env: { MINE_KEY: "sk-env" }, secrets: await kept(), confirmed: nothing };
    const read = (base_url: string) => {
      const credential = findCredential({ ...entry, base_url }, sources);
      return credential.kind === "key" ? credential.read() : credential.kind;
    };
    expect(read(`${HERE}/v1`)).toBe(KEY);
    expect(read("http://127.0.0.1:1/v1")).toBe("sk-env");
  });

  test.each(["anthropic", "openai", "google"] as const)(
    "%s: the usual variable's key is for the usual address alone",
    (type) => {
      const env = { ANTHROPIC_API_KEY: "sk-a", OPENAI_API_KEY: "sk-o", GEMINI_API_KEY: "sk-g" };
      const sources = { env, secrets: openSecrets(file, noCipher), confirmed: nothing };
      expect(findCredential({ id: type, type, models: [] }, sources).kind).toBe("key");
      const moved = { id: type, type, base_url: "https://evil.test/v1", models: [] };
      expect(findCredential(moved, sources).kind).toBe("missing");
    },
  );
});

describe("a key and its origin are sealed together", () => {
  const how = { origin: HERE, kept: "system" } as const;
  const stored = () => JSON.parse(readFileSync(file, "utf8"));
  const rewrite = (change: object) => {
    const { keys } = stored();
    writeFileSync(file, JSON.stringify({ keys: { mine: { ...keys.mine, ...change } } }));
  };

  test("whoever rewrites the origin in the file has no key for it, and it is said", async () => {
    await openSecrets(file, cipher("system")).keep("mine", KEY, how);
    rewrite({ origin: "https://evil.test" });
    const secrets = openSecrets(file, cipher("system"));
    const refused = { code: "PROVIDER_AUTH", message: saying("another address") };
    expect(() => secrets.read("mine")).toThrow(expect.objectContaining(refused));
    expect(() => secrets.read("mine")).not.toThrow(/planted/);
  });

  test("a key that an earlier version sealed alone opens, and is bound from its first use on", async () => {
    const system = cipher("system");
    const old = { mine: { origin: HERE, kept: "system", sealed: system.seal(KEY, "system") } };
    writeFileSync(file, JSON.stringify({ keys: old }));
    const secrets = openSecrets(file, system);
    expect(secrets.find("mine")?.origin).toBe(HERE);
    expect(stored().keys).toEqual(old);
    expect(secrets.read("mine")).toBe(KEY);
    await expect.poll(() => stored().keys.mine.sealed).not.toBe(old.mine.sealed);
    expect(openSecrets(file, system).read("mine")).toBe(KEY);
    rewrite({ origin: "https://evil.test" });
    expect(() => openSecrets(file, system).read("mine")).toThrow("another address");
  });

  test("another that is entered meanwhile is not overwritten by the old one", async () => {
    const system = cipher("system");
    const old = { mine: { origin: HERE, kept: "system", sealed: system.seal(KEY, "system") } };
    writeFileSync(file, JSON.stringify({ keys: old }));
    const secrets = openSecrets(file, system);
    const entered = secrets.keep("mine", "sk-newer-0123456789", how);
    expect(secrets.read("mine")).toBe(KEY);
    await entered;
    await secrets.keep("other", KEY, how);
    expect(openSecrets(file, system).read("mine")).toBe("sk-newer-0123456789");
  });
});
