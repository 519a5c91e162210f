import type { en } from "../core/english";

/** A key that does not exist is a compile error. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "errors";
    resources: typeof en;
  }
}
