// Bad days of a provider, as its user meets them: each ends in words that say what happened, and the session goes on. One of the providers is
// reached as in a company's network: what the system says of a proxy counts, the pages' own proxy does not.
import { type Chat, expect, test } from "../fixtures/chat";
import { elsewhere, startProxy } from "../fixtures/company/company-network";
import { type ScriptedProvider, UNREACHABLE_BASE_URL } from "../fixtures/provider/provider";
import { refusal, reply, type Script } from "../fixtures/provider/script";

interface BadDay {
  script: Script;
  state: "error" | "interrupted";
  says: RegExp;
  /** Seen before the script passes the gate "seen". */
  kept?: string;
  /** The silence that is told after a second. Any other is not told sooner than usual: a machine that has much to do is no provider that is silent. */
  silence?: "first_chunk_timeout_ms" | "stall_timeout_ms";
}

const USUAL_SILENCE_MS = 60_000;

/** One of each kind: `e2e/slice/bad-days.test.ts` has all of them, on each wire. */
const BAD_DAYS: Record<string, BadDay> = {
  "a wrong key": {
    script: refusal(401),
    state: "error",
    says: /did not accept the key \(401\).*Check the key/,
  },
  "an empty answer": {
    script: reply(),
    state: "error",
    says: /^The model sent an empty answer\./,
  },
  "no word within the time": {
    script: [{ open: "headers" }, { gate: "never" }],
    state: "error",
    says: /sent nothing within 1 s.*raise “Time-out for the first word”/,
    silence: "first_chunk_timeout_ms",
  },
  "a connection reset in mid-stream": {
    script: [{ text: "Half a " }, { gate: "seen" }, { reset: true }],
    state: "error",
    says: /The connection to the provider failed.*What had arrived is kept/,
    kept: "Half a",
  },
  "a stream that ends without a finish": {
    script: [{ text: "Half a " }, { end: true }],
    state: "interrupted",
    says: /^The answer broke off: .* What had arrived is kept\. Continue to get the rest\./,
    kept: "Half a",
  },
  "a line that is no event": {
    script: [{ text: "Half a " }, { raw: "data: {broken\n\n" }, { end: true }],
    state: "error",
    says: /not an answer|no part of an answer/,
    kept: "Half a",
  },
  "silence in the middle": {
    script: [{ text: "Half a " }, { gate: "never" }],
    state: "error",
    says: /went silent for 1 s.*raise “Time-out between words”/,
    silence: "stall_timeout_ms",
    kept: "Half a",
  },
};

/** Goes through the days in one window, each in a session of its own. */
async function live(chat: Chat, provider: ScriptedProvider): Promise<void> {
  const waitFor = (silence: BadDay["silence"], ms: number) =>
    silence && chat.call("settings.change", { path: `run.${silence}`, value: ms });
  for (const [name, { script, state, says, kept = "", silence }] of Object.entries(BAD_DAYS))
    await test.step(name, async () => {
      provider.enqueue(script, reply("All is well."));
      await waitFor(silence, 1000);
      await chat.button("New session").click();
      if (silence !== undefined) await chat.chooseModel("far");
      await chat.send("Hello?");
      if (kept !== "") {
        await expect(chat.answer).toContainText(kept);
        provider.open("seen");
      }
      await chat.settled(state);
      await expect(chat.answer.getByRole("note").or(chat.alert)).toHaveText(says);
      expect(await chat.text()).toBe(kept);
      await waitFor(silence, USUAL_SILENCE_MS);
      await chat.send("Are you well?");
      await expect(chat.answer).toContainText("All is well.");
      await chat.settled();
      await expect(chat.alert).toHaveCount(0);
      await expect(chat.status).toHaveText("idle");
    });
}

test("[RN-8] [RN-10e] bad days: each is told, what came is kept, and the next message is answered; the proxy of the system leads to the provider", async ({
  open,
  provider,
}) => {
  const proxy = await startProxy();
  // The scripted provider as one on another computer: one on this computer is waited for longer.
  const base_url = elsewhere(provider.baseUrl);
  const others = [
    { id: "gone", type: "openai-compatible", base_url: UNREACHABLE_BASE_URL, models: [{ id: "away" }] },
    { id: "elsewhere", type: "openai-compatible", base_url, models: [{ id: "far" }] },
  ];
  const chat = await open({ settings: { others }, args: [`--proxy-server=127.0.0.1:${proxy.port}`] });
  await live(chat, provider);
  expect(proxy.asked).toContain(`POST ${base_url}/chat/completions`);
  await test.step("a provider that is not there", async () => {
    await chat.button("New session").click();
    await chat.chooseModel("away");
    await chat.send("Hello?");
    await chat.settled("error");
    await expect(chat.alert).toHaveText(
      /connection to the provider failed: nothing answers at its address\..*Check the network and the provider's address/,
    );
    const ways = ["Try again", "Change the address", "Technical details"];
    await expect(chat.alert.getByRole("button")).toHaveText(ways);
  });
  await proxy.close();
});
