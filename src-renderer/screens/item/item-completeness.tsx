import { plural, t } from '@lingui/core/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  isForContentPlus,
  type Missing,
  profilesFor,
  type RecordScore,
} from '../../../src-shared/completeness/model.ts'
import { shownName } from '../../../src-shared/completeness/shipped-words.ts'
import { kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Completeness, percentOf } from '../../ui/completeness.tsx'
import { PlainSelect } from '../../ui/inputs/plain-select.tsx'
import { Folded } from '../../ui/layout/folded.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useChooseProfile } from '../settings/use-choose-profile.ts'

/** Score of the record against a requirement profile. Each missing field opens a draft at that field. */
export function ItemCompleteness({ itemId }: { itemId: string }) {
  /** A Content+ profile that is looked at only here; undefined: the default profile of the workspace. */
  const [profileId, setProfileId] = useState<string>()
  const choose = useChooseProfile()
  const profiles = useQuery(rpc.completeness.profiles.queryOptions())
  const score = useQuery(
    rpc.completeness.ofItem.queryOptions({
      input: { id: itemId, profileId },
      // The previous score is shown until the score by the other profile is loaded.
      placeholderData: (shown) => shown,
    }),
  )
  const { goToField, isCreating } = useGoToField(itemId, score.data)
  if (!profiles.data || (!score.data && !score.error)) return null
  const { data: list } = profiles
  // Profiles for a refresh and for Content+. An update has too few fields to score.
  const offered = (['refresh', 'contentplus'] as const).flatMap((kind) => profilesFor(list, kind))
  return (
    <Panel>
      <Folded title={t`Completeness`} summary={summaryOf(score.data)} isBusy={isCreating}>
        <div className="flex flex-col gap-3 pt-3">
          <span className="flex items-center gap-1">
            <PlainSelect
              aria-label={t`Profile`}
              className="max-w-80"
              value={profileId ?? list.defaultId}
              onValueChange={(id) => {
                const chosen = list.profiles.find((one) => one.id === id)
                // The profile of items is the same everywhere.
                const isForItems = chosen !== undefined && !isForContentPlus(chosen.profile)
                setProfileId(isForItems ? undefined : id)
                if (isForItems) choose(id)
              }}
              options={offered.map(({ id, profile }) => ({ value: id, label: shownName(id, profile.name) }))}
            />
            <Term name="requirement profile" />
          </span>
          {score.error && (
            <Notice tone="bad" title={t`The record could not be judged`}>
              {errorMessage(score.error)}
            </Notice>
          )}
          {score.data && <Completeness score={score.data} onGo={goToField} />}
        </div>
      </Folded>
    </Panel>
  )
}

function summaryOf(score: RecordScore | undefined): string {
  if (score === undefined) return ''
  return score.missing.length > 0
    ? t`${percentOf(score.score)} by the profile ${shownName(score.profileId, score.profileName)}, ${plural(score.missing.length, { one: '# field', other: '# fields' })} missing`
    : t`${percentOf(score.score)} by the profile ${shownName(score.profileId, score.profileName)}`
}

/** Creates a draft in which a missing field can be filled in, and opens it at that field. */
function useGoToField(itemId: string, score: RecordScore | undefined) {
  const [, navigate] = useLocation()
  const draft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  const goToField = ({ path }: Missing): void => {
    if (!score || draft.isPending) return
    const { kind } = score
    const item = kinds[kind].payload.onlyItem
    draft.mutate(
      { kind, fromItemIds: [itemId] },
      { onSuccess: ({ id }) => navigate(`/feeds/${id}?field=${encodeURIComponent(`${item}/${path}`)}`) },
    )
  }
  return { goToField, isCreating: draft.isPending }
}
