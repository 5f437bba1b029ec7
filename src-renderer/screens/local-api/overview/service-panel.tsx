import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LocalApiScheme, LocalApiState } from '../../../../src-shared/local-api/model.ts'
import { copyClaim } from '../../../../src-shared/sync/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { errorMessage, problemsOf } from '../../../rpc/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { dateAndTime, relativeTime, useTick } from '../../../ui/text/words.ts'
import { useSetLocalApi } from '../use-local-api.ts'

const roleWords: Record<LocalApiState['role'], string> = {
  new: t`There is no catalog yet.`,
  sandbox: t`A sandbox: it serves this catalog and processes the feeds it receives.`,
  connected: t`It answers from the copy on this computer, also with no network, and puts feeds in the outbox.`,
}

/** Age of the copy from which the service answers. */
function CopyAge() {
  useTick()
  const { data } = useQuery(rpc.sync.state.queryOptions())
  if (!data) return null
  const moment = data.completeUpTo
  if (!moment) return <Trans>The copy has never been complete.</Trans>
  return (
    <time dateTime={moment} title={dateAndTime(moment)}>
      {copyClaim(data).sentence} {relativeTime(moment)}.
    </time>
  )
}

/** The switch, the port and the protocol of the service. */
export function ServicePanel({ state }: { state: LocalApiState }) {
  const set = useSetLocalApi()
  const portError = problemsOf(set.error)[0]?.message
  return (
    <Panel
      title={t`Service`}
      description={
        <>
          {roleWords[state.role]} {state.role === 'connected' && <CopyAge />}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Switch
          label={t`Local API running`}
          help={t`Only programs on this computer can reach it, with the password of a user.`}
          checked={state.running}
          disabled={set.isPending}
          onCheckedChange={(running) => set.mutate({ running })}
        />
        {set.error && !portError ? (
          <Notice tone="bad">{errorMessage(set.error)}</Notice>
        ) : (
          state.reason && <Notice tone="warn">{state.reason}</Notice>
        )}
        <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
          <Segmented<LocalApiScheme>
            label={t`Protocol`}
            value={state.scheme}
            disabled={set.isPending}
            onValueChange={(scheme) => set.mutate({ scheme })}
            options={[
              { value: 'http', label: 'http' },
              { value: 'https', label: 'https' },
            ]}
          />
          <PortForm
            // The key resets the form, and its typed text, when the port changes.
            key={state.port}
            port={state.port}
            busy={set.isPending}
            error={portError}
            onPort={(port) => set.mutate({ port })}
          />
        </div>
      </div>
    </Panel>
  )
}

interface PortFormProps {
  port: number
  busy: boolean
  error: string | undefined
  onPort: (port: number) => void
}

function PortForm({ port, busy, error, onPort }: PortFormProps) {
  const [text, setText] = useState(String(port))
  const [wrong, setWrong] = useState<string>()
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const fits = /^\d{1,5}$/.test(text) && Number(text) <= 65_535
        setWrong(fits ? undefined : t`A port is a number from 0 to 65535. With 0 a free one is picked.`)
        if (fits) onPort(Number(text))
      }}
    >
      <TextField
        label={t`Port`}
        inputMode="numeric"
        className="w-24"
        autoComplete="off"
        value={text}
        error={wrong ?? error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="mt-5" busy={busy} disabled={text === String(port)}>
        <Trans>Change port</Trans>
      </Button>
    </form>
  )
}
