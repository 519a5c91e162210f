/** The search over all sessions, with the places to which its results lead. */
import { SearchDialog } from "../features/search/search-dialog";
import { doing } from "../thread/actions";
import { openFound } from "./open-found";

export default function Search() {
  return <SearchDialog open={(found, words) => doing(() => openFound(found, words))} />;
}
