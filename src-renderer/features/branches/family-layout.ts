/**
 * Lays a family out as a table. Each generation has a column, each last descendant a row, and a session stands on the row of its first
 * branch. d3 divides the rows. Pure, for views to draw.
 */

import { hierarchy, partition } from "d3-hierarchy";
import type { FamilyMember } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";

export interface Placed {
  member: FamilyMember;
  /** Counted from 0. */
  column: number;
  row: number;
  parent?: SessionId;
  /** The branch before it of the same parent. */
  before?: SessionId;
  /** The place among the siblings, counted from 1. */
  position: number;
  siblings: number;
}

interface Datum {
  member?: FamilyMember;
}

/**
 * Returns the members in the order of the rows, parents before their branches. A member without a parent here stands in the first column.
 */
export function layOut(members: readonly FamilyMember[]): Placed[] {
  const known = new Set(members.map(({ id }) => id));
  const branches = new Map<SessionId | undefined, Datum[]>();
  for (const member of members) {
    const { id, parent_id } = member;
    // Ids are made in order, so the comparison breaks a circle in a damaged database.
    const parent = parent_id !== undefined && parent_id < id && known.has(parent_id) ? parent_id : undefined;
    const others = branches.get(parent);
    if (others === undefined) branches.set(parent, [{ member }]);
    else others.push({ member });
  }
  if (members.length === 0) return [];
  const root = hierarchy<Datum>({}, ({ member }) => branches.get(member?.id)).count();
  const places = partition<Datum>().size([root.value ?? 1, root.height + 1])(root);
  return places
    .descendants()
    .flatMap((place): Placed[] => {
      const { member } = place.data;
      if (member === undefined) return [];
      const siblings = place.parent?.children ?? [];
      const at = siblings.indexOf(place);
      const parent = place.parent?.data.member?.id;
      const before = siblings[at - 1]?.data.member?.id;
      return [
        {
          member,
          column: place.depth - 1,
          row: Math.round(place.x0),
          ...(parent === undefined ? {} : { parent }),
          ...(before === undefined ? {} : { before }),
          position: at + 1,
          siblings: siblings.length,
        },
      ];
    })
    .sort((a, b) => a.row - b.row || a.column - b.column);
}

/** Returns the member that a key leads to: along the generation, to the parent, or to the first branch. Undefined for other keys. */
export function keyLeadsTo(placed: readonly Placed[], from: SessionId, key: string): SessionId | undefined {
  const at = placed.find(({ member }) => member.id === from);
  if (key === "Home") return placed[0]?.member.id;
  if (key === "End") return placed.at(-1)?.member.id;
  if (at === undefined) return undefined;
  if (key === "ArrowLeft") return at.parent ?? from;
  if (key === "ArrowRight") return placed.find(({ parent }) => parent === from)?.member.id ?? from;
  const generation = placed.filter(({ column }) => column === at.column);
  const place = generation.indexOf(at);
  if (key === "ArrowDown") return generation[place + 1]?.member.id ?? from;
  if (key === "ArrowUp") return generation[place - 1]?.member.id ?? from;
  return undefined;
}

/** In pixels. */
export interface Measures {
  width: number;
  height: number;
  /** The gaps between two columns and between two rows. */
  across: number;
  down: number;
}

export interface View {
  x: number;
  y: number;
  zoom: number;
}

const EDGE = 28;
/** Room for the buttons at the bottom of the view. */
const FOOT = 40;
/** Letters smaller than this cannot be read. */
const LEAST_ZOOM = 0.75;

export const leftOf = (column: number, { width, across }: Measures): number => column * (width + across);
export const topOf = (row: number, { height, down }: Measures): number => row * (height + down);

/** Returns the size of the whole table. */
export function extentOf(placed: readonly Placed[], measures: Measures): { width: number; height: number } {
  const columns = placed.reduce((most, { column }) => Math.max(most, column), 0);
  const rows = placed.reduce((most, { row }) => Math.max(most, row), 0);
  return {
    width: leftOf(columns, measures) + measures.width,
    height: topOf(rows, measures) + measures.height,
  };
}

/** Returns the size of the view that shows the whole table with its edges. */
export function roomFor(
  placed: readonly Placed[],
  measures: Measures,
): { inlineSize: number; blockSize: number } {
  const { width, height } = extentOf(placed, measures);
  return { inlineSize: width + 2 * EDGE, blockSize: height + 2 * EDGE + FOOT };
}

/** Shows the whole family where that can be read, else the surroundings of the current session. */
export function openingView(
  placed: readonly Placed[],
  current: SessionId,
  measures: Measures,
  box: { width: number; height: number },
): View {
  const all = extentOf(placed, measures);
  const room = { width: box.width - 2 * EDGE, height: box.height - 2 * EDGE };
  const fits = Math.min(1, room.width / all.width, room.height / all.height);
  const zoom = fits >= LEAST_ZOOM ? fits : 1;
  const at = placed.find(({ member }) => member.id === current);
  const middle = {
    x: leftOf(at?.column ?? 0, measures) + measures.width / 2,
    y: topOf(at?.row ?? 0, measures) + measures.height / 2,
  };
  return {
    x: along(box.width, all.width * zoom, middle.x * zoom),
    y: along(box.height, all.height * zoom, middle.y * zoom),
    zoom,
  };
}

/**
 * Returns the offset of the tree along one axis. A tree that fits stands in the middle; of a larger one no more than the edge is left
 * empty.
 */
function along(box: number, all: number, middle: number): number {
  if (all + 2 * EDGE <= box) return (box - all) / 2;
  return Math.min(EDGE, Math.max(box - all - EDGE, box / 2 - middle));
}

/** Moves the view as little as needed to show a member whole. */
export function viewWith(
  { column, row }: Pick<Placed, "column" | "row">,
  measures: Measures,
  box: { width: number; height: number },
  { x, y, zoom }: View,
): View {
  const left = leftOf(column, measures) * zoom;
  const top = topOf(row, measures) * zoom;
  return {
    x: within(x, EDGE - left, box.width - EDGE - left - measures.width * zoom),
    y: within(y, EDGE - top, box.height - EDGE - top - measures.height * zoom),
    zoom,
  };
}

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));

/**
 * Draws a straight line from a parent to its first branch, and from each branch down to the next. So every line is as short as possible.
 */
export function lineTo({ column, row }: Placed, from: Placed, measures: Measures): string {
  const x = leftOf(column, measures);
  const y = topOf(row, measures) + measures.height / 2;
  const fromY = topOf(from.row, measures) + measures.height / 2;
  if (from.column < column) return `M ${leftOf(from.column, measures) + measures.width} ${y} H ${x}`;
  const trunk = x - measures.across / 2;
  const bend = 8;
  // The line to the first branch has no bend, so the next line begins at its middle.
  const begin = from.position === 1 ? fromY : fromY - bend;
  return `M ${trunk} ${begin} V ${y - bend} Q ${trunk} ${y} ${trunk + bend} ${y} H ${x}`;
}
