// No way out of a window: not by what a policy of content knows, and not by what it does not know, such as connections made ahead and
// those from peer to peer. As if the page itself, or the frame of a diagram, had been taken over.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { Frame } from "@playwright/test";
import { expect, test } from "../fixtures/as-user";
import { drawnFrame } from "../fixtures/diagram";

/** In the page or the frame: every way out there is; resolves when each has failed, or ended. */
const tryAll = (frame: Frame, address: string, udp: number) =>
  frame.evaluate(
    async ({ address, udp }) => {
      const attempt = async (work: () => unknown) => {
        try {
          return String(await work());
        } catch (error) {
          return (error as Error).name;
        }
      };
      for (const rel of ["preconnect", "dns-prefetch", "prefetch", "modulepreload", "stylesheet", "icon"]) {
        const link = document.createElement("link");
        Object.assign(link, { rel, href: `${address}/${rel}` });
        document.head.append(link);
      }
      for (const name of ["img", "video", "audio", "embed", "input"]) {
        const element = document.createElement(name);
        element.setAttribute("type", "image");
        // Of some, the page's policy refuses the address itself.
        await attempt(() => element.setAttribute("src", `${address}/${name}`));
        document.body.append(element);
      }
      const { hostname, port } = new URL(address);
      const peer = async () => {
        const connection = new RTCPeerConnection({
          iceServers: [
            { urls: `stun:${hostname}:${udp}` },
            { urls: `turn:${hostname}:${port}?transport=tcp`, username: "u", credential: "c" },
            { urls: `turn:${hostname}:${udp}`, username: "u", credential: "c" },
          ],
        });
        connection.createDataChannel("out");
        await connection.setLocalDescription(await connection.createOffer());
        const gathered = () => connection.iceGatheringState === "complete";
        while (!gathered())
          await new Promise((resolve) =>
            connection.addEventListener("icegatheringstatechange", resolve, { once: true }),
          );
        const { sdp = "" } = connection.localDescription ?? {};
        connection.close();
        return sdp.includes("a=candidate") ? "candidates" : "none";
      };
      return {
        fetch: await attempt(() => fetch(`${address}/fetch`, { mode: "no-cors" })),
        beacon: await attempt(() => navigator.sendBeacon(`${address}/beacon`)),
        socket: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket(address.replace("http", "ws"));
              socket.onopen = () => resolve("open");
              socket.onerror = () => reject(new TypeError());
            }),
        ),
        worker: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
              worker.onmessage = () => resolve("runs");
              worker.onerror = () => reject(new TypeError());
            }),
        ),
        peer: await attempt(peer),
      };
    },
    { address, udp },
  );

for (const where of ["page", "frame of a diagram"] as const)
  test(`nothing leaves the ${where}: no request, no connection made ahead, no peer`, async ({
    chat,
    provider,
    trap,
  }) => {
    const datagrams: string[] = [];
    const socket = createSocket("udp4", (message) => datagrams.push(message.toString("latin1")));
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const frame = await drawnFrame(chat, provider);
    const place = where === "page" ? chat.page.mainFrame() : frame;
    const tried = await tryAll(place, trap.address, socket.address().port);
    expect(tried).toMatchObject({ fetch: "TypeError" });
    expect(tried.socket).not.toBe("open");
    expect(tried.worker).not.toBe("runs");
    expect(tried.peer).not.toBe("candidates");
    expect(trap.fetched).toEqual([]);
    expect(trap.connections()).toBe(0);
    expect(datagrams).toEqual([]);
    socket.close();
  });
