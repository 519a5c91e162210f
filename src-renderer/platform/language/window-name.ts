/** The name of a window, for its title and its head. */
import { boot } from "../bridge";
import { t } from "./language";

/** The app's name as a window shows it; a private window says that it is one (SE-10). */
export const windowName = (): string => (boot().private === true ? `Braid – ${t("private")}` : "Braid");
