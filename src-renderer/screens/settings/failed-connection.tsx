import { t } from '@lingui/core/macro'
import { Check, CircleX, Minus } from 'lucide-react'
import { type ConnectionStep, connectionSteps } from '../../../src-shared/workspace/connection-steps.ts'
import { errorMessage, failedStepOf } from '../../rpc/errors.ts'
import { Notice } from '../../ui/layout/notice.tsx'

const stepName = (step: ConnectionStep): string =>
  ({
    name: t`Find the computer by its name`,
    route: t`Connect to it`,
    proxy: t`Be passed on by the proxy, if there is one`,
    encryption: t`Check its certificate, if the address begins with https://`,
    answer: t`Get an answer`,
    credentials: t`Log in with the user name and the password`,
    path: t`Find the catalog at this address`,
    format: t`Read the answer`,
  })[step]

/** Why a service could not be connected, and at which step of the call. */
export function FailedConnection({ error }: { error: unknown }) {
  const failed = failedStepOf(error)
  return (
    <Notice tone="bad" title={t`Not connected`}>
      <p>{errorMessage(error)}</p>
      {failed && <Steps failed={failed} />}
    </Notice>
  )
}

function Steps({ failed }: { failed: ConnectionStep }) {
  const at = connectionSteps.indexOf(failed)
  return (
    <ol aria-label={t`Steps of the connection`} className="mt-2 flex flex-col gap-0.5">
      {connectionSteps.map((step, index) => (
        <li key={step} className="flex items-center gap-2">
          <Outcome position={index - at} />
          <span className={index === at ? 'font-semibold text-ink' : undefined}>{stepName(step)}</span>
        </li>
      ))}
    </ol>
  )
}

/** @param position below 0 before the failed step, above 0 after it */
function Outcome({ position }: { position: number }) {
  if (position < 0)
    return <Check className="size-3.5 shrink-0 text-good" role="img" aria-label={t`Worked:`} />
  if (position === 0)
    return <CircleX className="size-3.5 shrink-0 text-bad" role="img" aria-label={t`Failed:`} />
  return <Minus className="size-3.5 shrink-0 text-ink-soft" role="img" aria-label={t`Not tried:`} />
}
