/** Sessions as files (SE-6). */
import { done, type HandlersOf, type IpcContext } from "../context";

export const exchangeHandlers = ({
  exchange,
  shell: {
    systemActions: { exports, imports },
  },
}: IpcContext): HandlersOf<"exchange"> => ({
  "exchange.plan": async ({ format, ...request }) => {
    const { zip: _, ...plan } = await (await exchange()).plan({
      ...request,
      format: format === "pdf" ? "html" : format,
    }).result;
    return plan;
  },
  "exchange.export": async (request) => (await exports()).export(request),
  "exchange.choose": async ({ work_id, what }) => (await imports()).choose(work_id, what),
  "exchange.import": async ({ import_id, work_id }) => (await imports()).import(import_id, work_id),
  "exchange.cancel": async ({ work_id }) => {
    (await exports()).cancel(work_id);
    (await imports()).cancel(work_id);
    return undefined;
  },
  "exchange.show": async ({ export_id }) => done((await exports()).show(export_id)),
});
