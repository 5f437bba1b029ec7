import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { printedCode } from '../../../src-shared/evidence/find-findings.ts'
import type { Decision, Finding, FindingRow } from '../../../src-shared/evidence/model.ts'
import { item as itemDescription } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { dateAndTime } from '../../ui/text/words.ts'
import { FindingPicture } from './finding-picture.tsx'
import { findingWords, itemHref, itemName, pictureTitle, reasonWords } from './finding-words.ts'

interface FindingDetailProps {
  finding: FindingRow
  /** Link to the draft that the value was taken into. */
  taken: { id: string; name: string } | undefined
  /** Buttons, which stay in place from finding to finding. */
  actions: ReactNode
}

/** One finding: the picture with the marked part, the sentence, and the values of record and picture. */
export function FindingDetail({ finding, taken, actions }: FindingDetailProps) {
  const { label, tone } = findingWords[finding.kind]
  return (
    <section
      aria-label={t`Finding`}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas max-md:min-h-[32rem]"
    >
      <div className="grid min-h-0 flex-1 grid-cols-1 gap-5 overflow-y-auto p-4 xl:grid-cols-[minmax(0,1fr)_22rem] xl:overflow-hidden">
        <FindingPicture key={finding.sha256} finding={finding} />
        <ScrollRegion
          aria-label={t`Finding and values`}
          role="group"
          className="flex min-w-0 flex-col gap-4 overflow-x-hidden"
        >
          <div className="flex flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={tone}>{label}</Badge>
              <span className="text-xs text-ink-soft">{pictureTitle(finding)}</span>
            </div>
            <h2 className="text-base font-semibold" dir="auto">
              <Link href={itemHref(finding.item.id)} className="hover:underline">
                {itemName(finding)}
              </Link>
            </h2>
            <p aria-live="polite" className="text-sm text-ink-soft">
              {finding.message}
            </p>
          </div>
          <Values finding={finding} />
          {finding.others && <OtherItems others={finding.others} />}
          {taken && (
            <p className="text-sm">
              <Trans>
                Taken into the draft{' '}
                <Link href={`/feeds/${taken.id}`} className="text-accent-strong underline underline-offset-2">
                  {taken.name}
                </Link>
                .
              </Trans>
            </p>
          )}
          {finding.decision && <p className="text-sm text-ink-soft">{decisionText(finding.decision)}</p>}
        </ScrollRegion>
      </div>
      <div
        role="toolbar"
        aria-label={t`Actions of the finding`}
        className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2"
      >
        {actions}
      </div>
    </section>
  )
}

/** Who decided what and when. */
function decisionText({ kind, reason, note, at, by }: Decision): string {
  const moment = by === '' ? dateAndTime(at) : t`${dateAndTime(at)} by ${by}`
  if (kind === 'agreed') return t`Agreed ${moment}`
  return t`Dismissed ${moment}: ${note || (reason && reasonWords[reason])}`
}

/** The value of the record and the printed one side by side; nothing for a finding about the whole picture. */
function Values({ finding: { item, code, value } }: { finding: FindingRow }) {
  const codes = useItemCodes(item.id, code !== undefined)
  if (value)
    return (
      <Pair title={value.label} recorded={value.recorded || t`Not in the record`} printed={value.printed} />
    )
  if (!code) return null
  return (
    <Pair
      title={t`Product code`}
      recorded={codes === undefined ? '…' : codes.join(', ') || t`None`}
      printed={`${printedCode(code)} (${code.format})`}
    />
  )
}

const Pair = ({ title, recorded, printed }: { title: string; recorded: string; printed: string }) => (
  <div className="rounded-lg border border-line bg-surface">
    <h3 className="border-b border-line px-3 py-2 text-xs font-semibold text-ink-soft">{title}</h3>
    <dl className="grid grid-cols-2 divide-x divide-line rtl:divide-x-reverse">
      {[
        { label: t`Record`, text: recorded },
        { label: t`Picture`, text: printed },
      ].map(({ label, text }) => (
        <div key={label} className="min-w-0 px-3 py-2">
          <dt className="text-xs text-ink-faint">{label}</dt>
          <dd dir="auto" className="tabular text-base font-medium break-words">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

/** The product codes in the current record. */
function useItemCodes(id: string, enabled: boolean): string[] | undefined {
  const { data } = useQuery(rpc.catalog.item.queryOptions({ input: { id }, enabled }))
  if (!data) return undefined
  const { value } = parseElement(itemDescription, data.xml, { namespace: data.namespace, role: 'response' })
  return value?.upcs?.flatMap(({ text }) => text.trim() || []) ?? []
}

const OtherItems = ({ others }: { others: NonNullable<Finding['others']> }) => (
  <div className="flex flex-col gap-1 text-sm">
    <h3 className="text-xs font-semibold text-ink-soft">
      <Trans>Items with this code</Trans>
    </h3>
    <ul className="flex flex-col gap-1">
      {others.map(({ id, name }) => (
        <li key={id}>
          <Link href={itemHref(id)} className="text-accent-strong underline underline-offset-2">
            {name || t`Item ${id}`}
          </Link>
        </li>
      ))}
    </ul>
  </div>
)
