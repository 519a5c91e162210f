/** The page of the space that the data folder takes, with the places to which its sessions lead. */
import { StoragePage } from "../features/storage/storage-page";
import { doing } from "../thread/actions";
import { openSession } from "./open-found";

export const Storage = () => <StoragePage open={(session) => doing(() => openSession(session))} />;
