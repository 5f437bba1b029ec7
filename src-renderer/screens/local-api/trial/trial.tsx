import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { BookOpen, Send } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { curlCommand } from '../../../../src-shared/api/curl.ts'
import { apiVersions, type Endpoint } from '../../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../../../../src-shared/api/endpoints.ts'
import {
  certificateFile,
  type LocalApiState,
  type LocalApiUser,
} from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/inputs/field.tsx'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { ScrollRegion } from '../../../ui/layout/scroll-region.tsx'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { CommandBlock } from '../copyable.tsx'
import { sectionPath, useSetLocalApi } from '../use-local-api.ts'
import { AnswerView } from './answer-view.tsx'
import { CallForm } from './call-form.tsx'
import { type Examples, feedKindOf, newGtin, sampleBody } from './sample-bodies.ts'
import {
  type AddressedCall,
  readTrialAddress,
  sentQuery,
  startingForm,
  targetOf,
  useExamples,
} from './trial-form.ts'

interface TrialProps {
  name: EndpointName
  addressed: AddressedCall | undefined
  examples: Examples
  state: LocalApiState
  users: readonly LocalApiUser[]
}

const endpointOptions = endpointNames.map((name) => ({
  value: name,
  label: `${endpoints[name].method}  ${endpoints[name].path}  ·  ${endpoints[name].title}`,
}))

/** The user of the last call, remembered while the page is open. */
let lastUsername: string | undefined

/** One endpoint: the form of the call on the left, the request and the answer on the right. */
function Trial({ name, addressed, examples, state, users }: TrialProps) {
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => startingForm(name, examples, addressed))
  const [username, setUsername] = useState(
    () => (users.find((user) => user.username === lastUsername) ?? users[0])?.username ?? '',
  )
  const call = useMutation(rpc.localApi.tryCall.mutationOptions())
  const { method, summary, versions }: Endpoint = endpoints[name]
  const target = targetOf(name, form)
  const kind = feedKindOf(name)
  const send = () => {
    if (target === undefined) return
    lastUsername = username
    const identifier = form.identifier.trim()
    call.mutate({
      endpoint: name,
      version: form.version,
      query: sentQuery(name, form),
      username,
      identifier: identifier || undefined,
      body: kind ? form.body : undefined,
    })
  }
  return (
    <div
      className={clsx(
        'grid h-full min-h-0',
        kind ? 'grid-cols-2' : 'grid-cols-[minmax(22rem,2fr)_minmax(0,3fr)]',
      )}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col border-e border-line"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <ScrollRegion
          aria-label={t`The call`}
          role="group"
          className="flex min-h-0 flex-1 flex-col gap-4 p-6"
        >
          <h2 className="sr-only">
            <Trans>The call</Trans>
          </h2>
          <FieldFrame label={t`Endpoint`}>
            {(ids) => (
              <PlainSelect
                {...ids}
                value={name}
                onValueChange={(next) => navigate(sectionPath('try', next))}
                options={endpointOptions}
              />
            )}
          </FieldFrame>
          <p className="-mt-2 text-xs text-ink-soft">
            {summary}{' '}
            <Link
              href={sectionPath('reference', name)}
              className="inline-flex items-center gap-1 text-accent hover:underline"
            >
              <BookOpen className="size-3" aria-hidden />
              <Trans>Reference</Trans>
            </Link>
          </p>
          <div className="flex items-start gap-4">
            <Segmented
              label={t`Version`}
              value={form.version}
              onValueChange={(version) => setForm({ ...form, version })}
              options={apiVersions
                .filter((version) => versions.includes(version))
                .map((version) => ({ value: version, label: version }))}
            />
            <FieldFrame label={t`User`} className="flex-1">
              {(ids) => (
                <PlainSelect
                  {...ids}
                  value={username}
                  onValueChange={setUsername}
                  options={users.map((user) => ({ value: user.username, label: user.username }))}
                />
              )}
            </FieldFrame>
          </div>
          <CallForm
            name={name}
            form={form}
            onForm={setForm}
            onNewBody={() =>
              kind &&
              setForm({
                ...form,
                body: sampleBody(kind, { ...examples, code: form.identifier || examples.code }, newGtin()),
              })
            }
          />
        </ScrollRegion>
        <footer className="flex shrink-0 items-center gap-3 border-t border-line bg-surface px-6 py-3">
          <Button
            type="submit"
            variant="primary"
            icon={<Send className="size-4" aria-hidden />}
            busy={call.isPending}
            disabled={target === undefined || username === '' || !state.running}
          >
            <Trans>Send</Trans>
          </Button>
          <span className="min-w-0 truncate font-mono text-xs text-ink-faint">
            {target === undefined ? t`Enter the identifier first.` : `${method} ${target}`}
          </span>
        </footer>
      </form>
      <div className="flex min-h-0 min-w-0 flex-col">
        {!state.running && <ServiceOffNotice />}
        {target !== undefined && (
          <div className="shrink-0 border-b border-line p-4">
            <CommandBlock
              label={t`The call, with curl`}
              text={curlCommand({
                address: state.address ?? `${state.scheme}://127.0.0.1:${state.port}`,
                method,
                target,
                username,
                certificate: state.scheme === 'https' ? certificateFile : undefined,
              })}
            />
          </div>
        )}
        <div className="min-h-0 flex-1">
          <AnswerView
            // Resets to the body tab for each new answer.
            key={call.submittedAt}
            name={name}
            answer={call.data}
            error={call.error}
            sending={call.isPending}
          />
        </div>
      </div>
    </div>
  )
}

/** Shown while the service is off. */
function ServiceOffNotice() {
  const set = useSetLocalApi()
  return (
    <div className="p-4 pb-0">
      <Notice
        tone="warn"
        title={t`The local API is off`}
        actions={
          <Button size="small" busy={set.isPending} onClick={() => set.mutate({ running: true })}>
            <Trans>Switch on</Trans>
          </Button>
        }
      >
        <Trans>A call goes to its real address, so it must be running.</Trans>
      </Notice>
    </div>
  )
}

/** The section for trying calls. The URL names the endpoint, and may fill in the call. */
export function TrialView({ page, state }: { page: string | undefined; state: LocalApiState }) {
  const search = useSearch()
  const examples = useExamples()
  const users = useQuery(rpc.localApi.users.queryOptions())
  const name = endpointNames.find((known) => known === page) ?? ('item' satisfies EndpointName)
  if (!examples || users.isPending)
    return (
      <div className="flex flex-col gap-4 p-6">
        <Skeleton className="h-8 w-96" />
        <Skeleton className="h-64 w-96" />
      </div>
    )
  return (
    <Trial
      // The key resets the form for another endpoint or another call in the URL.
      key={`${name}?${search}`}
      name={name}
      addressed={readTrialAddress(name, search)}
      examples={examples}
      state={state}
      users={users.data ?? []}
    />
  )
}
