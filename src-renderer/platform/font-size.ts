/** The font size of the body, for heights that are computed before anything is drawn. */
import { useStore } from "zustand";
import { type AppState, appInfo } from "./app-info";
import { boot } from "./bridge";

const sizeOf = ({ info }: AppState): number => info?.boot.font_size ?? boot().font_size;

/** Pixels. */
export const useFontSize = (): number => useStore(appInfo, sizeOf);

/** Pixels. */
export const fontSize = (): number => sizeOf(appInfo.getState());

/** Calls back when the size has changed. Returns the function that ends this. */
export const onFontSize = (listener: () => void): (() => void) =>
  appInfo.subscribe((now, before) => {
    if (sizeOf(now) !== sizeOf(before)) listener();
  });
