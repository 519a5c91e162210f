/** The choice to take a summary along of what is left (RW-8), without its form: the first frame needs it for drafts. */

export interface TakeAlongChoice {
  on: boolean;
  focus: string;
}

export const NOT_ALONG: TakeAlongChoice = { on: false, focus: "" };

/** The input of the call that leaves. */
export const takenAlong = ({ on, focus }: TakeAlongChoice) =>
  on ? { take_along: focus.trim() === "" ? {} : { focus: focus.trim() } } : {};
