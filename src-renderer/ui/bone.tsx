/** A bar in the place of words that have not come yet. */
export const Bone = () => <span className="bone" aria-hidden="true" />;
