/** The files of a message that is being written (AG-7). Each composer and editor has one of these, as it has its long text. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";

interface HeldState {
  files: readonly AttachmentRef[];
  /** The names of files that main is still taking in, each with a number of its own. */
  adding: readonly { number: number; filename: string }[];
}

/** Files that are being taken in. */
export interface Coming {
  /** True where the message was left meanwhile, or where they are there already. */
  isLeft: () => boolean;
  /** Puts them in their place, none if there are none. Returns false where the message was left: they are not put anywhere then. */
  arrive: (files: readonly AttachmentRef[]) => boolean;
}

const NOTHING: HeldState = { files: [], adding: [] };

const isSame = (a: AttachmentRef, b: AttachmentRef): boolean =>
  a.sha256 === b.sha256 && a.filename === b.filename;

export class HeldFiles {
  readonly store: StoreApi<HeldState> = createStore<HeldState>(() => NOTHING);
  #last = 0;

  get list(): AttachmentRef[] {
    return [...this.store.getState().files];
  }

  /** Puts files behind the others. The same file under the same name stands there once. */
  put(files: readonly AttachmentRef[]): void {
    const { files: held } = this.store.getState();
    const more = files.filter((file) => !held.some((other) => isSame(file, other)));
    if (more.length > 0) this.store.setState({ files: [...held, ...more] });
  }

  /** Takes files out: one that its user removed, or those that were sent. */
  drop(files: readonly AttachmentRef[]): void {
    const { files: held } = this.store.getState();
    this.store.setState({ files: held.filter((file) => !files.some((other) => isSame(file, other))) });
  }

  /** Empties the place. Files that are still being taken in will not come here. */
  letGo(): void {
    if (this.store.getState() !== NOTHING) this.store.setState(NOTHING, true);
  }

  /** Forgets the files that are still being taken in: the message is left. */
  forgetComing(): void {
    this.store.setState({ adding: [] });
  }

  /** Notes that files are being taken in. */
  begin(filename: string): Coming {
    this.#last += 1;
    const mine = { number: this.#last, filename };
    this.store.setState(({ adding }) => ({ adding: [...adding, mine] }));
    const isLeft = () => !this.store.getState().adding.includes(mine);
    const arrive = (files: readonly AttachmentRef[]) => {
      if (isLeft()) return false;
      this.store.setState(({ adding }) => ({ adding: adding.filter((other) => other !== mine) }));
      this.put(files);
      return true;
    };
    return { isLeft, arrive };
  }
}
