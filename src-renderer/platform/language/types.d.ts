import type { en } from "./en";

/** A key that does not exist is a compile error. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof en;
  }
}
