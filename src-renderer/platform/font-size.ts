/** The font size of the body, for heights that are computed before anything is drawn. */
import { useStore } from "zustand";
import { appInfo } from "./app-info";
import { boot } from "./bridge";

/** Pixels. */
export const useFontSize = (): number =>
  useStore(appInfo, ({ info }) => info?.boot.font_size) ?? boot().font_size;
