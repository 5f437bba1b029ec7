import { Toaster as Sonner, toast as sonner } from 'sonner'
import type { ThemeChoice } from '../../../src-shared/workspace/model.ts'
import { errorMessage } from '../../rpc/errors.ts'

/** Container of the toasts; rendered once, in the app. */
export function Toaster({ theme }: { theme: ThemeChoice }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      offset={{ bottom: 40, right: 16 }}
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

/** Short messages about a recent event. Lasting facts belong on the screen. */
export const toast = {
  done: (message: string, description?: string) => sonner.success(message, { description }),
  tell: (message: string, description?: string) => sonner(message, { description }),
  /**
   * A success message with one action, such as Undo.
   * @returns the id of the toast, for `withdraw`
   */
  offer: (message: string, action: { label: string; onSelect: () => void }, description?: string) =>
    sonner.success(message, {
      description,
      action: { label: action.label, onClick: action.onSelect },
      duration: offerDuration,
    }),
  /** A message that is no success, with one action. */
  suggest: (message: string, action: { label: string; onSelect: () => void }) =>
    sonner(message, { action: { label: action.label, onClick: action.onSelect }, duration: offerDuration }),
  /** Removes a toast whose action is no longer possible. */
  withdraw: (offer: string | number) => sonner.dismiss(offer),
  /** A failed action and the reason. */
  failed: (message: string, error: unknown) => sonner.error(message, { description: errorMessage(error) }),
}
