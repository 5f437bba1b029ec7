import clsx from 'clsx'
import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../rpc/errors.ts'
import { Button } from './button.tsx'

/** Nothing here yet: what would be here, and the way to get it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon?: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex h-full min-h-60 flex-col items-center justify-center gap-1 p-8 text-center">
      {Icon && (
        <span className="mb-3 flex size-12 items-center justify-center rounded-xl bg-sunken text-ink-faint">
          <Icon className="size-6" strokeWidth={1.5} aria-hidden />
        </span>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {children && <div className="max-w-96 text-sm text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  )
}

/** Something could not be shown: what, why, and a way to try again. */
export function ErrorState({
  title,
  error,
  onRetry,
  action,
}: {
  title: ReactNode
  error: unknown
  onRetry?: () => void
  /** Another way on, beside trying again. */
  action?: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex h-full min-h-60 flex-col items-center justify-center gap-1 p-8 text-center"
    >
      <span className="mb-3 flex size-12 items-center justify-center rounded-xl bg-bad-wash text-bad">
        <TriangleAlert className="size-6" strokeWidth={1.5} aria-hidden />
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="max-w-120 text-sm text-balance break-words text-ink-soft">{errorMessage(error)}</p>
      {(onRetry || action) && (
        <div className="mt-4 flex gap-2">
          {action}
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
        </div>
      )}
    </div>
  )
}

/** The shape of something on its way. Give it the size of what it stands for. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block animate-pulse rounded-sm bg-pressed', className)} />
)
