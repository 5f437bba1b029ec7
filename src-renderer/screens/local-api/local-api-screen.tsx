/**
 * The local API: the service that this computer offers to other programs, in six parts: what it is and how to reach
 * it, what is asked of it, a place to ask oneself, who may ask, the limits and faults to try a client with, and its
 * reference. The frame is here: header, navigation, and the banner that tells of switched-on conditions.
 */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { ConditionsView } from './conditions/conditions-view.tsx'
import { ConditionsBanner } from './conditions-banner.tsx'
import { Copyable } from './copyable.tsx'
import { OverviewView } from './overview/overview-view.tsx'
import { ReferenceView } from './reference/reference-view.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import { SectionLinks } from './section-links.tsx'
import { sectionNamed } from './sections.ts'
import { TrialView } from './trial/trial-view.tsx'
import { UsersView } from './users/users-view.tsx'
import { WrongPasswordsBanner } from './wrong-passwords-banner.tsx'

interface LocalApiScreenProps {
  section?: string | undefined
  page?: string | undefined
}

export function LocalApiScreen({ section, page }: LocalApiScreenProps) {
  const current = sectionNamed(section)
  // Asked again now and then: wrong passwords are forgotten by and by, without an event.
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
