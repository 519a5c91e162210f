/** Sessions as files (SE-6). */
import { done, type HandlersOf, type IpcContext } from "../context";

export const exchangeHandlers = ({
  exchange,
  shell: {
    systemActions: { exports },
  },
}: IpcContext): HandlersOf<"exchange"> => ({
  "exchange.plan": async ({ format, ...request }) => {
    const { zip: _, ...plan } = await exchange.plan({
      ...request,
      format: format === "pdf" ? "html" : format,
    });
    return plan;
  },
  "exchange.export": async (request) => (await exports()).export(request),
  "exchange.cancel": async ({ work_id }) => done((await exports()).cancel(work_id)),
  "exchange.show": async ({ export_id }) => done((await exports()).show(export_id)),
});
