import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../button.tsx'

/** Shown for an empty list: its purpose, and an action that fills it. */
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
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** Shown instead of content that failed to load: the title, the reason, and a retry button. */
export function ErrorState({
  title,
  error,
  onRetry,
  action,
}: {
  title: ReactNode
  error: unknown
  onRetry?: () => void
  /** Another action next to the retry button. */
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
          {onRetry && (
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/**
 * A grey placeholder for content that is loading; give it the size of that content. `isStill` turns off the
 * pulsing, for scrolled lists with many placeholders, because the browser creates a layer for each
 * animation.
 */
export const Skeleton = ({ className, isStill = false }: { className?: string; isStill?: boolean }) => (
  <span aria-hidden className={clsx('block rounded-sm bg-pressed', !isStill && 'animate-pulse', className)} />
)
