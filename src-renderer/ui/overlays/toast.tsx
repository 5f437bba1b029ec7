import { Toaster as Sonner, toast as sonner } from 'sonner'
import type { ThemeChoice } from '../../../src-shared/workspace/model.ts'
import { errorMessage } from '../../rpc/errors.ts'

/** The place for short messages; used once, in the app. */
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

/** Long enough to read what happened and to decide. */
const offerMilliseconds = 12_000

/** Short messages about what just happened. Facts that must last belong on the screen. */
export const toast = {
  done: (message: string, description?: string) => sonner.success(message, { description }),
  tell: (message: string, description?: string) => sonner(message, { description }),
  /** What just happened, with one thing to do about it, such as taking it back. @returns the message, for `withdraw` */
  offer: (message: string, action: { label: string; onSelect: () => void }, description?: string) =>
    sonner.success(message, {
      description,
      action: { label: action.label, onClick: action.onSelect },
      duration: offerMilliseconds,
    }),
  /** Removes an offer that can no longer be taken. */
  withdraw: (offer: string | number) => sonner.dismiss(offer),
  /** What was tried, and why it did not work. */
  failed: (what: string, error: unknown) => sonner.error(what, { description: errorMessage(error) }),
}
