/** The mark of the app. All other icons are lucide's; `.lucide` in base.css gives them one size and one stroke. */

/** Two strands that cross. */
export const BraidMark = () => (
  <svg
    className="lucide"
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M8 3c0 6 8 6 8 9s-8 3-8 9M16 3c0 6-8 6-8 9s8 3 8 9" />
  </svg>
);
