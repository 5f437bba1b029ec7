import { Dialog as Base } from '@base-ui/react/dialog'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Button, buttonClass } from '../button.tsx'
import { focusable, returnTarget } from './last-focus.ts'
import { PopupsInDialog } from './popup.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom right. */
  actions?: ReactNode
  width?: 'small' | 'medium' | 'large' | 'full'
  /** Hides the title visually, if the content already states it. */
  titleHidden?: boolean
  /** Element focused first. Default: the first field or button below the title, or else the close button. */
  initialFocus?: RefObject<HTMLElement | null>
}

const widths = {
  small: 'w-96',
  medium: 'w-[36rem]',
  large: 'w-[56rem]',
  full: 'h-[calc(100vh-4rem)] w-[calc(100vw-4rem)] short:h-[calc(100vh-1rem)] short:max-h-[calc(100vh-1rem)] short:w-[calc(100vw-1rem)] short:max-w-[calc(100vw-1rem)]',
}

/**
 * The first visible, focusable element inside `container`; for a group of radio buttons, the checked one.
 */
function firstFocusable(container: Element | null): HTMLElement | undefined {
  const [first, ...others] = [...(container?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
    (part) => part.tabIndex >= 0 && part.checkVisibility(),
  )
  if (!(first instanceof HTMLInputElement && first.type === 'radio')) return first
  return (
    others.find((other) => other instanceof HTMLInputElement && other.name === first.name && other.checked) ??
    first
  )
}

/**
 * A modal dialog. Escape and a click on the backdrop close it. The focus then returns to where it was, or to
 * the nearest place if that is gone.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  width = 'medium',
  titleHidden,
  initialFocus,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  /**
   * Focuses the dialog at once: Base UI does it one frame later, and the next key may be typed before. By
   * default Base UI focuses the close button, and Enter would then close the dialog.
   */
  const takeFocus = () => {
    if (popup.current?.contains(document.activeElement)) return false
    const first =
      initialFocus?.current ?? firstFocusable(content.current) ?? firstFocusable(buttons.current) ?? null
    first?.focus()
    return first === null
  }
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  const focusAfter = () => {
    const before = opener.current
    const outer = before instanceof HTMLElement && before.closest('[role="dialog"]')
    if (outer && before.isConnected && outer.checkVisibility()) return before
    return returnTarget(before instanceof HTMLElement ? before : undefined) ?? true
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason, event }) => {
        // The second click of a double click on the opener hits the backdrop.
        if (reason === 'outside-press' && event instanceof MouseEvent && event.detail > 1) return
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-shade transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={takeFocus}
          finalFocus={focusAfter}
          className={clsx(
            'popup fixed top-1/2 left-1/2 z-30 flex max-h-[calc(100vh-4rem)] max-w-[calc(100vw-4rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl!',
            widths[width],
          )}
        >
          <PopupsInDialog>
            <header
              className={clsx(
                'flex items-start justify-between gap-4 px-5 pt-4',
                titleHidden ? 'sr-only' : 'pb-3',
              )}
            >
              <div className="min-w-0">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-sm text-ink-soft">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label={t`Close`}
                className={clsx(buttonClass({ variant: 'ghost', size: 'small' }), '-me-2 w-7 px-0!')}
              >
                <X className="size-4" aria-hidden />
              </Base.Close>
            </header>
            {children && (
              <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
                {children}
              </div>
            )}
            {actions && (
              <footer
                ref={buttons}
                className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3"
              >
                {actions}
              </footer>
            )}
          </PopupsInDialog>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface DialogActionsProps {
  onCancel: () => void
  /** Label of the confirming button: a verb. */
  label: ReactNode
  onConfirm: () => void
  isDangerous?: boolean
  isBusy?: boolean
  isDisabled?: boolean
}

/** The buttons of a dialog that asks something: Cancel, and the main action. */
export const DialogActions = (props: DialogActionsProps) => (
  <>
    <Button onClick={props.onCancel}>
      <Trans>Cancel</Trans>
    </Button>
    <Button
      variant={props.isDangerous ? 'danger' : 'primary'}
      busy={props.isBusy}
      disabled={props.isDisabled}
      onClick={props.onConfirm}
    >
      {props.label}
    </Button>
  </>
)

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** Label of the confirming button: a verb. */
  confirmLabel: string
  onConfirm: () => void
  dangerous?: boolean
  busy?: boolean
}

/** A confirmation for an action that cannot be undone. */
export function ConfirmDialog({ confirmLabel, onConfirm, dangerous, busy, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      width="small"
      actions={
        <DialogActions
          label={confirmLabel}
          isDangerous={dangerous}
          isBusy={busy}
          onConfirm={onConfirm}
          onCancel={() => rest.onOpenChange(false)}
        />
      }
    />
  )
}
