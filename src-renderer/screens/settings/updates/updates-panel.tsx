import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type {
  UninterruptedWork,
  UpdateAction,
  UpdateFailure,
  UpdateState,
} from '../../../../src-shared/update-state.ts'
import { settingLabel } from '../../../../src-shared/workspace/settings.ts'
import { rpc } from '../../../rpc/client.ts'
import { desktop } from '../../../rpc/desktop.ts'
import { useUpdate } from '../../../rpc/update.ts'
import { said } from '../../../texts/translate-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { byteSize, relativeTime, useTick } from '../../../ui/text/words.ts'

const ReleaseNotes = lazy(() => import('./release-notes.tsx').then((m) => ({ default: m.ReleaseNotes })))

const act = (action: UpdateAction) => () => void desktop?.actOnUpdate(action)

/** The update of the app: what there is, and what to do with it. Not shown if the app is not updated by itself. */
export function UpdatesPanel() {
  const update = useUpdate()
  useTick()
  if (!update) return null
  const { step, offer, returned, failure, version } = update
  return (
    <div id="updates" className="scroll-mt-4">
      <Panel
        title={t`Updates`}
        actions={
          (step === 'idle' || step === 'checking' || step === 'offered') && (
            <Button size="small" busy={step === 'checking'} onClick={act('check')}>
              <Trans>Check for updates</Trans>
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {returned && (
            <Message detail={said(returned.reason)}>
              <Trans>
                Version {returned.from} did not work here, so version {version} was put back, with your
                workspace as it was. The log is in {returned.log}.
              </Trans>
            </Message>
          )}
          {failure && <Message detail={failure.detail}>{failureWords(failure.code, version)}</Message>}
          {offer ? (
            <Offer update={update} offer={offer} />
          ) : (
            <p className="text-sm text-ink-soft" role="status">
              {answerWords(update)}
            </p>
          )}
          <AutomaticChecks />
        </div>
      </Panel>
    </div>
  )
}

function Message({ detail, children }: { detail: string; children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
      <p>{children}</p>
      {detail !== '' && <p className="mt-1 text-xs break-words">{detail}</p>}
    </div>
  )
}

function answerWords({ step, answer, version, checkedAt }: UpdateState): string {
  if (step === 'checking') return t`Asking the update server…`
  if (!answer || checkedAt === undefined) return t`This is version ${version}.`
  const when = relativeTime(checkedAt)
  if (answer.kind === 'newest') return t`Version ${version} is the newest. Checked ${when}.`
  if (answer.kind === 'older')
    return t`The server has version ${answer.version}, which is older than this one, ${version}. Nothing was changed. Checked ${when}.`
  return t`Version ${answer.version} exists, but is not offered to this computer yet. Checked ${when}.`
}

function failureWords(code: UpdateFailure, version: string): string {
  const words: Record<UpdateFailure, string> = {
    unreachable: t`The update server does not answer. Check the connection, and try again.`,
    missing: t`The update server has no updates for this system. Tell the people who run it.`,
    unreadable: t`The answer of the update server cannot be understood. Tell the people who run it.`,
    unsigned: t`The update is not signed with the key of this app, or was changed afterwards. It was refused. Tell the people who run the update server.`,
    broken: t`The downloaded file is not the announced one. It was refused. Download it again; if that fails too, tell the people who run the update server.`,
    interrupted: t`The download ended before the file was complete. Download it again.`,
    'disk-full': t`The disk is full. Free some space, and download the update again.`,
    'does-not-start': t`The new version was tried and did not start. It was not installed.`,
    'not-installed': t`The update was not installed. Version ${version} is unchanged.`,
  }
  return words[code]
}

function Offer({ update, offer }: { update: UpdateState; offer: NonNullable<UpdateState['offer']> }) {
  const { step, progress, installsOnQuit } = update
  const size = offer.size === undefined ? '' : byteSize(offer.size)
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">
        <Trans>Catalog Desk {offer.version}</Trans>{' '}
        {size !== '' && <span className="text-sm font-normal text-ink-faint">{size}</span>}
      </p>
      {offer.notes !== '' && (
        <section
          aria-label={t`Release notes`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-64 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2"
        >
          <Suspense>
            <ReleaseNotes text={offer.notes} />
          </Suspense>
        </section>
      )}
      {step === 'downloading' && progress && (
        <ProgressBar
          label={t`Download`}
          value={progress.total > 0 ? progress.done / progress.total : null}
          detail={t`${byteSize(progress.done)} of ${byteSize(progress.total)}`}
        />
      )}
      <p role="status" className="text-sm text-ink-soft">
        {stepWords(update)}
      </p>
      <div className="flex flex-wrap gap-2">
        {step === 'offered' && (
          <Button variant="primary" onClick={act('download')}>
            <Trans>Download</Trans>
          </Button>
        )}
        {step === 'downloading' && (
          <Button onClick={act('cancel')}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        {step === 'downloaded' && (
          <Button variant="primary" onClick={act('install')}>
            <Trans>Restart and install</Trans>
          </Button>
        )}
        {step === 'downloaded' && !installsOnQuit && (
          <Button onClick={act('install-on-quit')}>
            <Trans>Install when I quit</Trans>
          </Button>
        )}
        {(step === 'waiting' || installsOnQuit) && (
          <Button onClick={act('not-now')}>
            <Trans>Do not install</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function stepWords({ step, waitsFor, progress, installsOnQuit }: UpdateState): string {
  if (step === 'downloading')
    return progress && progress.total > 0
      ? t`${byteSize(progress.done)} of ${byteSize(progress.total)}`
      : t`Downloading…`
  if (step === 'waiting') {
    const [first] = waitsFor
    return first ? waitingWords(first) : t`Trying whether the new version starts…`
  }
  if (step === 'installing') return t`Saving your work and installing…`
  if (step !== 'downloaded') return ''
  return installsOnQuit
    ? t`It is installed when you quit.`
    : t`Downloaded. Your work is saved before the installation.`
}

function waitingWords(work: UninterruptedWork): string {
  const words: Record<UninterruptedWork, string> = {
    sending: t`Waits until a feed is sent.`,
    import: t`Waits until an import has ended.`,
    export: t`Waits until an export has ended.`,
    backup: t`Waits until a backup is made.`,
    maintenance: t`Waits until the maintenance of the workspace has ended.`,
  }
  return words[work]
}

function AutomaticChecks() {
  const queries = useQueryClient()
  const { data } = useQuery(rpc.computer.settings.queryOptions())
  const change = useMutation(
    rpc.computer.setSettings.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(rpc.computer.settings.queryKey(), saved),
      onError: (error) => void toast.failed(t`The setting was not saved`, error),
    }),
  )
  if (!data) return null
  return (
    <Switch
      label={settingLabel('checksForUpdates')}
      help={t`Nothing is downloaded or installed unless you choose it.`}
      checked={data.checksForUpdates}
      disabled={change.isPending}
      onCheckedChange={(checksForUpdates) => change.mutate({ checksForUpdates })}
    />
  )
}
