import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FeedChoice } from '../../../src-shared/feeds/outbox/model.ts'
import { defaultNamespaceBase } from '../../../src-shared/vocabulary/namespaces.ts'
import { proxyPasswordNeeded } from '../../../src-shared/workspace/connection-steps.ts'
import {
  type ConnectionInput,
  connectionInput,
  isUnencrypted,
  unencryptedWarning,
  type WorkspaceState,
} from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { problemsOf } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { FeedChoiceField } from '../feeds/outbox/feed-choice.tsx'
import { FailedConnection } from './failed-connection.tsx'

interface ConnectFormProps {
  /** The current connection, which fills the form initially. */
  connection?: WorkspaceState['connection']
  onConnected: (state: WorkspaceState) => void
  onCancel: () => void
  cancelLabel?: string
}

/** Typed values. Lists are comma-separated. */
type Values = Pick<ConnectionInput, 'address' | 'username' | 'password'> & {
  allowPlainHttp: boolean
  mediaHosts: string
  namespaceBase: string
  proxyUsername: string
  proxyPassword: string
}
const fieldNames = [
  'address',
  'username',
  'password',
  'proxyUsername',
  'proxyPassword',
  'mediaHosts',
  'namespaceBase',
  'allowPlainHttp',
] as const satisfies (keyof Values)[]
type FieldName = (typeof fieldNames)[number]
interface Problem {
  field: FieldName
  message: string
}

const isField = (path: string): path is FieldName => fieldNames.some((field) => field === path)

/** Converts the typed values to the input of the contract. */
const toInput = ({
  address,
  username,
  password,
  mediaHosts,
  namespaceBase,
  allowPlainHttp,
  proxyUsername,
  proxyPassword,
}: Values): ConnectionInput => ({
  address: address.trim(),
  allowPlainHttp: isUnencrypted(address.trim()) ? allowPlainHttp : undefined,
  username: username.trim(),
  password,
  mediaHosts: mediaHosts.split(/[\s,]+/).filter(Boolean),
  namespaceBase: namespaceBase.trim() || undefined,
  proxy: proxyUsername === '' ? undefined : { username: proxyUsername, password: proxyPassword },
})

/** Problems of the input by the rules of the contract, checked before it is sent. */
function problemsAt(values: ConnectionInput): Problem[] {
  const parsed = connectionInput.safeParse(values)
  if (parsed.success)
    return isUnencrypted(values.address) && !values.allowPlainHttp
      ? [{ field: 'allowPlainHttp', message: t`Agree to it, or enter an address that begins with https://.` }]
      : []
  return parsed.error.issues.flatMap(({ path, message }) => {
    const field = String(path[0])
    if (!isField(field)) return []
    return [
      {
        field,
        message:
          field === 'address' ? t`Enter the full address, beginning with https:// or http://.` : message,
      },
    ]
  })
}

/**
 * Address and credentials of a service. They are tested before they are stored; problems are shown at their
 * fields.
 */
export function ConnectForm({
  connection,
  onConnected,
  onCancel,
  cancelLabel = t`Cancel`,
}: ConnectFormProps) {
  const [values, setValues] = useState<Values>({
    address: connection?.address ?? '',
    username: connection?.username ?? '',
    password: '',
    mediaHosts: connection?.mediaHosts.join(', ') ?? '',
    namespaceBase: connection?.namespaceBase ?? '',
    allowPlainHttp: connection?.plainHttpAllowed ?? false,
    proxyUsername: '',
    proxyPassword: '',
  })
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [failure, setFailure] = useState<unknown>()
  // Whether the proxy of this network asked for an account.
  const [isProxyAsking, setIsProxyAsking] = useState(false)
  const isReadable = isUnencrypted(values.address.trim())
  // The backend's question about feeds of the current connection, and the person's choice for them.
  const [question, setQuestion] = useState<string>()
  const [feeds, setFeeds] = useState<FeedChoice>()
  const connect = useMutation(rpc.workspace.connect.mutationOptions())
  const hasMore = (connection?.mediaHosts.length ?? 0) > 0

  const change = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }))
    setProblems((before) => before.filter(({ field }) => !(field in changed)))
  }
  const problemOf = (name: FieldName) => problems.find(({ field }) => field === name)?.message
  const text = (name: Exclude<FieldName, 'allowPlainHttp'>) => ({
    name,
    value: values[name],
    error: problemOf(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const show = (found: readonly Problem[]) => {
      setProblems(found)
      const input = found[0] && form.elements.namedItem(found[0].field)
      if (input instanceof HTMLElement) input.focus()
    }
    if (connect.isPending) return
    setFailure(undefined)
    const input = toInput(values)
    const wrong = problemsAt(input)
    show(wrong)
    if (wrong.length > 0) return
    try {
      onConnected(await connect.mutateAsync({ ...input, feeds }))
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'FEEDS_WAIT') {
        setQuestion(error.message)
        return
      }
      const reported = problemsOf(error)
      // Rendered at once, so that the first field can take the focus.
      if (reported.some(({ code }) => code === proxyPasswordNeeded)) flushSync(() => setIsProxyAsking(true))
      const found = reported.flatMap(({ path, message }) => (isField(path) ? [{ field: path, message }] : []))
      show(found)
      if (found.length === 0) setFailure(error)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure !== undefined && <FailedConnection error={failure} />}
      <TextField
        label={t`Address`}
        required
        inputMode="url"
        spellCheck={false}
        autoComplete="url"
        placeholder="https://catalog.example.com"
        help={t`Without a version: /v2.1 is added by itself.`}
        {...text('address')}
      />
      {isReadable && (
        <Notice tone="warn" title={t`Others can read this connection`}>
          <p className="mb-3">{unencryptedWarning}</p>
          <Checkbox
            label={t`Connect over plain http anyway`}
            checked={values.allowPlainHttp}
            onCheckedChange={(allowPlainHttp) => change({ allowPlainHttp })}
          />
          {problemOf('allowPlainHttp') && (
            <p role="alert" className="mt-2 text-sm text-bad">
              {problemOf('allowPlainHttp')}
            </p>
          )}
        </Notice>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label={t`User name`}
          required
          autoComplete="username"
          spellCheck={false}
          {...text('username')}
        />
        <TextField
          label={t`Password`}
          required
          type="password"
          autoComplete="current-password"
          {...text('password')}
        />
      </div>
      {isProxyAsking && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label={t`User name at the proxy`}
            required
            spellCheck={false}
            help={t`The account for your organization’s network; stored encrypted on this computer.`}
            {...text('proxyUsername')}
          />
          <TextField label={t`Password at the proxy`} type="password" {...text('proxyPassword')} />
        </div>
      )}
      <details open={hasMore}>
        <summary className="cursor-default text-sm text-ink-soft">
          <Trans>More about the service</Trans>
        </summary>
        <div className="mt-3 flex flex-col gap-4">
          <TextField
            label={t`Media hosts`}
            spellCheck={false}
            placeholder={t`media.example.com`}
            help={t`Hosts that pictures may be fetched from, beside the service itself; commas between them. One that begins with http:// is asked over plain http too.`}
            {...text('mediaHosts')}
          />
          <TextField
            label={t`Namespace base`}
            spellCheck={false}
            placeholder={defaultNamespaceBase}
            help={t`The beginning of the service’s XML namespace names, if it is not the one shown.`}
            {...text('namespaceBase')}
          />
        </div>
      </details>
      {question !== undefined && (
        <Notice tone="warn" title={t`There are feeds of the present service`}>
          <p>{question}</p>
          <FeedChoiceField value={feeds} onValueChange={setFeeds} />
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button variant="primary" type="submit" busy={connect.isPending}>
          {connect.isPending ? t`Connecting…` : t`Connect`}
        </Button>
      </div>
    </form>
  )
}
