/** The logo of the program: the bars of a barcode. */
export const Mark = () => (
  <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden="true">
    <rect width="24" height="24" rx="6" className="fill-brand" />
    <g className="stroke-brand-ink" strokeLinecap="round">
      <path d="M6.5 7v10M9 7v10M13 7v10M17.5 7v10" strokeWidth="1.25" />
      <path d="M11 7v10M15.25 7v10" strokeWidth="2" opacity=".65" />
    </g>
  </svg>
)
