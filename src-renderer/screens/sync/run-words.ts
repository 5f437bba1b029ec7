import type { SyncPhase, SyncRun } from '../../../src-shared/rpc/sync-contract.ts'
import { counted, wholeNumber } from '../../ui/words.ts'

export const phaseWords: Record<SyncPhase, string> = {
  lookups: 'Lists of manufacturers, brands, distributors and retailers',
  items: 'Items',
  pictures: 'Pictures',
}

/** How far the phase under way is, 0 to 1; null while that is not known. */
export function share(run: SyncRun): number | null {
  if (run.phase === 'items' && run.itemsTotal) return run.itemsDone / run.itemsTotal
  if (run.phase === 'pictures' && run.picturesTotal > 0) return run.picturesDone / run.picturesTotal
  return null
}

/** `1,204 of 18,980 items` */
export function progressWords(run: SyncRun): string {
  if (run.phase === 'items') {
    return run.itemsTotal === undefined
      ? counted(run.itemsDone, 'item')
      : `${wholeNumber(run.itemsDone)} of ${counted(run.itemsTotal, 'item')}`
  }
  if (run.phase === 'pictures')
    return `${wholeNumber(run.picturesDone)} of ${counted(run.picturesTotal, 'picture')}`
  return 'Asking…'
}

/** `about 2 minutes left`; rounded, because it is a guess. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.round(seconds / 10) * 10} seconds left`
  if (seconds < 5400) return `about ${counted(Math.round(seconds / 60), 'minute')} left`
  return `about ${counted(Math.round(seconds / 3600), 'hour')} left`
}

/** `1 min 24 s` */
export function duration(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (Number.isNaN(seconds)) return ''
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
