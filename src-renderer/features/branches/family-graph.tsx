/** The drawing of a family: a tree that takes the focus as a whole and builds only the members in sight. */

import {
  type Node,
  type NodeProps,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  ViewportPortal,
} from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  memo,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { FamilyMember } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { fullTime, shortTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { useSessionFacts } from "../../thread/session-facts";
import { IconButton } from "../../ui/icon-button";
import { NumberedTitle } from "../../ui/numbered-title";
import {
  extentOf,
  keyLeadsTo,
  leftOf,
  lineTo,
  type Measures,
  openingView,
  type Placed,
  topOf,
  viewWith,
} from "./family-layout";
import "@xyflow/react/dist/base.css";
import "./family.css";

type MemberNode = Node<{ placed: Placed }, "member">;

/** The marks that change while the tree is looked at. The nodes themselves stay the same. */
const Marked = createContext<{ current: SessionId | undefined; active: SessionId | undefined }>({
  current: undefined,
  active: undefined,
});

const itemId = (id: SessionId): string => `family-${id}`;

function useDescription({
  archived_at,
  deleted_at,
  updated_at,
}: FamilyMember): [shown: string, said: string] {
  const { t } = useTranslation("chat");
  if (deleted_at !== undefined) return [t("branch.in-trash"), t("branch.in-trash")];
  if (archived_at !== undefined) return [t("branch.archived"), t("branch.archived")];
  return [shortTime(updated_at, Date.now()), fullTime(updated_at)];
}

const MemberItem = memo(function MemberItem({ data: { placed } }: NodeProps<MemberNode>) {
  const { member, column, position, siblings } = placed;
  const { current, active } = useContext(Marked);
  const [shown, said] = useDescription(member);
  const facts = useSessionFacts()(member);
  return (
    <div
      id={itemId(member.id)}
      className="family-member"
      role="treeitem"
      aria-label={member.title}
      aria-description={[...facts, said].join(", ")}
      aria-level={column + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={member.id === active}
      {...(member.id === current ? { "aria-current": "page" as const } : {})}
      {...(member.deleted_at === undefined ? {} : { "aria-disabled": true })}
      tabIndex={-1}
    >
      <NumberedTitle className="family-title" title={member.title} />
      <span className="family-facts">
        <span className="one-line">{facts.join(" · ")}</span>
        <span className="family-time">{shown}</span>
      </span>
    </div>
  );
});

/** All lines as one drawing, which moves with the members. As edges of the library, each would be built and dropped as it comes by. */
const Lines = memo(function Lines({ placed, measures }: Pick<FamilyGraphProps, "placed" | "measures">) {
  // The lines are hidden from screen readers: `aria-level` says the same.
  return (
    <ViewportPortal>
      <svg className="family-lines" aria-hidden="true" {...extentOf(placed, measures)}>
        <path d={linesOf(placed, measures)} />
      </svg>
    </ViewportPortal>
  );
});

const nodeTypes = { member: MemberItem };

function nodesOf(placed: readonly Placed[], measures: Measures): MemberNode[] {
  const { width, height } = measures;
  return placed.map((one) => ({
    id: one.member.id,
    type: "member",
    position: { x: leftOf(one.column, measures), y: topOf(one.row, measures) },
    data: { placed: one },
    width,
    height,
    // Sizes are known before anything is drawn, so the library measures nothing.
    measured: { width, height },
    handles: [],
    domAttributes: { "aria-roledescription": undefined },
  }));
}

function linesOf(placed: readonly Placed[], measures: Measures): string {
  const byId = new Map(placed.map((one) => [one.member.id, one]));
  const lines = placed.map((one) => {
    const from = byId.get(one.before ?? one.parent ?? one.member.id);
    return one.parent === undefined || from === undefined ? "" : lineTo(one, from, measures);
  });
  return lines.join(" ");
}

const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const smoothly = () => ({ duration: calm() ? 0 : 160 });

function ZoomButtons() {
  const { t } = useTranslation("chat");
  const flow = useReactFlow();
  return (
    <div className="family-zoom">
      <IconButton label={t("branch.zoom-out")} hotkey="-" onClick={() => void flow.zoomOut(smoothly())}>
        <Minus />
      </IconButton>
      <IconButton label={t("branch.zoom-in")} hotkey="+" onClick={() => void flow.zoomIn(smoothly())}>
        <Plus />
      </IconButton>
      <IconButton label={t("branch.zoom-all")} hotkey="0" onClick={() => void flow.fitView(smoothly())}>
        <Maximize />
      </IconButton>
    </div>
  );
}

/** The graph can be looked at and moved through, but not changed. Keys and names are our own. */
const AS_IT_IS = {
  minZoom: 0.1,
  maxZoom: 1.5,
  onlyRenderVisibleElements: true,
  panOnScroll: true,
  zoomOnDoubleClick: false,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  proOptions: { hideAttribution: true },
} as const;

interface FamilyGraphProps {
  placed: readonly Placed[];
  current: SessionId | undefined;
  measures: Measures;
  /** The size of the room that the graph is drawn in, in CSS pixels. */
  box: { width: number; height: number };
  tree: RefObject<HTMLDivElement | null>;
  onOpen: (member: FamilyMember) => void;
}

function Graph({ placed, current, measures, box, tree, onOpen }: FamilyGraphProps) {
  const { t } = useTranslation("chat");
  const flow = useReactFlow<MemberNode>();
  const first = placed.find(({ member }) => member.id === current) ?? placed[0];
  const [active, setActive] = useState(first?.member.id);
  const nodes = useMemo(() => nodesOf(placed, measures), [placed, measures]);
  const [opening] = useState(() => openingView(placed, first?.member.id ?? ("" as SessionId), measures, box));
  const marked = useMemo(() => ({ current, active }), [current, active]);
  const all = extentOf(placed, measures);
  // The library gives this element the role `application`, in which screen readers announce no tree items.
  useLayoutEffect(() => tree.current?.setAttribute("role", "tree"), [tree]);

  const [shownIn, setShownIn] = useState(box);
  // The active member stays in sight when the window changes its size.
  useEffect(() => {
    const place = placed.find(({ member }) => member.id === active);
    if (box === shownIn || place === undefined) return;
    setShownIn(box);
    void flow.setViewport(viewWith(place, measures, box, flow.getViewport()));
  }, [box, shownIn, placed, active, measures, flow]);

  const go = (to: SessionId) => {
    const place = placed.find(({ member }) => member.id === to);
    if (place === undefined) return;
    setActive(to);
    const from = flow.getViewport();
    const view = viewWith(place, measures, box, from);
    // A smooth move to a far place would build everything on the way, frame by frame.
    const isNear = Math.abs(view.x - from.x) < box.width && Math.abs(view.y - from.y) < box.height;
    void flow.setViewport(view, isNear ? smoothly() : undefined);
  };
  const zoom: Record<string, () => unknown> = {
    "+": () => flow.zoomIn(smoothly()),
    "-": () => flow.zoomOut(smoothly()),
    "0": () => flow.fitView(smoothly()),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (active === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = keyLeadsTo(placed, active, event.key);
    const at = placed.find(({ member }) => member.id === active);
    if (to !== undefined) go(to);
    else if ((event.key === "Enter" || event.key === " ") && at !== undefined) onOpen(at.member);
    else if (zoom[event.key] !== undefined) zoom[event.key]?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Marked value={marked}>
      <ReactFlow<MemberNode>
        ref={tree}
        className="family-tree"
        aria-label={t("branch.members")}
        {...(active === undefined ? {} : { "aria-activedescendant": itemId(active) })}
        tabIndex={0}
        onKeyDown={onKeyDown}
        nodes={nodes}
        nodeTypes={nodeTypes}
        onNodeClick={(_, node) => onOpen(node.data.placed.member)}
        {...box}
        defaultViewport={opening}
        translateExtent={[
          [-box.width / 2, -box.height / 2],
          [all.width + box.width / 2, all.height + box.height / 2],
        ]}
        {...AS_IT_IS}
      >
        <Lines placed={placed} measures={measures} />
      </ReactFlow>
      {placed.length > 1 ? <ZoomButtons /> : null}
    </Marked>
  );
}

export function FamilyGraph(props: FamilyGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}
