import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'

interface CopyableProps {
  text: string
  /** Shown instead of the text. */
  shown?: string
  label: string
  /** Allows a long text to wrap. */
  wraps?: boolean
  /** Buttons before the copy button. */
  children?: ReactNode
}

/** A text to copy into another program, with a copy button. */
export const Copyable = ({ text, shown = text, label, wraps, children }: CopyableProps) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className={clsx('min-w-0 font-mono text-xs', wraps ? 'break-all' : 'truncate')}>{shown}</code>
    <span className="-my-1 flex shrink-0">
      {children}
      <CopyButton text={text} label={label} />
    </span>
  </span>
)

/** A command for a terminal, with a copy button. */
export const CommandBlock = ({ text, label }: { text: string; label: string }) => (
  <div className="relative rounded-md border border-line bg-sunken">
    <ScrollRegion aria-label={label} role="group" className="max-h-48 py-2 pe-10 ps-3">
      <pre className="font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</pre>
    </ScrollRegion>
    <span className="absolute top-0.5 end-1">
      <CopyButton text={text} label={t`Copy: ${label}`} />
    </span>
  </div>
)

/** A parameter name, in the style used by the form and the reference. */
export const ParameterName = ({ name }: { name: string }) => (
  <code className="font-mono text-xs font-semibold text-ink">{name}</code>
)

/** Saves a text as a file through a browser download. */
export function saveText(file: string, text: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = file
  link.click()
  URL.revokeObjectURL(address)
}
