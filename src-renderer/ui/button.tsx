import clsx from 'clsx'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { Tooltip } from './overlays/tooltip.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'small' | 'medium'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-accent-ink hover:bg-accent-strong shadow-low forced-colors:forced-color-adjust-none forced-colors:hover:bg-accent forced-colors:border forced-colors:border-[ButtonText]',
  secondary:
    'bg-surface text-ink border border-line-strong hover:bg-hover active:bg-pressed data-popup-open:bg-pressed shadow-low',
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed data-popup-open:bg-pressed',
  danger: 'bg-surface text-bad border border-line-strong hover:bg-bad-wash active:bg-bad-wash shadow-low',
}
const sizes: Record<ButtonSize, string> = {
  small: 'h-7 px-2 gap-1 text-xs rounded-sm',
  medium: 'h-8 px-3 gap-1.5 text-sm rounded-md',
}

/** The classes of a button, for other elements with the same style (links, triggers). */
export const buttonClass = ({ variant = 'secondary', size = 'medium' }: ButtonStyle = {}): string =>
  clsx(
    'inline-flex shrink-0 cursor-default items-center justify-center font-medium whitespace-nowrap select-none transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  )

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  icon?: ReactNode
  /** Whether the started action is still running. The button then shows a spinner and ignores clicks. */
  busy?: boolean
  /**
   * Reason why the button is disabled, shown as a tooltip. The button ignores clicks but stays focusable, so
   * that the reason can be read.
   */
  disabledReason?: string | undefined
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    icon,
    busy = false,
    disabled,
    disabledReason,
    children,
    className,
    onClick,
    ...rest
  } = props
  const isBlocked = disabledReason !== undefined && !busy
  const button = (
    <button
      type="button"
      // The main action of a screen or dialog, for Ctrl+Enter.
      data-primary={variant === 'primary' ? '' : undefined}
      {...rest}
      {...(isBlocked
        ? { 'aria-disabled': true, 'aria-description': disabledReason }
        : busy && !disabled
          ? // Not `disabled`: a focused button would lose the focus while it is busy.
            { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
          : { disabled, onClick })}
      aria-busy={busy || undefined}
      className={clsx(buttonClass({ variant, size }), isBlocked && 'pointer-events-auto!', className)}
    >
      {busy ? <LoaderCircle className="size-4 animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
  if (!('disabledReason' in props)) return button
  // Also without a reason at present: a button that is created anew would lose the focus.
  return (
    <Tooltip label={disabledReason} disabled={!isBlocked}>
      {button}
    </Tooltip>
  )
}

/** A link styled as a button. */
export function ButtonLink({
  href,
  variant,
  size,
  icon,
  children,
  className,
  onClick,
}: ButtonStyle & {
  href: string
  icon?: ReactNode
  children: ReactNode
  className?: string
  onClick?: () => void
}) {
  return (
    <Link
      data-button=""
      href={href}
      {...(onClick && { onClick })}
      className={clsx(buttonClass({ variant, size }), className)}
    >
      {icon}
      {children}
    </Link>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'>, ButtonStyle {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  /** Equivalent keys, shown in the tooltip. */
  keys?: string[]
}

export function IconButton({
  label,
  icon,
  keys,
  variant = 'ghost',
  size = 'medium',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={clsx(
          buttonClass({ variant, size }),
          size === 'small' ? 'w-7 px-0!' : 'w-8 px-0!',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
