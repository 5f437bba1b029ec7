import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UpdateState } from '../../src-shared/update-state.ts'
import { desktop } from '../rpc/desktop.ts'
import { useUpdate } from '../rpc/update.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** A banner about a new version of the app, until the person has decided or put it off. */
export function UpdateNotice() {
  const update = useUpdate()
  const [putOff, setPutOff] = useState('')
  if (!update) return null
  const { returned } = update
  if (returned)
    return (
      <Line icon={<Undo2 className="size-4 shrink-0" aria-hidden />} isWarning>
        <span>
          <Trans>
            Version {returned.from} did not work here. Version {update.version} was put back, with your
            workspace as it was.
          </Trans>
        </span>
        <ButtonLink size="small" href="/settings#updates">
          <Trans>Show</Trans>
        </ButtonLink>
        <Button size="small" onClick={() => void desktop?.actOnUpdate('dismiss')}>
          <Trans>Dismiss</Trans>
        </Button>
      </Line>
    )
  const words = noticeOf(update)
  // A version that was put off is announced again when it is downloaded.
  const subject = `${update.step} ${update.offer?.version}`
  if (words === undefined || putOff === subject) return null
  return (
    <Line icon={<Download className="size-4 shrink-0" aria-hidden />}>
      <span>{words}</span>
      <ButtonLink size="small" href="/settings#updates">
        <Trans>Show</Trans>
      </ButtonLink>
      <Button size="small" variant="ghost" onClick={() => setPutOff(subject)}>
        <Trans>Later</Trans>
      </Button>
    </Line>
  )
}

function noticeOf({ step, offer, installsOnQuit }: UpdateState): string | undefined {
  if (!offer || installsOnQuit) return undefined
  const { version } = offer
  if (step === 'offered') return t`Catalog Desk ${version} is available.`
  if (step === 'downloaded') return t`Catalog Desk ${version} is downloaded and can be installed.`
  return undefined
}

function Line({ icon, isWarning, children }: { icon: ReactNode; isWarning?: boolean; children: ReactNode }) {
  const colors = isWarning ? 'bg-warn-wash text-warn' : 'bg-sunken text-ink'
  return (
    <div
      role={isWarning ? 'alert' : 'status'}
      className={`flex min-h-10 items-center justify-center gap-3 border-b border-line px-4 py-1.5 text-sm ${colors}`}
    >
      {icon}
      {children}
    </div>
  )
}
