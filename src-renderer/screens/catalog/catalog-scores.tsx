import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CatalogScores } from '../../../src-shared/completeness/model.ts'
import { shownName } from '../../../src-shared/completeness/shipped-words.ts'
import { rpc } from '../../rpc/client.ts'

/** Poll interval in milliseconds while scores are counted: a count publishes few changes. */
const pollInterval = 1000

/** The profile that the catalog is scored by, and the state of the count. */
export const useCatalogScores = (): CatalogScores | undefined =>
  useQuery(
    rpc.completeness.scores.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.state === 'counting' ? pollInterval : false),
    }),
  ).data

/** The state of a count that is not current; undefined if it is. */
export function countWords({ state, progress }: CatalogScores): string | undefined {
  switch (state) {
    case 'current':
      return undefined
    case 'counting':
      return t`Being counted: ${Math.floor(progress * 100)} % done`
    case 'failed':
      return t`The count has failed`
    case 'stopped':
      return t`Not counted: this workspace is only read`
  }
}

/** The name of the profile and the state of the count, as plain text. */
export const scoreWords = (scores: CatalogScores): string =>
  [t`Completeness by the profile ${shownName(scores.profileId, scores.profileName)}`, countWords(scores)]
    .filter(Boolean)
    .join('. ')

/** Whether scores are being counted, for parts beside one that polls with `useCatalogScores`. */
export const useIsCountingScores = (): boolean =>
  useQuery(rpc.completeness.scores.queryOptions({ enabled: false })).data?.state === 'counting'

/** The profile of the scores, with a link to the choice, and the state of the count. */
export function ScoreProfile() {
  const scores = useCatalogScores()
  if (!scores) return null
  const state = countWords(scores)
  return (
    <p className="px-1 pb-1 text-xs text-ink-faint">
      <Link
        href="/settings"
        className="hover:text-ink hover:underline"
        title={t`Choose another profile in Settings`}
      >
        <Trans>By the profile {shownName(scores.profileId, scores.profileName)}</Trans>
      </Link>
      {state && (
        <span role="status" className="block" title={scores.trouble}>
          {state}
        </span>
      )}
    </p>
  )
}
