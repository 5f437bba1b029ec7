import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { FlaskConical, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { noConditions } from '../../../src-shared/local-api/conditions.ts'
import type { WrongPasswords } from '../../../src-shared/local-api/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { relativeTime, useTick } from '../../ui/text/words.ts'
import { conditionInWords } from './conditions/condition-words.ts'
import { ConditionsView } from './conditions/conditions-view.tsx'
import { Copyable } from './copyable.tsx'
import { OverviewView } from './overview/overview-view.tsx'
import { ReferenceView } from './reference/reference-view.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import { TrialView } from './trial/trial.tsx'
import { type SectionName, sectionNamed, sectionPath, sections, useSetConditions } from './use-local-api.ts'
import { UsersView } from './users/users-view.tsx'

/**
 * The local API: the service that this computer offers to other programs, in six sections: overview,
 * requests, try it, users, conditions and reference. This file contains the frame: header, navigation, and
 * the banners for active conditions and wrong passwords.
 */

interface LocalApiScreenProps {
  section?: string | undefined
  page?: string | undefined
}

export function LocalApiScreen({ section, page }: LocalApiScreenProps) {
  const current = sectionNamed(section)
  // Polled, because wrong passwords expire without a change event.
  const state = useQuery(rpc.localApi.state.queryOptions({ refetchInterval: 30_000 }))
  const active = state.data?.activeConditions.length ?? 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        title={t`Local API`}
        className="border-b-0"
        measure="wide"
        description={t`The whole service, on this computer, for your other programs.`}
        badges={
          state.data && (
            <Badge tone={state.data.running ? 'good' : 'neutral'}>
              {state.data.running ? t`Running` : t`Off`}
            </Badge>
          )
        }
        actions={state.data?.address && <Copyable text={state.data.address} label={t`Copy the address`} />}
      />
      <SectionLinks
        current={current}
        marks={{
          conditions: active > 0 && (
            <span className="tabular rounded-full bg-warn-wash px-1.5 text-2xs text-warn">
              <Trans>{active} on</Trans>
            </span>
          ),
        }}
      />
      <ConditionsBanner onConditions={current === 'conditions'} />
      {state.data && <WrongPasswordsBanner attempts={state.data.wrongPasswords} />}
      <div className="min-h-0 flex-1">
        {state.isError && !state.data ? (
          <ErrorState
            title={t`The local API cannot be shown`}
            error={state.error}
            onRetry={() => void state.refetch()}
          />
        ) : !state.data ? (
          <Sheet>
            {['h-40', 'h-48'].map((height) => (
              <Skeleton key={height} className={`rounded-lg ${height}`} />
            ))}
          </Sheet>
        ) : current === 'overview' ? (
          <Sheet>
            <OverviewView state={state.data} />
          </Sheet>
        ) : current === 'requests' ? (
          <RequestsView />
        ) : current === 'try' ? (
          <TrialView page={page} state={state.data} />
        ) : current === 'users' ? (
          <Sheet>
            <UsersView />
          </Sheet>
        ) : current === 'conditions' ? (
          <Sheet>
            <ConditionsView role={state.data.role} />
          </Sheet>
        ) : (
          <ReferenceView page={page} />
        )}
      </div>
    </div>
  )
}

/** A section that scrolls as one page. */
const Sheet = ({ children }: { children: ReactNode }) => (
  <ScrollRegion className="h-full">
    <div className="flex max-w-7xl flex-col gap-4 p-6">{children}</div>
  </ScrollRegion>
)

/** Shows the active conditions on every section of the screen; nothing if there are none. */
function ConditionsBanner({ onConditions }: { onConditions: boolean }) {
  const state = useQuery(rpc.localApi.conditions.queryOptions())
  const set = useSetConditions()
  if (!state.data || state.data.active.length === 0) return null
  const { active, conditions } = state.data
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-3 border-b border-line bg-warn-wash px-6 py-1.5 text-sm"
    >
      <FlaskConical className="size-4 shrink-0 text-warn" aria-hidden />
      <p className="min-w-0 flex-1">
        <span className="font-semibold">
          <Trans>
            <Plural value={active.length} one="# condition" other="# conditions" /> on:
          </Trans>{' '}
        </span>
        <span className="text-ink-soft">
          {active.map((name) => conditionInWords(name, conditions)).join(' · ')}
        </span>
      </p>
      {!onConditions && (
        <ButtonLink size="small" variant="ghost" href={sectionPath('conditions')}>
          <Trans>Change</Trans>
        </ButtonLink>
      )}
      <Button size="small" busy={set.isPending} onClick={() => set.mutate(noConditions)}>
        <Trans>Switch all off</Trans>
      </Button>
    </div>
  )
}

/** Maximum number of user names in the banner; the rest is shown as a count. */
const maxNamed = 3

/** Shows recent wrong passwords on every section of the screen; nothing if there are none. */
function WrongPasswordsBanner({ attempts }: { attempts: readonly WrongPasswords[] }) {
  useTick()
  if (attempts.length === 0) return null
  const others = attempts.length - maxNamed
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-3 border-b border-line bg-warn-wash px-6 py-1.5 text-sm"
    >
      <KeyRound className="size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1">
        {attempts.slice(0, maxNamed).map((attempt) => (
          <p key={attempt.username ?? ''} className="truncate">
            <span className="font-semibold">{wrongPasswords(attempt)}</span>
            <span className="text-ink-soft">
              {' '}
              <Trans>
                in the last 10 minutes, last from {attempt.lastFrom}, {relativeTime(attempt.lastAt)}
              </Trans>
            </span>
          </p>
        ))}
        {others > 0 && (
          <p className="text-ink-soft">
            <Trans>
              and for <Plural value={others} one="# other user" other="# other users" />
            </Trans>
          </p>
        )}
      </div>
      <ButtonLink size="small" variant="ghost" href={`${sectionPath('requests')}?status=403`}>
        <Trans>Show requests</Trans>
      </ButtonLink>
    </div>
  )
}

const wrongPasswords = ({ username, count }: WrongPasswords): string =>
  username === null
    ? plural(count, { one: t`# call with an unknown user name`, other: t`# calls with unknown user names` })
    : t`${plural(count, { one: '# wrong password', other: '# wrong passwords' })} for ${username}`

interface SectionLinksProps {
  current: SectionName
  /** Shown next to the name of a section, such as the number of active conditions. */
  marks: Partial<Record<SectionName, ReactNode>>
}

/** Navigation between the sections. It has links instead of tabs, because each section has a URL. */
const SectionLinks = ({ current, marks }: SectionLinksProps) => (
  <nav aria-label={t`Local API`} className="flex shrink-0 gap-5 border-b border-line bg-surface px-6">
    {sections.map(({ name, label }) => (
      <Link
        key={name}
        href={sectionPath(name)}
        aria-current={name === current ? 'page' : undefined}
        className={clsx(
          '-mb-px flex h-9 items-center gap-1.5 border-b-2 text-sm font-medium whitespace-nowrap',
          name === current
            ? 'border-accent text-ink'
            : 'border-transparent text-ink-faint hover:text-ink forced-colors:border-b-0',
        )}
      >
        {label}
        {marks[name]}
      </Link>
    ))}
  </nav>
)
