/** Opens the store as whoever runs it and says, in one line of JSON, how that went. */
import { toErrorInfo } from "../../core/braid-error";
import { openStore } from "..";
import { wholeTurn } from "./talk";

const [file = ""] = process.argv.slice(2);
try {
  const { store, notices } = openStore({ file });
  wholeTurn(store);
  store.close();
  console.log(JSON.stringify({ notices }));
} catch (error) {
  console.log(JSON.stringify({ error: toErrorInfo(error) }));
}
