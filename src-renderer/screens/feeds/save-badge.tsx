import { Check, CircleAlert, CloudOff, LoaderCircle } from 'lucide-react'
import type { SaveState } from './autosave.ts'

/** Where the text of the draft is, in one word. */
export function SaveBadge({ state }: { state: SaveState }) {
  return (
    <span role="status" className="flex items-center gap-1 text-xs whitespace-nowrap text-ink-faint">
      {state.kind === 'saved' && (
        <>
          <Check className="size-3.5 text-good" aria-hidden />
          Saved
        </>
      )}
      {(state.kind === 'unsaved' || state.kind === 'saving') && (
        <>
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          Saving…
        </>
      )}
      {state.kind === 'failed' && (
        <span className="flex items-center gap-1 text-warn" title={state.message}>
          <CloudOff className="size-3.5" aria-hidden />
          Not saved, trying again
        </span>
      )}
      {state.kind === 'conflict' && (
        <span className="flex items-center gap-1 text-bad">
          <CircleAlert className="size-3.5" aria-hidden />
          Not saved
        </span>
      )}
    </span>
  )
}
