import { expect, it } from "vitest";
import { createRedactor, mayBeKey } from "./redact";

const secrets = [
  "sk-planted-3f9c1d7a5b",
  "sk-ant-api03-AbCdEfGh-IjKlMnOp",
  "sk-or-v1-0123456789abcdef",
  "AIzaSyD-0123456789abcdefghijk",
  "gsk_abcdefghijklmnop",
  "xai-0123456789abcdef",
  "ghp_0123456789abcdefghij",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh",
  "0123456789abcdef0123456789abcdef01234567",
];

it.each(secrets)("whatever looks like a key is taken out: %s", (secret) => {
  const { redact } = createRedactor("");
  for (const text of [
    secret,
    `key ${secret}.`,
    `{"key":"${secret}"}`,
    `https://x.org/v1?key=${secret}`,
    `\n${secret}\n`,
  ])
    expect(redact(text)).not.toContain(secret);
});

it("what stands behind the name of a key is taken out, and credentials in an address", () => {
  const { redact } = createRedactor("");
  expect(redact("Authorization: Bearer abc.def")).not.toContain("abc.def");
  expect(redact("api_key=hunter2, next")).not.toContain("hunter2");
  expect(redact('"password": "hunter2"')).not.toContain("hunter2");
  expect(redact("http://me:hunter2@host.example/v1")).toBe("http://[removed]@host.example/v1");
  expect(redact("GET https://host.example/v1/models?user=hunter2#part failed")).toBe(
    "GET https://host.example/v1/models?[removed] failed",
  );
});

it("a secret that was learned is taken out whatever it looks like, and the name of the user's folder", () => {
  const { learn, redact } = createRedactor("/home/ada");
  learn("correct horse");
  learn("");
  learn("x");
  expect(redact("The correct horse ran to /home/ada/braid.db, next.")).toBe(
    "The [removed] ran to ~/braid.db, next.",
  );
});

it("what a fault is found by stays", () => {
  const { redact } = createRedactor("/home/ada");
  for (const text of [
    "Error: SQLITE_CORRUPT: database disk image is malformed",
    "    at openStore (file:///opt/braid/out/main/index.js:120:15)",
    "The call session.send failed: TypeError: token is undefined",
    "connect ECONNREFUSED 127.0.0.1:8080",
  ])
    expect(redact(text)).toBe(text);
});

it("variables that may hold a key are known by their names", () => {
  expect(["OPENAI_API_KEY", "GH_TOKEN", "client_secret", "PGPASSWORD"].every(mayBeKey)).toBe(true);
  expect(["PATH", "HOME", "LANG"].some(mayBeKey)).toBe(false);
});
