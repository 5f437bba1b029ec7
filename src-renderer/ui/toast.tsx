import { Toaster as Sonner, toast as sonner } from 'sonner'
import type { ThemeChoice } from '../../src-shared/workspace/model.ts'
import { errorMessage } from '../rpc/errors.ts'

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

/** Short messages about an action that has just ended. */
export const toast = {
  done: (message: string, description?: string) => sonner.success(message, { description }),
  tell: (message: string, description?: string) => sonner(message, { description }),
  /** Shows which action failed, and why. */
  failed: (what: string, error: unknown) => sonner.error(what, { description: errorMessage(error) }),
}
