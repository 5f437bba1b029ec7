import { plural, t } from '@lingui/core/macro'
import type {
  SyncFailure,
  SyncPause,
  SyncPhase,
  SyncPlan,
  SyncProfile,
  SyncRun,
  SyncScope,
  SyncSlice,
} from '../../../src-shared/sync/model.ts'
import { dateOnly, wholeNumber } from '../../ui/text/words.ts'

export const phaseWords: Record<SyncPhase, string> = {
  lookups: t`Lists of manufacturers, brands, distributors and retailers`,
  items: t`Items`,
  pictures: t`Pictures`,
}

/** The progress of the current phase, from 0 to 1; null while it is unknown. */
export function share(run: SyncRun): number | null {
  if (run.phase === 'items' && run.itemsTotal) return run.itemsDone / run.itemsTotal
  if (run.phase === 'pictures' && run.picturesTotal > 0) return run.picturesDone / run.picturesTotal
  return null
}

/** For example `1,204 of 18,980 items`. */
export function progressWords(run: SyncRun): string {
  if (run.phase === 'items') {
    return run.itemsTotal === undefined
      ? plural(run.itemsDone, { one: '# item', other: '# items' })
      : t`${wholeNumber(run.itemsDone)} of ${plural(run.itemsTotal, { one: '# item', other: '# items' })}`
  }
  if (run.phase === 'pictures')
    return t`${wholeNumber(run.picturesDone)} of ${plural(run.picturesTotal, { one: '# picture', other: '# pictures' })}`
  return t`Asking…`
}

/** For example `about 2 minutes left`; rounded, because it is an estimate. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return t`a few seconds left`
  if (seconds < 60) return t`about ${Math.round(seconds / 10) * 10} seconds left`
  if (seconds < 5400)
    return t`about ${plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })} left`
  return t`about ${plural(Math.round(seconds / 3600), { one: '# hour', other: '# hours' })} left`
}

/** For example `1 min 24 s`. */
export function duration(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (Number.isNaN(seconds)) return ''
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? t`${minutes} min ${seconds % 60} s`
    : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The label of each scope of a run. */
export const scopeWords: Record<SyncScope, string> = {
  full: t`Full`,
  incremental: t`Changes`,
  manufacturer: t`Manufacturers`,
  brand: t`Brands`,
  gtins: 'GTINs',
  verified: t`Verified`,
}

export const profileWords: Record<SyncProfile, string> = {
  complete: t`Complete: everything, with pictures`,
  standard: t`Standard: without pictures and importer`,
  analytics: t`Analytics: categories, package and nutrition`,
  listing: t`Listing: names, codes, brand and maker`,
}

/**
 * The details of a plan besides its scope, such as `3 codes · verified only · listing`; '' if there are
 * none.
 */
export function planDetails(plan: SyncPlan | undefined): string {
  if (!plan) return ''
  const details = [
    plan.scope === 'gtins' && plural(plan.gtins.length, { one: '# code', other: '# codes' }),
    (plan.scope === 'manufacturer' || plan.scope === 'brand') && plan.ids.join(', '),
    'verified' in plan && plan.verified && t`verified only`,
    plan.profile !== 'complete' && plan.profile,
  ]
  return details.filter(Boolean).join(' · ')
}

export const pauseTitles: Record<SyncPause, string> = {
  person: t`The sync is paused`,
  limit: t`Paused: the service’s limit is reached`,
  maintenance: t`Paused: the service is down for maintenance`,
  battery: t`Paused while on battery`,
  metered: t`Paused on a metered connection`,
}

/** Advice for a failed run, where its note does not contain any. */
export const failureAdvice: Partial<Record<SyncFailure, string>> = {
  unreachable: t`Check the network, then try again. With the schedule it also starts by itself when the service can be reached.`,
  service: t`Try again later. If the problem persists, report the message above to the operator of the service.`,
  answer: t`Something between here and the service may answer in its place, such as a sign-in page of this network.`,
  defect: t`This is a fault of this program. Continue, and report what is written above if it happens again.`,
}

/** Explains that the service states one number of items but returns another. */
export const contradictionWords = ({ said, given }: { said: number; given: number }): string =>
  t`The service announced ${plural(said, { one: '# item', other: '# items' })}, but sent ${wholeNumber(given)} different ones in every attempt. All of these are saved, and no item was marked as no longer listed. This notice disappears when a full sync finds matching numbers.`

const dayWord = (day: string): string => {
  const date = new Date(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  return dateOnly(date.toISOString())
}

/** The label of a slice: `Up to 3 Mar 2016`, `4 Mar 2016 to 1 May 2017`, `From 2 May 2017`. */
export function sliceWords({ since, until, party, purpose }: SyncSlice): string {
  const days =
    since === undefined
      ? t`Listed codes`
      : since <= '19000101'
        ? until === undefined
          ? t`All days`
          : t`Up to ${dayWord(until)}`
        : until === undefined
          ? t`From ${dayWord(since)}`
          : t`${dayWord(since)} to ${dayWord(until)}`
  return [purpose === 'verified' && t`Verified marks`, party, days].filter(Boolean).join(': ')
}
