import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { useAllProblems } from '../../../../form/problem-store.ts'
import { rpc } from '../../../../rpc/client.ts'
import { CodeView } from '../../../../ui/inputs/code-view.tsx'
import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { ErrorState } from '../../../../ui/layout/states.tsx'
import { useItemText } from '../items/use-open-item.ts'
import type { ItemSession } from '../session/draft-session.ts'

interface ItemXmlProps {
  draft: Draft
  session: ItemSession
  goTo: { line: number; column?: number } | undefined
}

/** The open item as editable XML, and the payload to be sent as read-only XML. */
export function ItemXml({ draft, session, goTo }: ItemXmlProps) {
  const [shownXml, setShownXml] = useState<'item' | 'payload'>('item')
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface max-md:h-96">
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-3 py-1.5">
        <Segmented
          label={t`What is shown as XML`}
          labelHidden
          value={shownXml}
          onValueChange={setShownXml}
          options={[
            { value: 'item', label: t`This item` },
            { value: 'payload', label: t`Whole feed` },
          ]}
        />
        {shownXml === 'payload' && (
          <span className="text-xs text-ink-faint">
            <Trans>As it would be sent. To be read only; items are edited one by one.</Trans>
          </span>
        )}
      </div>
      <div className="min-h-0 flex-1">
        {shownXml === 'item' ? (
          <ItemText key={session.key} session={session} goTo={goTo} />
        ) : (
          <Payload draft={draft} />
        )}
      </div>
    </div>
  )
}

function ItemText({ session, goTo }: Pick<ItemXmlProps, 'session' | 'goTo'>) {
  const text = useItemText(session)
  const all = useAllProblems()
  useEffect(() => session.locate(), [session])
  const marks = useMemo(
    () =>
      all.flatMap(({ line, message, severity = 'error' }) =>
        line === undefined ? [] : [{ line, message, severity }],
      ),
    [all],
  )
  return (
    <CodeView
      label={t`XML of the item`}
      value={text}
      onChange={(next) => next !== session.text() && session.editText(next)}
      marks={marks}
      goTo={goTo}
      className="h-full"
    />
  )
}

function Payload({ draft }: { draft: Draft }) {
  const payload = useQuery(rpc.feeds.draftText.queryOptions({ input: { id: draft.id } }))
  if (payload.isError)
    return (
      <ErrorState
        title={t`The feed cannot be shown`}
        error={payload.error}
        onRetry={() => void payload.refetch()}
      />
    )
  return (
    <div className="flex h-full flex-col">
      {payload.data && !payload.data.isWhole && (
        <p className="shrink-0 px-3 py-1 text-xs text-ink-faint">
          <Trans>This is the beginning; the whole is too long to be shown.</Trans>
        </p>
      )}
      <CodeView
        label={t`XML of the whole feed`}
        value={payload.data?.text ?? ''}
        className="h-full min-h-0"
      />
    </div>
  )
}
