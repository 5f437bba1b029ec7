import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { FlaskConical, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { noConditions, type WrongPasswords } from '../../../src-shared/local-api/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { counted, relativeTime, useTick } from '../../ui/words.ts'
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
 * The local API: the service that this computer offers to other programs, in six parts: overview, requests, try it,
 * users, conditions and reference. This file has the frame: header, navigation, and the banners for conditions that are
 * on and for wrong passwords.
 */

interface LocalApiScreenProps {
  section?: string | undefined
  page?: string | undefined
}

export function LocalApiScreen({ section, page }: LocalApiScreenProps) {
  const current = sectionNamed(section)
  // Fetched again from time to time: wrong passwords are forgotten without a change event.
  const state = useQuery(rpc.localApi.state.queryOptions({ refetchInterval: 30_000 }))
  const active = state.data?.activeConditions.length ?? 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        title="Local API"
        className="border-b-0"
        measure="wide"
        description="The whole service, on this computer, for your other programs."
        badges={
          state.data && (
            <Badge tone={state.data.running ? 'good' : 'neutral'}>
              {state.data.running ? 'Running' : 'Off'}
            </Badge>
          )
        }
        actions={state.data?.address && <Copyable text={state.data.address} label="Copy the address" />}
      />
      <SectionLinks
        current={current}
        marks={{
          conditions: active > 0 && (
            <span className="tabular rounded-full bg-warn-wash px-1.5 text-2xs text-warn">{active} on</span>
          ),
        }}
      />
      <ConditionsBanner onConditions={current === 'conditions'} />
      {state.data && <WrongPasswordsBanner attempts={state.data.wrongPasswords} />}
      <div className="min-h-0 flex-1">
        {state.isError && !state.data ? (
          <ErrorState
            title="The local API cannot be shown"
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

/** A part that scrolls as a whole. */
const Sheet = ({ children }: { children: ReactNode }) => (
  <ScrollRegion className="h-full">
    <div className="flex max-w-7xl flex-col gap-4 p-6">{children}</div>
  </ScrollRegion>
)

/** Says on every part of the screen which conditions are on. Draws nothing while none is. */
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
        <span className="font-semibold">{counted(active.length, 'condition')} on: </span>
        <span className="text-ink-soft">
          {active.map((name) => conditionInWords(name, conditions)).join(' · ')}
        </span>
      </p>
      {!onConditions && (
        <ButtonLink size="small" variant="ghost" href={sectionPath('conditions')}>
          Change
        </ButtonLink>
      )}
      <Button size="small" busy={set.isPending} onClick={() => set.mutate(noConditions)}>
        Switch all off
      </Button>
    </div>
  )
}

/** The most user names that the banner names; further ones are counted. */
const mostNamed = 3

/** Says on every part of the screen that wrong passwords were sent. Draws nothing while there are none. */
function WrongPasswordsBanner({ attempts }: { attempts: readonly WrongPasswords[] }) {
  useTick()
  if (attempts.length === 0) return null
  const others = attempts.length - mostNamed
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-3 border-b border-line bg-warn-wash px-6 py-1.5 text-sm"
    >
      <KeyRound className="size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1">
        {attempts.slice(0, mostNamed).map((attempt) => (
          <p key={attempt.username ?? ''} className="truncate">
            <span className="font-semibold">{wrongPasswords(attempt)}</span>
            <span className="text-ink-soft">
              {' '}
              in the last 10 minutes, last from {attempt.lastFrom}, {relativeTime(attempt.lastAt)}
            </span>
          </p>
        ))}
        {others > 0 && <p className="text-ink-soft">and for {counted(others, 'other user')}</p>}
      </div>
      <ButtonLink size="small" variant="ghost" href={`${sectionPath('requests')}?status=403`}>
        Show requests
      </ButtonLink>
    </div>
  )
}

const wrongPasswords = ({ username, count }: WrongPasswords): string =>
  username === null
    ? counted(count, 'call with an unknown user name', 'calls with unknown user names')
    : `${counted(count, 'wrong password')} for ${username}`

interface SectionLinksProps {
  current: SectionName
  /** Shown beside the name of a part, such as the number of conditions that are on. */
  marks: Partial<Record<SectionName, ReactNode>>
}

/** The navigation between the parts. It has links instead of tabs, because each part has an address. */
const SectionLinks = ({ current, marks }: SectionLinksProps) => (
  <nav aria-label="Local API" className="flex shrink-0 gap-5 border-b border-line bg-surface px-6">
    {sections.map(({ name, label }) => (
      <Link
        key={name}
        href={sectionPath(name)}
        aria-current={name === current ? 'page' : undefined}
        className={clsx(
          '-mb-px flex h-9 items-center gap-1.5 border-b-2 text-sm font-medium whitespace-nowrap',
          name === current ? 'border-accent text-ink' : 'border-transparent text-ink-faint hover:text-ink',
        )}
      >
        {label}
        {marks[name]}
      </Link>
    ))}
  </nav>
)
