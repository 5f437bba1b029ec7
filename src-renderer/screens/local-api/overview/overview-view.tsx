import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Play } from 'lucide-react'
import { useState } from 'react'
import { curlCommand } from '../../../../src-shared/api/curl.ts'
import { callPath } from '../../../../src-shared/api/route.ts'
import { certificateFile, type LocalApiState } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { relativeTime, useTick, wholeNumber } from '../../../ui/text/words.ts'
import { CommandBlock, Copyable } from '../copyable.tsx'
import { StatusCode } from '../requests/request-row.tsx'
import { sectionPath } from '../use-local-api.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { ServicePanel } from './service-panel.tsx'

/** The overview: service switch, address, first call, certificate, and today's numbers. */
export const OverviewView = ({ state }: { state: LocalApiState }) => (
  <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <div className="flex min-w-0 flex-col gap-4">
      <ServicePanel state={state} />
      <FirstCallPanel state={state} />
      <CertificatePanel state={state} />
    </div>
    <div className="flex min-w-0 flex-col gap-4">
      <TodayPanel />
      <NewestRequests />
    </div>
  </div>
)

const maxShown = 8

/** The newest requests, which show whether a program reaches the service. */
function NewestRequests() {
  useTick()
  const log = useQuery(rpc.localApi.log.queryOptions({ input: { limit: maxShown } }))
  const entries = log.data?.entries.toReversed() ?? []
  return (
    <Panel
      title={t`Newest requests`}
      flush={entries.length > 0}
      actions={
        <ButtonLink size="small" variant="ghost" href={sectionPath('requests')}>
          <Trans>All requests</Trans>
        </ButtonLink>
      }
    >
      {entries.length === 0 ? (
        <p className="text-sm text-ink-faint">
          {log.data ? t`No requests yet. They appear here as they are answered.` : t`Reading the log…`}
        </p>
      ) : (
        <ul className="border-t border-line pb-1">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="grid h-8 grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-4 last:border-0"
            >
              <StatusCode status={entry.status} />
              <span className="truncate font-mono text-xs" title={`${entry.method} ${entry.target}`}>
                <span className="text-ink-faint">{entry.method}</span> {entry.target}
              </span>
              <time dateTime={entry.at} className="text-xs text-ink-faint">
                {relativeTime(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The numbers of the current UTC day. */
function TodayPanel() {
  const users = useQuery(rpc.localApi.users.queryOptions())
  const list = users.data
  const facts = [
    {
      one: t`Request`,
      many: t`Requests`,
      value: list && sum(list.map(({ requestsToday }) => requestsToday)),
    },
    {
      one: t`Item downloaded`,
      many: t`Items downloaded`,
      value: list && sum(list.map(({ itemsToday }) => itemsToday)),
    },
    { one: t`User`, many: t`Users`, value: list?.length },
  ]
  return (
    <Panel
      title={t`Today`}
      description={t`Since midnight UTC, as the daily limit counts.`}
      actions={
        <ButtonLink size="small" variant="ghost" href={sectionPath('users')}>
          <Trans>Users</Trans>
        </ButtonLink>
      }
    >
      <dl className="grid grid-cols-3 gap-4">
        {facts.map(({ one, many, value }) => (
          <div key={many} className="flex flex-col-reverse justify-end">
            <dt className="text-xs text-ink-faint">{value === 1 ? one : many}</dt>
            <dd className="tabular text-xl font-semibold">
              {value === undefined ? '–' : wholeNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Address and credentials for a program, and a first call to test them. */
function FirstCallPanel({ state }: { state: LocalApiState }) {
  const [shown, setShown] = useState(false)
  const credentials = useQuery(rpc.workspace.localApiCredentials.queryOptions())
  const { username = '', password } = credentials.data ?? {}
  const address = state.address ?? `${state.scheme}://127.0.0.1:${state.port}`
  const icon = 'size-3.5'
  return (
    <Panel
      title={t`Connect a program`}
      description={t`Point its client at the address and let it send these headers.`}
      actions={
        <ButtonLink
          size="small"
          href={sectionPath('try', 'brand')}
          icon={<Play className={icon} aria-hidden />}
        >
          <Trans>Try it here</Trans>
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-3">
        <KeyValue
          className="grid-cols-[6rem_minmax(0,1fr)]!"
          entries={[
            { label: t`Address`, value: <Copyable text={address} label={t`Copy the base address`} /> },
            {
              label: t`username`,
              value: username && <Copyable text={username} label={t`Copy the user name`} />,
            },
            {
              label: t`password`,
              value: password && (
                <Copyable
                  text={password}
                  shown={shown ? password : '•'.repeat(16)}
                  label={t`Copy the password`}
                >
                  <IconButton
                    size="small"
                    label={shown ? t`Hide the password` : t`Show the password`}
                    icon={
                      shown ? <EyeOff className={icon} aria-hidden /> : <Eye className={icon} aria-hidden />
                    }
                    onClick={() => setShown(!shown)}
                  />
                </Copyable>
              ),
            },
          ]}
        />
        <CommandBlock
          label={t`A first call, with curl`}
          text={curlCommand({
            address,
            method: 'GET',
            target: callPath('brand', { query: { limit: 5 } }),
            username,
            certificate: state.scheme === 'https' ? certificateFile : undefined,
          })}
        />
      </div>
    </Panel>
  )
}
