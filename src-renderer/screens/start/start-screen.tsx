import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Boxes, Cable, Database } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Mark } from '../../shell/mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Term } from '../../ui/overlays/term.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ConnectForm } from '../settings/connect-form.tsx'

/**
 * The screen of a new workspace: three ways to start. The sample is first, because it shows all features at
 * once.
 */
export function StartScreen() {
  const [connecting, setConnecting] = useState(false)
  const queries = useQueryClient()
  const [here, navigate] = useLocation()
  const open = (to: string) => (state: WorkspaceState) => {
    // The app may already be open when this answer arrives. A person who has left its first screen is not
    // redirected.
    if ([here, '/catalog', '/quality'].includes(window.location.pathname)) navigate(to, { replace: true })
    queries.setQueryData(rpc.workspace.state.queryKey(), state)
  }
  // An additional workspace is meant for a person's own data, so the sample is not recommended there.
  const { workspaces = [] } = useQuery(rpc.workspaces.list.queryOptions()).data ?? {}
  const isFirst = workspaces.length <= 1
  const sample = useMutation(rpc.workspace.startSample.mutationOptions({ onSuccess: open('/catalog') }))
  const sandbox = useMutation(rpc.workspace.startSandbox.mutationOptions({ onSuccess: open('/import') }))
  const error = sample.error ?? sandbox.error
  if (sample.isPending) return <Preparing />
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto px-6 py-10">
      <div className="my-auto w-full max-w-3xl">
        <header className="mb-8">
          <span className="mb-5 block w-fit origin-left scale-150">
            <Mark />
          </span>
          <h1 className="text-2xl font-semibold tracking-tight">
            <Trans>Welcome to Catalog Desk</Trans>
          </h1>
          <p className="mt-1 max-w-xl text-base text-ink-soft">
            <Trans>
              A product catalog on your own computer: browse it with no network, write feeds and send them
              when the service is there. How would you like to begin?
            </Trans>
          </p>
        </header>
        {error && (
          <Notice tone="bad" title={t`That did not work`} className="mb-4">
            {errorMessage(error)}
          </Notice>
        )}
        {connecting ? (
          <section
            aria-label={t`Connect to a service`}
            className="rounded-xl border border-line bg-surface p-6"
          >
            <h2 className="text-lg font-semibold">
              <Trans>Connect to a service</Trans>
            </h2>
            <p className="mb-5 text-sm text-ink-soft">
              <Trans>The address and credentials come from the operator of your Catalog Data Service.</Trans>
            </p>
            <ConnectForm
              onConnected={open('/sync')}
              onCancel={() => setConnecting(false)}
              cancelLabel={t`Back`}
            />
          </section>
        ) : (
          <div className="flex flex-col gap-3">
            <Choice
              icon={<Boxes className="size-6" strokeWidth={1.5} aria-hidden />}
              title={t`Try the sample catalog`}
              badge={isFirst ? t`Recommended` : undefined}
              action={
                <Button
                  variant="primary"
                  icon={<ArrowRight className="size-4" aria-hidden />}
                  disabled={sandbox.isPending}
                  onClick={() => sample.mutate(undefined)}
                >
                  <Trans>Try the sample</Trans>
                </Button>
              }
              featured
            >
              <Trans>
                About 300 invented products with pictures and nutrition facts, served by a service that runs
                on this computer. Sync, search, draft a feed, send it, and switch the service off to see what
                being offline is like. Nothing leaves this computer.
              </Trans>
            </Choice>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Choice
                icon={<Cable className="size-5" strokeWidth={1.5} aria-hidden />}
                title={t`Connect to a service`}
                action={
                  <Button disabled={sandbox.isPending} onClick={() => setConnecting(true)}>
                    <Trans>Connect…</Trans>
                  </Button>
                }
              >
                <Trans>You have an address and credentials: keep a copy of that catalog here.</Trans>
              </Choice>
              <Choice
                icon={<Database className="size-5" strokeWidth={1.5} aria-hidden />}
                title={t`Start an empty sandbox`}
                help={<Term name="sandbox" />}
                action={
                  <Button busy={sandbox.isPending} onClick={() => sandbox.mutate({ sample: false })}>
                    <Trans>Start empty</Trans>
                  </Button>
                }
              >
                <Trans>This catalog becomes a service of its own, for your data and your tests.</Trans>
              </Choice>
            </div>
            <p className="text-sm text-ink-soft">
              <Trans>
                You have a file of products? Start empty: the import opens at once. You have a backup or a
                workspace of another computer?{' '}
                <Link href="/workspaces" className="text-accent-strong underline underline-offset-2">
                  Open or restore it
                </Link>
                .
              </Trans>
            </p>
          </div>
        )}
      </div>
    </main>
  )
}

interface ChoiceProps {
  icon: ReactNode
  title: string
  /** Shown next to the title. */
  help?: ReactNode
  badge?: string
  action: ReactNode
  featured?: boolean
  children: ReactNode
}

function Choice({ icon, title, badge, action, featured = false, help, children }: ChoiceProps) {
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
          {help}
          {badge && (
            <span className="ms-2 rounded-full bg-accent-wash px-2 py-0.5 align-middle text-xs font-medium text-accent-strong">
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

/** Shown for the few seconds in which the sample catalog is created. */
function Preparing() {
  return (
    <main className="flex h-full flex-col items-center justify-center gap-4 p-6">
      <span className="mb-2 scale-150">
        <Mark />
      </span>
      <h1 className="text-xl font-semibold">
        <Trans>Preparing the sample catalog</Trans>
      </h1>
      <p role="status" className="max-w-md text-center text-sm text-ink-soft">
        <Trans>Making the products and pictures, starting their service, and beginning the first sync.</Trans>
      </p>
      <div className="mt-2 w-72">
        <ProgressBar value={null} label={t`Preparing the sample catalog`} />
      </div>
    </main>
  )
}

/** A decorative drawing of packages on a shelf, in the colours of the theme. */
function Shelf({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 176 112" fill="none" aria-hidden="true" className={className}>
      <rect x="4" y="98" width="168" height="4" rx="2" fill="var(--color-line-strong)" />
      <g stroke="var(--color-accent)" strokeWidth="1.5" strokeLinejoin="round">
        <rect x="14" y="30" width="34" height="68" rx="3" fill="var(--color-accent-wash)" />
        <path d="M14 44h34" />
        <rect x="20" y="52" width="22" height="16" rx="2" fill="var(--color-surface)" />
        <path
          d="M60 98V60c0-6 5-8 5-14v-8h12v8c0 6 5 8 5 14v38z"
          fill="var(--color-good-wash)"
          stroke="var(--color-good)"
        />
        <path d="M60 72h22M60 88h22" stroke="var(--color-good)" />
        <rect
          x="65"
          y="32"
          width="12"
          height="6"
          rx="1.5"
          fill="var(--color-surface)"
          stroke="var(--color-good)"
        />
        <path d="M94 52h30l3 46H91z" fill="var(--color-warn-wash)" stroke="var(--color-warn)" />
        <path d="M94 52l4-8h22l4 8M98 66h22v16H97z" stroke="var(--color-warn)" />
        <rect
          x="137"
          y="58"
          width="28"
          height="40"
          rx="4"
          fill="var(--color-bad-wash)"
          stroke="var(--color-bad)"
        />
        <ellipse cx="151" cy="58" rx="14" ry="4" fill="var(--color-surface)" stroke="var(--color-bad)" />
        <path d="M137 74h28M137 86h28" stroke="var(--color-bad)" />
      </g>
    </svg>
  )
}
