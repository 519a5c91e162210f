/** The place of the notice of a damaged database. A whole database does not fetch what draws it. */
import { useStore } from "zustand";
import { appInfo } from "../../platform/app-info";
import { late } from "../../platform/late";

const RecoveryOffer = late(async () => (await import("./recovery-offer")).RecoveryOffer);

export function RecoveryNotice() {
  const recovery = useStore(appInfo, (state) => state.recovery);
  return recovery === undefined ? null : <RecoveryOffer recovery={recovery} />;
}
