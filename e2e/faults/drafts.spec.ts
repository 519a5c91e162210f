// What is written and not sent, while the disk is full (QU-2): it stays with the window, and is stored once there is space.
import { Chat, expect, test } from "../fixtures/chat";
import { storedTexts } from "../fixtures/drafts";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";
import { smallDisk } from "../fixtures/small-disk";

test("[QU-2] [RW-1] [SV-7] what a full disk could not keep of a session that was left is there when one comes back, and stored once there is space", async ({
  launch,
  provider,
  dataDir,
}) => {
  const disk = await smallDisk(dataDir, 24 * 1024 * 1024, provider.baseUrl);
  provider.respond(() => reply("Yes."));
  const { executablePath } = disk;
  const braid = await launch({ executablePath, dataDir: disk.dataDir, env: { SCRIPTED_KEY: "sk" } });
  const chat = new Chat(braid.window, braid);
  const open = async (title: string) => {
    await chat.sessions.filter({ hasText: title }).click();
    await expect(chat.title).toHaveText(title);
    await expect(chat.questions).toHaveCount(1);
  };
  const edited = chat.conversation.getByRole("form", { name: "Rewind" }).getByRole("textbox");
  const [first, second] = await sessionsNamed(chat, "Apples?", "Pears?");
  // What they said is put in order, so that it leaves no space behind later.
  await expect.poll(() => disk.logBytes(braid.pid)).toBe(0);
  // Opened before: what is told, of whatever could not be written first, moves the page under a click.
  await chat.questions.getByRole("button", { name: "Edit and resend" }).click();
  await expect(edited).toBeFocused();
  disk.fill(braid.pid);
  // The log may have room of its own for the first of them.
  let tried = 0;
  await expect(async () => {
    await chat.composer.fill(`${++tried}`);
    await expect(chat.alert.first()).toContainText("There is no space left on the disk", { timeout: 1000 });
  }).toPass();
  await edited.fill("What about quinces?");
  await chat.composer.fill("Words for pears");
  await open("Apples?");
  await expect(chat.composer).toHaveValue("");
  await open("Pears?");
  await expect(chat.composer).toHaveValue("Words for pears");
  await expect(edited).toHaveValue("What about quinces?");

  // With space again, what is typed anywhere takes along what waits.
  await open("Apples?");
  await disk.free(braid.pid);
  await chat.composer.fill("Words for apples");
  await expect.poll(() => storedTexts(chat, first)).toEqual({ composer: "Words for apples" });
  await expect
    .poll(() => storedTexts(chat, second))
    .toEqual({ composer: "Words for pears", message: "What about quinces?" });
  // Upkeep, which found no space either, was not told: nothing of anybody's is lost by it.
  await expect(chat.alert).not.toContainText(["Something in Braid failed"]);
});
