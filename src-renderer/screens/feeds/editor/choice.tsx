import type { ReactNode } from 'react'

interface ChoiceProps {
  icon: ReactNode
  label: string
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

/** List item with a button for one option and its description. */
export const Choice = ({ icon, label, disabled = false, onChoose, children }: ChoiceProps) => (
  <li>
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="flex w-full cursor-default items-start gap-3 rounded-lg border border-line p-3 text-start hover:border-line-strong hover:bg-hover disabled:opacity-50"
    >
      <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent-strong">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">{label}</span>
        <span className="block text-xs text-ink-faint">{children}</span>
      </span>
    </button>
  </li>
)
