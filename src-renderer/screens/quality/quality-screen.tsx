import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Gauge, RotateCw } from 'lucide-react'
import { useSearch } from 'wouter'
import { shownName } from '../../../src-shared/completeness/shipped-words.ts'
import type { QualityFigures, QualityReport } from '../../../src-shared/quality/model.ts'
import { rpc } from '../../rpc/client.ts'
import { useRowCommands } from '../../shell/commands/use-row-commands.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime, useTick, wholeNumber } from '../../ui/text/words.ts'
import { CompletenessPanel } from './completeness-panel.tsx'
import { CountProgress } from './count-progress.tsx'
import { FigureItems } from './figure-items.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { LackedPanel, ViewsPanel } from './missing-panels.tsx'
import { NeedsYou } from './needs-you.tsx'
import { readQualityUrl } from './quality-url.ts'
import { useReport } from './use-report.ts'
import { WhatChanged } from './what-changed.tsx'

/**
 * The overview of the catalog's quality: entries that need a person, recent changes, and figures; or the
 * items of one figure.
 */
export function QualityScreen() {
  const { figure, profileId, page } = readQualityUrl(useSearch())
  return figure === undefined ? (
    <Overview key={profileId} profileId={profileId} />
  ) : (
    <FigureItems key={figure} figure={figure} profileId={profileId} page={page} />
  )
}

/**
 * @param profileId a profile opened from the settings; absent for the default profile, which also shows the
 * panels "Needs you" and "What changed"
 */
function Overview({ profileId }: { profileId: string | undefined }) {
  useRowCommands()
  useTick()
  const queries = useQueryClient()
  const input = { profileId }
  const report = useReport(profileId)
  const handlers = {
    onSuccess: (next: QualityReport) =>
      void queries.setQueryData(rpc.quality.report.queryKey({ input }), next),
    onError: (error: unknown) => void toast.failed(t`The catalog could not be counted`, error),
  }
  const count = useMutation(rpc.quality.count.mutationOptions(handlers))
  const stop = useMutation(rpc.quality.stop.mutationOptions(handlers))
  const { figures, counting, trouble } = report.data ?? {}
  const profileName =
    profileId === undefined || !figures ? undefined : shownName(profileId, figures.profileName)
  return (
    <Page
      header={
        <PageHeader
          title={profileName === undefined ? t`Quality` : t`Quality by the profile ${profileName}`}
          {...(profileId !== undefined && { back: { href: '/settings', label: t`Settings` } })}
          description={figures && <AsOf figures={figures} counting={counting} />}
          actions={
            counting ? (
              <Button size="small" busy={stop.isPending} onClick={() => stop.mutate(input)}>
                <Trans>Stop counting</Trans>
              </Button>
            ) : (
              <>
                <ButtonLink size="small" href="/duplicates" icon={<Copy className="size-3.5" aria-hidden />}>
                  <Trans>Find duplicates</Trans>
                </ButtonLink>
                <Button
                  size="small"
                  busy={count.isPending}
                  icon={<RotateCw className="size-3.5" aria-hidden />}
                  onClick={() => count.mutate(input)}
                >
                  <Trans>Count again</Trans>
                </Button>
              </>
            )
          }
        />
      }
    >
      {counting && <CountProgress counting={counting} />}
      {trouble !== undefined && (
        <Notice tone="bad" title={t`The catalog could not be counted`}>
          {trouble}
        </Notice>
      )}
      {profileId === undefined && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <NeedsYou />
          <WhatChanged />
        </div>
      )}
      {report.isError && !report.data ? (
        <ErrorState
          title={t`The figures cannot be shown`}
          error={report.error}
          onRetry={() => void report.refetch()}
        />
      ) : (
        <Figures
          figures={figures}
          isCounting={counting !== undefined && figures?.endedAt === undefined}
          profileId={profileId}
        />
      )}
    </Page>
  )
}

/** The part of the catalog that the figures cover, and the time of the count. */
function AsOf({ figures, counting }: { figures: QualityFigures; counting: QualityReport['counting'] }) {
  const { counted: done, total, startedAt, endedAt, isOutOfDate } = figures
  const isWaiting = counting?.isWaiting === true
  if (isWaiting && endedAt === undefined) return null
  if (counting && endedAt === undefined)
    return t`Counting… ${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`
  const words =
    done < total
      ? t`${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`
      : plural(total, { one: '# item', other: '# items' })
  return (
    <span title={dateAndTime(startedAt)}>
      <Trans>
        {words}, counted {relativeTime(startedAt)}
        {endedAt === undefined && t`. The count was stopped: the others are not in these figures`}
        {isOutOfDate && (counting && !isWaiting ? t`. Counting again…` : t`. The catalog has changed since`)}
      </Trans>
    </span>
  )
}

function Figures({
  figures,
  isCounting,
  profileId,
}: {
  figures: QualityFigures | undefined
  isCounting: boolean
  profileId: string | undefined
}) {
  if (!figures) return <Skeleton className="h-96" />
  if (figures.total === 0)
    return (
      <EmptyState
        icon={Gauge}
        title={t`No items yet`}
        action={
          <>
            <ButtonLink href="/catalog">
              <Trans>Go to the catalog</Trans>
            </ButtonLink>
            <ButtonLink href="/import">
              <Trans>Import a file</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>Sync with your service or import a file. This screen then shows which items need work.</Trans>
      </EmptyState>
    )
  const shown = { figures, isCounting, profileId }
  return (
    <>
      <FindingsPanel {...shown} />
      <CompletenessPanel {...shown} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ViewsPanel {...shown} />
        <LackedPanel {...shown} />
      </div>
    </>
  )
}
