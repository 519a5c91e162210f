/** The real app in a real window, over a data folder of its own and a scripted provider. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { launchBraid, type RunningBraid } from "../fixtures/launch";
import { type ScriptedProvider, startProvider } from "../fixtures/provider/provider";
import { KEY, writeSettings } from "../slice/slice";

export interface BenchApp {
  braid: RunningBraid;
  page: Page;
  provider: ScriptedProvider;
}

interface Prepared {
  /** Merged into the `run` section of the settings. */
  run?: Record<string, unknown>;
  /** Fills the database before the app opens it. */
  fill?: (file: string) => Promise<void>;
}

/** Starts the app, runs `work`, and removes all that it made. */
export async function inApp<T>(
  work: (app: BenchApp) => Promise<T>,
  { run = {}, fill }: Prepared = {},
): Promise<T> {
  const provider = await startProvider();
  const dataDir = await mkdtemp(join(tmpdir(), "braid-bench-"));
  await writeSettings(dataDir, provider.baseUrl, { run });
  await fill?.(join(dataDir, "braid.db"));
  const braid = await launchBraid({ dataDir, env: { SCRIPTED_KEY: KEY } });
  try {
    return await work({ braid, page: braid.window, provider });
  } finally {
    await braid.close();
    await provider.close();
    // Chromium's helpers may outlive its main process by a moment.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
