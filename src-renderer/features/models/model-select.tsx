/** Chooses the model of the next message (MS-1): a combobox with a search over hundreds of models, and facts about each. */

import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, CircleAlert, Star } from "lucide-react";
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import { appInfo } from "../../platform/app-info";
import { call } from "../../platform/bridge";
import { useKeyNames } from "../../platform/commands/key-names";
import { openProvider } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useChoice, useFavourites, useModels } from "../../thread/model/current-model";
import { isSameModel, lacksKey, modelKey } from "../../thread/model/model-choice";
import { findModels, MOST_ROWS, type ModelGroup, withLevelOf } from "../../thread/model/model-groups";
import { nameInGroup, shortFacts } from "../../thread/model/model-words";
import { type Thread, useThread } from "../../thread/thread";
import { Bone } from "../../ui/bone";
import { usePopupFocus } from "../../ui/popup-focus";
import { useQuery } from "../../ui/query";
import { tip } from "../../ui/tooltip";
import { ConnectModel } from "./connect-model";
import { ModelDetails, NoDetails } from "./model-details";
import { FitMark, useMisfit } from "./model-fit";
import { toggleFavourite } from "./model-marks";
import "../../thread/writing/writing.css";
import "../../ui/popup.css";
import "./models.css";

const isSame = (a: ModelChoice, b: ModelChoice) => isSameModel(a.ref, b.ref);
const NO_GROUPS: ModelGroup[] = [];

/** A model that lacks its key leads to the field for that. */
function enterKey(thread: Thread, { ref }: ModelChoice): void {
  thread.model.open(undefined);
  openProvider(ref.provider_id, "key");
}

function choose(thread: Thread, model: ModelChoice | null): void {
  if (model === null) return;
  if (lacksKey(model)) return enterKey(thread, model);
  if (model.unavailable !== undefined) return;
  thread.model.pick(withLevelOf(thread.model, model));
}

/** Enter may close the list before its rows are drawn and the focus returns to the composer. There the key must not add a line. */
function onEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Ctrl+D, the browsers' key for a bookmark, stars the model that Enter would choose. */
function onStarKey(event: KeyboardEvent, model: ModelChoice | undefined): void {
  if (event.key.toLowerCase() !== "d" || !(event.ctrlKey || event.metaKey) || model === undefined) return;
  event.preventDefault();
  toggleFavourite(model.ref);
}

/** The list keeps the height that all models needed when it opened, while a search leaves some of them and new ones come. */
const heightFor = (models: number) => ({ "--rows": Math.min(models, MOST_ROWS) }) as CSSProperties;

export function ModelSelect() {
  const { t } = useTranslation("models");
  const thread = useThread();
  const open = useStore(thread.model.store, (state) => state.open === "models");
  const models = useModels();
  const value = useChoice() ?? null;
  const { typed, type, asked, catchUp } = useQuery();
  const favourites = useFavourites();
  const [highlighted, setHighlighted] = useState<ModelChoice>();
  const popup = useRef<HTMLDivElement>(null);
  usePopupFocus(open, popup, (list) => list.querySelector("input"));
  // A closed list searches no models.
  const { groups, more } = open ? findModels(models, favourites, asked) : { groups: NO_GROUPS, more: 0 };
  const findsNothing = open && groups.length === 0;
  const meant = findsNothing ? undefined : (highlighted ?? value ?? undefined);
  return (
    <>
      <Combobox.Root
        items={groups}
        filteredItems={groups}
        value={value}
        onValueChange={(model: ModelChoice | null) => choose(thread, model)}
        isItemEqualToValue={isSame}
        itemToStringLabel={({ label }: ModelChoice) => label}
        open={open}
        onOpenChange={(open) => {
          setHighlighted(undefined);
          thread.model.open(open ? "models" : undefined);
        }}
        inputValue={typed}
        onInputValueChange={type}
        // A row that was left on the way to the buttons below stays the one that they are about.
        onItemHighlighted={(model: ModelChoice | undefined) => model && setHighlighted(model)}
        autoHighlight
      >
        <Trigger value={value} />
        <Combobox.Portal>
          <Combobox.Positioner className="popup-place" side="top" align="start" sideOffset={6}>
            <ListPopup
              ref={popup}
              models={models.length}
              onKeyDownCapture={catchUp}
              onKeyDown={(event) => {
                onEnter(event);
                onStarKey(event, meant);
              }}
            >
              <Combobox.Input className="model-search" aria-label={t("search")} placeholder={t("search")} />
              <Combobox.Empty className="model-empty">{t("nothing-found")}</Combobox.Empty>
              <Combobox.List className="model-rows" aria-label={t("models")}>
                {(group: ModelGroup) => <Group key={group.key} group={group} />}
              </Combobox.List>
              <Combobox.Status className="model-more">
                {more > 0 ? t("more", { count: more }) : null}
              </Combobox.Status>
              {meant === undefined ? <NoDetails /> : <ModelDetails model={meant} />}
            </ListPopup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <ConnectModel />
    </>
  );
}

/** The open list, which has the models asked for again. Names that are new appear in it. */
function ListPopup({
  models,
  ...props
}: Omit<ComponentProps<typeof Combobox.Popup>, "style"> & { models: number }) {
  const { t } = useTranslation("models");
  const [rows] = useState(models);
  useEffect(() => void call("providers.freshen_models", undefined).catch(() => undefined), []);
  return (
    <Combobox.Popup
      {...props}
      className="popup model-list"
      style={heightFor(rows)}
      aria-label={t("models")}
    />
  );
}

/** The chosen model, which opens the list. */
function Trigger({ value }: { value: ModelChoice | null }) {
  const { t } = useTranslation("models");
  const inWords = useInWords();
  const known = useStore(appInfo, (state) => state.info !== undefined);
  const { hotkey, ...keys } = useKeyNames("choose-model");
  return (
    <Combobox.Trigger
      className="writing-choice"
      aria-label={t("model")}
      {...keys}
      {...tip(value === null ? t("model") : value.label, hotkey)}
    >
      {value === null ? <Bone /> : <bdi className="one-line">{value.label}</bdi>}
      {known && value?.unavailable !== undefined ? (
        <CircleAlert className="model-select-mark" aria-label={inWords(value.unavailable)} role="img" />
      ) : null}
      <ChevronDown />
    </Combobox.Trigger>
  );
}

function Group({ group }: { group: ModelGroup }) {
  const { t } = useTranslation("models");
  return (
    <Combobox.Group items={group.items}>
      <Combobox.GroupLabel className="model-group">
        <bdi>{group.provider_id === "builtin" ? t("builtin") : (group.provider_id ?? t("favourites"))}</bdi>
      </Combobox.GroupLabel>
      <Combobox.Collection>
        {(model: ModelChoice) => (
          <Row key={modelKey(model.ref)} model={model} named={group.provider_id !== undefined} />
        )}
      </Combobox.Collection>
    </Combobox.Group>
  );
}

/** `named`: the heading of the group already names the provider. */
function Row({ model, named }: { model: ModelChoice; named: boolean }) {
  const { t } = useTranslation("models");
  const inWords = useInWords();
  const unavailable = model.unavailable === undefined ? undefined : inWords(model.unavailable);
  const misfit = useMisfit()(model);
  return (
    <Combobox.Item
      className="menu-item model-row"
      value={model}
      data-lacking={unavailable === undefined ? undefined : ""}
      title={misfit === undefined ? unavailable : t(`fit.${misfit}`)}
    >
      <span className="menu-check">
        <Combobox.ItemIndicator>
          <Check />
        </Combobox.ItemIndicator>
      </span>
      <span className="model-name">
        <bdi>{named ? nameInGroup(model) : model.label}</bdi>
        {unavailable === undefined ? null : <bdi className="menu-hint">{unavailable}</bdi>}
      </span>
      {misfit === undefined ? null : <FitMark misfit={misfit} />}
      <span className="model-facts">{shortFacts(model)}</span>
      <StarMark model={model} />
    </Combobox.Item>
  );
}

/** The star for the mouse. By key there is Ctrl+D, or the button below. An option may contain no button. */
function StarMark({ model }: { model: ModelChoice }) {
  const { t } = useTranslation("models");
  const starred = useFavourites().some((ref) => isSameModel(ref, model.ref));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see above.
    <span
      className="model-star"
      aria-hidden="true"
      {...(starred ? { "data-starred": "" } : {})}
      title={starred ? t("unstar") : t("star")}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseUp={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        toggleFavourite(model.ref);
      }}
    >
      <Star />
    </span>
  );
}
