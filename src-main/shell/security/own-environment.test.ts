import { expect, it } from "vitest";
import { takeSecrets } from "./own-environment";

it("keeps secrets for main and leaves nothing of them to what it starts", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/me",
    OPENAI_API_KEY: "sk-1",
    HF_TOKEN: "hf-2",
    AWS_SECRET_ACCESS_KEY: "3",
    DB_PASSWORD: "4",
    XDG_ACTIVATION_TOKEN: "of the desktop",
    GNOME_KEYRING_CONTROL: "/run/keyring",
  };
  const before = { ...env };
  expect(takeSecrets(env)).toEqual(before);
  expect(Object.keys(env)).toEqual(["PATH", "HOME", "XDG_ACTIVATION_TOKEN", "GNOME_KEYRING_CONTROL"]);
});
