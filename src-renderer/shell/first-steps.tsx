import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { client, rpc } from '../rpc/client.ts'
import { Button, IconButton } from '../ui/button.tsx'

/** Key in `hintsSeen`, stored when the tour is closed. */
const tourId = 'first-steps'

interface Step {
  title: string
  words: string
  /** Path of the screen for this step. */
  path: string
  link: string
}

const steps: readonly Step[] = [
  {
    title: t`Look through the catalog`,
    words: t`Press / and type a word, such as “oat”. Enter opens an item with its facts, pictures and history.`,
    path: '/catalog',
    link: t`Show the catalog`,
  },
  {
    title: t`Change an item`,
    words: t`An item’s “Draft an update” begins a draft. It stays on this computer until you queue it.`,
    path: '/feeds',
    link: t`Show the feeds`,
  },
  {
    title: t`Send it, or wait`,
    words: t`The outbox stores queued feeds, sends them when the service is reachable, and shows their results.`,
    path: '/outbox',
    link: t`Show the outbox`,
  },
  {
    title: t`Find any command by name`,
    words: t`Ctrl K (⌘ K on a Mac) finds items, screens and commands: try “dark”, “backup” or “export”.`,
    path: '/settings#keys',
    link: t`Show the keys`,
  },
]

/** Number of drafts, last changed first, in which a change is looked for. */
const maxDrafts = 20

/** Number of completed steps, derived from the workspace and the open screen. */
function useCompletedSteps(isShown: boolean): number {
  const [location] = useLocation()
  const drafts = useQuery(
    rpc.feeds.drafts.queryOptions({ input: { offset: 0, limit: maxDrafts }, enabled: isShown }),
  ).data
  const outbox = useQuery(rpc.outbox.overview.queryOptions({ enabled: isShown })).data
  if (outbox && Object.values(outbox.entries).some((feeds) => feeds > 0)) return 3
  // A new draft has no step to undo: nothing was changed yet.
  if (drafts?.drafts.some(({ undo }) => undo !== undefined)) return 2
  return location.startsWith('/catalog/') ? 1 : 0
}

/** A short tour above the screens. It advances when a step is completed, or with its button. */
export function FirstSteps() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [index, setIndex] = useState(0)
  const [known, setKnown] = useState(0)
  const { data } = useQuery(rpc.computer.settings.queryOptions())
  const done = useCompletedSteps(data !== undefined && !data.hintsSeen.includes(tourId))
  // A person may step back to a completed step.
  if (done > known) {
    setKnown(done)
    if (done > index) setIndex(done)
  }
  const step = steps[index]
  if (!data || !step || data.hintsSeen.includes(tourId)) return null
  const close = () => {
    const hintsSeen = [...data.hintsSeen, tourId]
    queries.setQueryData(rpc.computer.settings.queryKey(), { ...data, hintsSeen })
    // If saving fails, the tour is only shown once more at the next start.
    client.computer.setSettings({ hintsSeen }).catch(() => {})
  }
  const isLast = index === steps.length - 1
  return (
    <aside
      aria-label={t`First steps`}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-info-wash px-4 py-2 text-sm"
    >
      <p aria-live="polite" className="min-w-60 flex-1">
        <span className="tabular me-2 text-xs text-ink-soft">
          <Trans>
            {index + 1} of {steps.length}
          </Trans>
        </span>
        <span className="font-semibold">{step.title}.</span> <span>{step.words}</span>{' '}
        <Link href={step.path} className="text-accent-strong underline underline-offset-2">
          {step.link}
        </Link>
      </p>
      <div className="flex items-center gap-2">
        {index > 0 && (
          <Button size="small" onClick={() => setIndex(index - 1)}>
            <Trans>Step back</Trans>
          </Button>
        )}
        <Button
          size="small"
          onClick={() => {
            if (isLast) return close()
            setIndex(index + 1)
            const next = steps[index + 1]
            if (next) navigate(next.path.split('#')[0] ?? next.path)
          }}
        >
          {isLast ? t`End` : t`Next step`}
        </Button>
        <IconButton
          size="small"
          label={t`Close the tour`}
          icon={<X className="size-4" aria-hidden />}
          onClick={close}
        />
      </div>
    </aside>
  )
}
