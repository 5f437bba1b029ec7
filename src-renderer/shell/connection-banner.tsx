import { LoaderCircle } from 'lucide-react'
import { retryNow, useConnection } from '../rpc/changes.ts'
import { Button } from '../ui/button.tsx'

/** Across the top while the backend does not answer; gone by itself when it does. */
export function ConnectionBanner() {
  if (useConnection() !== 'lost') return null
  return (
    <div
      role="alert"
      className="flex h-10 items-center justify-center gap-3 bg-warn-wash px-4 text-sm text-warn"
    >
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      <span>The program behind this window does not answer. What you see may be old; trying again.</span>
      <Button size="small" onClick={retryNow}>
        Try now
      </Button>
    </div>
  )
}
