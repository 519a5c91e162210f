/** Providers, keys and models. Each change answers with the view after it. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const providerHandlers = ({ providers }: IpcContext): HandlersOf<"providers"> => {
  const after = async (change: Promise<void>) => {
    await change;
    return providers.view();
  };
  return {
    "providers.list": () => providers.view(),
    "providers.save": (input) => after(providers.save(input)),
    "providers.remove": ({ provider_id }) => after(providers.remove(provider_id)),
    "providers.save_model": (input) => after(providers.saveModel(input)),
    "providers.set_default": (input) => after(providers.setDefault(input)),
    "providers.set_key": (input) => after(providers.setKey(input)),
    "providers.remove_key": ({ provider_id }) => after(providers.removeKey(provider_id)),
    "providers.confirm_variable": (input) => after(providers.confirmVariable(input)),
    "providers.test": ({ provider_id }) => providers.test(provider_id),
    "providers.refresh_models": ({ provider_id }) => after(providers.refreshModels(provider_id)),
    "providers.freshen_models": () => done(void providers.freshenModels()),
    "providers.cancel": ({ provider_id }) => done(providers.cancel(provider_id)),
    "providers.find_local": () => providers.findLocal(),
  };
};
