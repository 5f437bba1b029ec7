import clsx from 'clsx'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type NoticeTone = 'info' | 'warn' | 'bad'

const styles: Record<NoticeTone, { icon: LucideIcon; background: string; iconClass: string }> = {
  info: { icon: Info, background: 'bg-info-wash', iconClass: 'text-info' },
  warn: { icon: TriangleAlert, background: 'bg-warn-wash', iconClass: 'text-warn' },
  bad: { icon: CircleAlert, background: 'bg-bad-wash', iconClass: 'text-bad' },
}

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
  className?: string
}

/** A message that stays on the screen as long as it applies. */
export function Notice({ tone = 'info', title, children, actions, className }: NoticeProps) {
  const { icon: Icon, background, iconClass } = styles[tone]
  return (
    <div
      role={tone === 'info' ? 'note' : 'alert'}
      className={clsx(
        'flex flex-wrap items-start gap-3 rounded-lg px-4 py-3 text-sm forced-colors:border',
        background,
        className,
      )}
    >
      <Icon className={clsx('mt-0.5 size-4 shrink-0', iconClass)} aria-hidden />
      <div className="min-w-40 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex max-w-full flex-wrap justify-end gap-2">{actions}</div>}
    </div>
  )
}
