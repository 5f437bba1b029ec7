import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Play, Terminal, X } from 'lucide-react'
import { appUserAgent, type LoggedRequest } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { ScrollRegion } from '../../../ui/layout/scroll-region.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { copyText } from '../../../ui/text/clipboard.ts'
import { byteSize, dateAndTime } from '../../../ui/text/words.ts'
import { trialPathOf } from '../trial/trial-form.ts'
import { duration, StatusCode, statusTitle } from './request-row.tsx'

/** All details of one request, below the list. */
export function RequestDetail({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const curl = useMutation(
    rpc.localApi.curl.mutationOptions({
      onSuccess: async ({ text }) => {
        if (await copyText(text)) toast.done(t`Copied as curl`, t`Put the password in place of <PASSWORD>.`)
      },
      onError: (error) => toast.failed(t`The request was not copied`, error),
    }),
  )
  const trial = trialPathOf(request)
  return (
    <section
      aria-label={t`Request ${request.method} ${request.target}`}
      className="flex max-h-[45%] shrink-0 flex-col border-t border-line-strong bg-surface"
    >
      <header className="flex shrink-0 items-center gap-2 px-6 pt-3 pb-2">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">
          <Trans>Request at {dateAndTime(request.at)}</Trans>
        </h2>
        {trial && (
          <ButtonLink
            size="small"
            variant="ghost"
            href={trial}
            icon={<Play className="size-3.5" aria-hidden />}
          >
            <Trans>Open in Try it</Trans>
          </ButtonLink>
        )}
        <Button
          size="small"
          icon={<Terminal className="size-3.5" aria-hidden />}
          busy={curl.isPending}
          onClick={() => curl.mutate({ id: request.id })}
        >
          <Trans>Copy as curl</Trans>
        </Button>
        <IconButton
          size="small"
          label={t`Close the request`}
          keys={['Esc']}
          icon={<X className="size-4" aria-hidden />}
          onClick={onClose}
        />
      </header>
      <ScrollRegion className="min-h-0 px-6 pb-4">
        <code className="mb-2 block rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all">
          <span className="text-ink-faint">{request.method}</span> {request.target}
        </code>
        <KeyValue
          className="grid-cols-[6rem_minmax(0,1fr)]!"
          entries={[
            {
              label: t`Answer`,
              value: (
                <>
                  <StatusCode status={request.status} />{' '}
                  {request.status === 0
                    ? t`The connection was cut instead of answered.`
                    : statusTitle(request.status)}
                  {request.detail && <span className="block text-ink-soft">{request.detail}</span>}
                </>
              ),
            },
            {
              label: t`Duration`,
              value: (
                <span className="tabular">
                  {duration(request.milliseconds)}, {byteSize(request.bytes)}
                </span>
              ),
            },
            { label: t`User`, value: request.username },
            {
              label: t`Client`,
              value: request.client === appUserAgent ? t`This app, by Try it` : request.client,
            },
          ]}
        />
      </ScrollRegion>
    </section>
  )
}
