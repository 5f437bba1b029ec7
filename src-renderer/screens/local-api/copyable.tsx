import clsx from 'clsx'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

interface CopyableProps {
  text: string
  /** What is seen instead of the text. */
  shown?: string
  label: string
  /** Lets a long text take several lines. */
  wraps?: boolean
  /** Buttons before the one that copies. */
  children?: ReactNode
}

/** A code or word for another program, with the way to take it there. */
export const Copyable = ({ text, shown = text, label, wraps, children }: CopyableProps) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className={clsx('min-w-0 font-mono text-xs', wraps ? 'break-all' : 'truncate')}>{shown}</code>
    <span className="-my-1 flex shrink-0">
      {children}
      <CopyButton text={text} label={label} />
    </span>
  </span>
)
