/** Formats shares and dates for people. */
import { spokenLanguage } from "../../platform/language/language";

export const percent = (share: number): string =>
  new Intl.NumberFormat(spokenLanguage(), { style: "percent", maximumFractionDigits: 0 }).format(share);

export const day = (at: number): string =>
  new Intl.DateTimeFormat(spokenLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(at);
