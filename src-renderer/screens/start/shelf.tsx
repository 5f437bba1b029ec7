/** A few packages on a shelf, in the colours of the theme: what the sample catalog is made of. Decoration only. */
export function Shelf({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 176 112" fill="none" aria-hidden="true" className={className}>
      <rect x="4" y="98" width="168" height="4" rx="2" fill="var(--color-line-strong)" />
      <g stroke="var(--color-accent)" strokeWidth="1.5" strokeLinejoin="round">
        <rect x="14" y="30" width="34" height="68" rx="3" fill="var(--color-accent-wash)" />
        <path d="M14 44h34" />
        <rect x="20" y="52" width="22" height="16" rx="2" fill="var(--color-surface)" />
        <path
          d="M60 98V60c0-6 5-8 5-14v-8h12v8c0 6 5 8 5 14v38z"
          fill="var(--color-good-wash)"
          stroke="var(--color-good)"
        />
        <path d="M60 72h22M60 88h22" stroke="var(--color-good)" />
        <rect
          x="65"
          y="32"
          width="12"
          height="6"
          rx="1.5"
          fill="var(--color-surface)"
          stroke="var(--color-good)"
        />
        <path d="M94 52h30l3 46H91z" fill="var(--color-warn-wash)" stroke="var(--color-warn)" />
        <path d="M94 52l4-8h22l4 8M98 66h22v16H97z" stroke="var(--color-warn)" />
        <rect
          x="137"
          y="58"
          width="28"
          height="40"
          rx="4"
          fill="var(--color-bad-wash)"
          stroke="var(--color-bad)"
        />
        <ellipse cx="151" cy="58" rx="14" ry="4" fill="var(--color-surface)" stroke="var(--color-bad)" />
        <path d="M137 74h28M137 86h28" stroke="var(--color-bad)" />
      </g>
    </svg>
  )
}
