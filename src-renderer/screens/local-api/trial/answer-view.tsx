import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowRight, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { EndpointName } from '../../../../src-shared/api/endpoints.ts'
import type { TrialAnswer } from '../../../../src-shared/local-api/model.ts'
import { errorMessage } from '../../../rpc/errors.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { CodeView } from '../../../ui/inputs/code-view.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { ScrollRegion } from '../../../ui/layout/scroll-region.tsx'
import { EmptyState } from '../../../ui/layout/states.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { byteSize } from '../../../ui/text/words.ts'
import { indentXml } from '../../item/xml-tab.tsx'
import { duration, statusTitle } from '../requests/request-row.tsx'
import { sectionPath } from '../use-local-api.ts'

interface AnswerViewProps {
  name: EndpointName
  answer: TrialAnswer | undefined
  error: unknown
  sending: boolean
}

type AnswerPart = 'body' | 'headers'

/** The answer of a call: status, time and size; the indented body; the headers. */
export function AnswerView({ name, answer, error, sending }: AnswerViewProps) {
  if (error)
    return (
      <div className="p-4">
        <Notice tone="bad" title={t`There was no answer`}>
          {errorMessage(error)}
        </Notice>
      </div>
    )
  if (!answer)
    return (
      <EmptyState icon={Send} title={sending ? t`Waiting for the answer…` : t`Nothing sent yet`}>
        {!sending &&
          t`Fill in what you want and send it. The call is made by this program, counted and logged like any other.`}
      </EmptyState>
    )
  return <Answer name={name} answer={answer} />
}

function Answer({ name, answer }: { name: EndpointName; answer: TrialAnswer }) {
  const [part, setPart] = useState<AnswerPart>('body')
  const shown = useMemo(() => (looksLikeXml(answer.body) ? indentXml(answer.body) : answer.body), [answer])
  const statusPath = statusPathOf(name, answer)
  return (
    <section aria-label={t`Answer`} className="flex h-full min-h-0 flex-col">
      <div role="status" className="flex min-h-11 shrink-0 items-center gap-3 px-4">
        <Badge tone={answer.status < 300 ? 'good' : answer.status < 500 ? 'warn' : 'bad'}>
          {answer.status} {statusTitle(answer.status)}
        </Badge>
        <span className="tabular text-xs text-ink-soft">
          {duration(answer.milliseconds)} · {byteSize(answer.bytes)}
        </span>
        <span className="flex-1" />
        {statusPath && (
          <ButtonLink size="small" href={statusPath} icon={<ArrowRight className="size-3.5" aria-hidden />}>
            <Trans>Get its status</Trans>
          </ButtonLink>
        )}
        <CopyButton text={answer.body} label={t`Copy the body as sent`} />
      </div>
      {answer.truncated && (
        <Notice className="mx-4 mb-2">
          <Trans>
            Only the first 200 000 characters are shown. The whole answer has {byteSize(answer.bytes)}.
          </Trans>
        </Notice>
      )}
      <Tabs<AnswerPart>
        label={t`Parts of the answer`}
        className="flex-1"
        listClassName="px-4"
        value={part}
        onValueChange={setPart}
        tabs={[
          {
            value: 'body',
            label: t`Body`,
            panel: (
              <div className="h-full bg-surface">
                {answer.body === '' ? (
                  <p className="p-4 text-sm text-ink-faint">
                    <Trans>The answer has no body.</Trans>
                  </p>
                ) : (
                  <CodeView label={t`Body of the answer`} value={shown} />
                )}
              </div>
            ),
          },
          {
            value: 'headers',
            label: t`Headers`,
            count: answer.headers.length,
            panel: (
              <ScrollRegion className="h-full bg-surface px-4 py-2">
                <KeyValue
                  className="font-mono text-xs!"
                  entries={answer.headers.map((header) => ({ label: header.name, value: header.value }))}
                />
              </ScrollRegion>
            ),
          },
        ]}
      />
    </section>
  )
}

const looksLikeXml = (text: string): boolean => text.trimStart().startsWith('<')

/** URL of the status call for a feed that was just acknowledged. */
function statusPathOf(name: EndpointName, { status, body }: TrialAnswer): string | undefined {
  const feedId = /<feedId>([^<]+)<\/feedId>/.exec(body)?.[1]
  const acknowledges = ['createItems', 'updateItem', 'refreshItems', 'publishContentPlus'].includes(name)
  if (!acknowledges || status !== 200 || !feedId) return undefined
  const endpoint: EndpointName = name === 'publishContentPlus' ? 'contentPlusStatus' : 'itemFeedStatus'
  return `${sectionPath('try', endpoint)}?id=${encodeURIComponent(feedId)}`
}
