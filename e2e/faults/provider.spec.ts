// Bad days of a provider, as its user meets them: each ends in words that say what happened, and the session goes on.
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

/** Nothing of an answer comes. */
const WORDLESS: Record<string, BadDay> = {
  "a wrong key": {
    script: refusal(401),
    state: "error",
    says: /did not accept the key \(401\).*Check the key/,
  },
  "a model that is not there": {
    script: refusal(404),
    state: "error",
    says: /does not know this model \(404\).*Choose another model/,
  },
  "an overloaded server": {
    script: refusal(503),
    state: "error",
    says: /The provider failed \(503\).*Wait a little/,
  },
  "a page of HTML with status 200": {
    script: [{ html: 200 }],
    state: "error",
    says: /no part of an answer|not an answer/,
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
};

/** Half an answer comes. */
const BROKEN: Record<string, BadDay> = {
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
  "an error in mid-stream": {
    script: [{ text: "Half a " }, { error: 529, message: "Overloaded" }],
    state: "error",
    says: /Overloaded/i,
    kept: "Half a",
  },
};

/** The scripted provider as one on another computer: one on this computer is waited for longer. */
async function withFar({ baseUrl }: ScriptedProvider) {
  const proxy = await startProxy();
  return {
    env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` },
    far: {
      id: "elsewhere",
      type: "openai-compatible",
      base_url: elsewhere(baseUrl),
      models: [{ id: "far" }],
    },
    close: () => proxy.close(),
  };
}

/** Goes through the days in one window, each in a session of its own. */
async function live(chat: Chat, provider: ScriptedProvider, days: Record<string, BadDay>): Promise<void> {
  const waitFor = (silence: BadDay["silence"], ms: number) =>
    silence && chat.call("settings.change", { path: `run.${silence}`, value: ms });
  for (const [name, { script, state, says, kept = "", silence }] of Object.entries(days))
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

test("[RN-8] [RN-10e] bad days without a word: each is told, and the next message is answered", async ({
  open,
  provider,
}) => {
  const { env, far, close } = await withFar(provider);
  const others = [
    { id: "gone", type: "openai-compatible", base_url: UNREACHABLE_BASE_URL, models: [{ id: "away" }] },
    far,
  ];
  const chat = await open({ settings: { others }, env });
  await live(chat, provider, WORDLESS);
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
  await close();
});

test("[RN-8] [RN-10e] bad days in mid-answer: each is told, what came is kept, and the next message is answered", async ({
  open,
  provider,
}) => {
  const { env, far, close } = await withFar(provider);
  await live(await open({ settings: { others: [far] }, env }), provider, BROKEN);
  await close();
});
