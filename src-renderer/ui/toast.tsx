import { Toaster as Sonner, toast as sonner } from 'sonner'
import type { ThemeChoice } from '../../src-shared/workspace/model.ts'
import { errorMessage } from '../rpc/errors.ts'

/** The place where short messages appear. Once, in the shell. */
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

/** Short messages about what just happened. Facts that must last belong on the screen. */
export const toast = {
  done: (message: string, description?: string) => sonner.success(message, { description }),
  tell: (message: string, description?: string) => sonner(message, { description }),
  /** Something was done that can be taken back, for as long as the message stands. */
  undoable: (message: string, undo: () => void) =>
    sonner(message, { action: { label: 'Undo', onClick: undo }, duration: 15_000 }),
  /** What was tried, and why it did not work. */
  failed: (what: string, error: unknown) => sonner.error(what, { description: errorMessage(error) }),
}
