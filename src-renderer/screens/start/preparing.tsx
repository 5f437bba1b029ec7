import { Mark } from '../../shell/mark.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** While the sample catalog is made: it takes some seconds, once. */
export function Preparing() {
  return (
    <main className="flex h-full flex-col items-center justify-center gap-4 p-6">
      <span className="mb-2 scale-150">
        <Mark />
      </span>
      <h1 className="text-xl font-semibold">Preparing the sample catalog</h1>
      <p role="status" className="max-w-md text-center text-sm text-ink-soft">
        Making the products and pictures, starting their service, and beginning the first sync.
      </p>
      <div className="mt-2 w-72">
        <ProgressBar value={null} label="Preparing the sample catalog" />
      </div>
    </main>
  )
}
