import { t } from '@lingui/core/macro'
import type { CSSProperties } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import type { ThemeChoice } from '../../../src-shared/workspace/model.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { direction } from '../../texts/language.ts'

/**
 * In the empty part of the navigation, no wider than it, so that neither a screen nor a dialog is covered; in a
 * narrow window beside the navigation, at the bottom (theme.css).
 */
const place = { bottom: 'var(--toast-bottom)', left: 'var(--toast-side)', right: 'var(--toast-side)' }
const width: CSSProperties & Record<'--width', string> = { '--width': 'var(--toast-width)' }

/** Container of the toasts; rendered once, in the app. */
export function Toaster({ theme }: { theme: ThemeChoice }) {
  return (
    <Sonner
      theme={theme}
      position={direction === 'rtl' ? 'bottom-right' : 'bottom-left'}
      offset={place}
      visibleToasts={1}
      style={width}
      className="desk-toasts"
      toastOptions={{
        style: {
          background: 'var(--color-raised)',
          color: 'var(--color-ink)',
          border: '1px solid var(--color-line)',
          boxShadow: 'var(--shadow-popup)',
          fontFamily: 'var(--font-sans)',
          borderRadius: 'var(--radius-lg)',
        },
      }}
    />
  )
}

/** Time to read a toast with an action, and to decide. */
const offerDuration = 12_000

interface Action {
  label: string
  onSelect: () => unknown
}

/** Removes the message shown before, so that messages never cover each other. */
function alone(show: () => string | number): string | number {
  sonner.dismiss()
  return show()
}

/** Runs the action of a message; a failure is shown as the next message. */
async function run({ onSelect }: Action): Promise<void> {
  try {
    await onSelect()
  } catch (error) {
    toast.failed(t`That did not work`, error)
  }
}
const button = (action: Action) => ({ label: action.label, onClick: () => void run(action) })

/** Short messages about a recent event, one at a time. Lasting facts belong on the screen. */
export const toast = {
  done: (message: string, description?: string) => alone(() => sonner.success(message, { description })),
  tell: (message: string, description?: string) => alone(() => sonner(message, { description })),
  /**
   * A success message with one action, such as Undo.
   * @returns the id of the toast, for `withdraw`
   */
  offer: (message: string, action: Action, description?: string) =>
    alone(() => sonner.success(message, { description, action: button(action), duration: offerDuration })),
  /** A message that is no success, with one action. */
  suggest: (message: string, action: Action) =>
    alone(() => sonner(message, { action: button(action), duration: offerDuration })),
  /** Removes a toast whose action is no longer possible. */
  withdraw: (offer: string | number) => sonner.dismiss(offer),
  /** A failed action and the reason. */
  failed: (message: string, error: unknown) =>
    alone(() => sonner.error(message, { description: errorMessage(error) })),
}
