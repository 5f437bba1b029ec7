/** First start: nothing is chosen yet. Three ways to begin, the sample first, because it shows everything at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Boxes, Cable, Database } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Mark } from '../../shell/mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConnectForm } from '../settings/connect-form.tsx'
import { Preparing } from './preparing.tsx'
import { Shelf } from './shelf.tsx'

export function StartScreen() {
  const [connecting, setConnecting] = useState(false)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const begin = (to: string) => (state: WorkspaceState) => {
    navigate(to, { replace: true })
    queries.setQueryData(rpc.workspace.state.queryKey(), state)
  }
  const sample = useMutation(rpc.workspace.startSample.mutationOptions({ onSuccess: begin('/sync') }))
  const sandbox = useMutation(rpc.workspace.startSandbox.mutationOptions({ onSuccess: begin('/import') }))
  const error = sample.error ?? sandbox.error
  if (sample.isPending) return <Preparing />
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto px-6 py-10">
      <div className="my-auto w-full max-w-3xl">
        <header className="mb-8">
          <span className="mb-5 block origin-left scale-150">
            <Mark />
          </span>
          <h1 className="text-2xl font-semibold tracking-tight">Welcome to Catalog Desk</h1>
          <p className="mt-1 max-w-xl text-base text-ink-soft">
            A product catalog on your own computer: browse it with no network, write feeds and send them when
            the service is there. How would you like to begin?
          </p>
        </header>
        {error && (
          <Notice tone="bad" title="That did not work" className="mb-4">
            {errorMessage(error)}
          </Notice>
        )}
        {connecting ? (
          <section aria-label="Connect to a service" className="rounded-xl border border-line bg-surface p-6">
            <h2 className="text-lg font-semibold">Connect to a service</h2>
            <p className="mb-5 text-sm text-ink-soft">
              The address and credentials come from the operator of your Catalog Data Service.
            </p>
            <ConnectForm
              onConnected={begin('/sync')}
              onCancel={() => setConnecting(false)}
              cancelLabel="Back"
            />
          </section>
        ) : (
          <div className="flex flex-col gap-3">
            <Choice
              icon={<Boxes className="size-6" strokeWidth={1.5} aria-hidden />}
              title="Try the sample catalog"
              badge="Recommended"
              action={
                <Button
                  variant="primary"
                  icon={<ArrowRight className="size-4" aria-hidden />}
                  disabled={sandbox.isPending}
                  onClick={() => sample.mutate(undefined)}
                >
                  Try the sample
                </Button>
              }
              featured
            >
              About 300 invented products with pictures and nutrition facts, served by a service that runs on
              this computer. Sync, search, draft a feed, send it, and switch the service off to see what being
              offline is like. Nothing leaves this computer.
            </Choice>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Choice
                icon={<Cable className="size-5" strokeWidth={1.5} aria-hidden />}
                title="Connect to a service"
                action={
                  <Button disabled={sandbox.isPending} onClick={() => setConnecting(true)}>
                    Connect…
                  </Button>
                }
              >
                You have an address and credentials: keep a copy of that catalog here.
              </Choice>
              <Choice
                icon={<Database className="size-5" strokeWidth={1.5} aria-hidden />}
                title="Start an empty sandbox"
                action={
                  <Button busy={sandbox.isPending} onClick={() => sandbox.mutate({ sample: false })}>
                    Start empty
                  </Button>
                }
              >
                This catalog becomes a service of its own, for your data and your tests.
              </Choice>
            </div>
          </div>
        )}
      </div>
    </main>
  )
}

interface ChoiceProps {
  icon: ReactNode
  title: string
  badge?: string
  action: ReactNode
  featured?: boolean
  children: ReactNode
}

function Choice({ icon, title, badge, action, featured = false, children }: ChoiceProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={
        featured
          ? 'flex items-start gap-5 rounded-xl border border-accent/40 bg-surface p-6 shadow-low'
          : 'flex items-start gap-4 rounded-xl border border-line bg-surface p-5'
      }
    >
      <span
        className={`flex shrink-0 items-center justify-center rounded-lg ${featured ? 'size-12 bg-accent-wash text-accent-strong' : 'size-10 bg-sunken text-ink-soft'}`}
      >
        {icon}
      </span>
      <div className="flex min-h-full min-w-0 flex-1 flex-col">
        <h2 id={id} className={featured ? 'text-lg font-semibold' : 'text-base font-semibold'}>
          {title}
          {badge && (
            <span className="ml-2 rounded-full bg-accent-wash px-2 py-0.5 align-middle text-xs font-medium text-accent-strong">
              {badge}
            </span>
          )}
        </h2>
        <p className="mt-1 mb-4 text-sm text-ink-soft">{children}</p>
        <div className="mt-auto">{action}</div>
      </div>
      {featured && <Shelf className="hidden w-44 shrink-0 self-center md:block" />}
    </section>
  )
}
