import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type IncludedPackage, licensesFile } from '../../../src-shared/workspace/about.ts'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { useUpdate } from '../../rpc/update.ts'
import { Mark } from '../../shell/mark.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { saveText } from '../local-api/copyable.tsx'

/** The name and versions of the program, and the licenses of the packages inside. */
export function AboutPanel({ workspace }: { workspace: WorkspaceState }) {
  const { data: versions = [] } = useQuery(rpc.computer.versions.queryOptions())
  const update = useUpdate()
  const report = useMutation(
    rpc.workspace.supportReport.mutationOptions({
      onSuccess: ({ text }) => saveText('catalog-desk-report.txt', text),
      onError: (error) => toast.failed(t`The report was not made`, error),
    }),
  )
  return (
    <Panel
      title={t`About`}
      near={t`version, licenses, help, support`}
      actions={
        <>
          <Button size="small" busy={report.isPending} onClick={() => report.mutate({})}>
            <Trans>Save a report for support</Trans>
          </Button>
          <ButtonLink size="small" href="/local-api/reference/words.md">
            <Trans>Words and reference</Trans>
          </ButtonLink>
        </>
      }
    >
      <div className="mb-4 flex items-center gap-3">
        <Mark />
        <div>
          <p className="font-semibold">
            <Trans>Catalog Desk {workspace.version}</Trans>
          </p>
          <p className="text-xs text-ink-faint">
            {workspace.host === 'electron'
              ? t`In a window of its own`
              : t`In your browser, served from this computer`}
          </p>
          {desktop && update === null && (
            <p className="text-xs text-ink-faint">
              <Trans>This build is not updated by itself. Install a newer version over it.</Trans>
            </p>
          )}
          <p className="text-xs text-ink-faint">
            {versions.map(({ name, version }) => `${name} ${version}`).join(', ')}
          </p>
        </div>
      </div>
      <Licenses />
    </Panel>
  )
}

async function fetchPackages(): Promise<IncludedPackage[]> {
  const answer = await fetch(`/${licensesFile}`)
  const isList = answer.headers.get('content-type')?.includes('json')
  if (!answer.ok || !isList) throw new Error(t`The build of the program has not made the list.`)
  return answer.json()
}

const licensesOf = (count: number): string =>
  plural(count, { one: 'License of # package inside', other: 'Licenses of # packages inside' })

function Licenses() {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['licenses'],
    queryFn: fetchPackages,
    enabled: isOpen,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-default text-sm text-ink-soft">
        {data ? licensesOf(data.length) : t`Licenses of the packages inside`}
      </summary>
      <div className="pt-3">
        {data ? (
          <ul className="max-h-96 overflow-y-auto rounded-md border border-line" aria-label={t`Packages`}>
            {data.map((included) => (
              <li key={`${included.name} ${included.version}`} className="border-b border-line last:border-0">
                <License of={included} />
              </li>
            ))}
          </ul>
        ) : error ? (
          <ErrorState title={t`The licenses cannot be shown`} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40 rounded-md" />
        )}
      </div>
    </details>
  )
}

function License({ of: { name, version, identifier, text } }: { of: IncludedPackage }) {
  return (
    <details>
      <summary className="flex cursor-default gap-3 px-3 py-1.5 text-sm hover:bg-hover">
        <span className="min-w-0 flex-1 truncate">
          {name} <span className="text-ink-faint">{version}</span>
        </span>
        <span className="text-ink-soft">{identifier ?? t`See its text`}</span>
      </summary>
      <pre className="overflow-x-auto border-t border-line bg-sunken px-3 py-2 text-xs whitespace-pre-wrap">
        {text ?? t`The package contains no text of its license.`}
      </pre>
    </details>
  )
}
