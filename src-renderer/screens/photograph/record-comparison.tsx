import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Finding, findingKinds, type NamedItem } from '../../../src-shared/evidence/model.ts'
import { client } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { findingWords, itemHref, keyOf, keyText } from '../evidence/finding-words.ts'
import { isTakeable, taken, takeValue } from '../evidence/take-value.ts'
import type { AskedCode, PhotographProps } from './asked-code.ts'
import { CodeLine } from './choice-list.tsx'
import { LabelText, NothingLegible } from './label-text.tsx'
import { PrintedValue } from './printed-value.tsx'

/** The item with the code, and what the label shows of its record. */
export function RecordComparison({
  item,
  code,
  ...photograph
}: PhotographProps & { item: NamedItem; code: AskedCode }) {
  const queries = useQueryClient()
  const queryKey = ['photograph-comparison', photograph.id, item.id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.photographs.compare({ id: photograph.id, itemId: item.id }, { signal }),
    ...{ gcTime: 0, retry: false },
  })
  return (
    <section className="flex flex-col gap-3" aria-label={t`Item and label`}>
      <div className="flex flex-col gap-1">
        <CodeLine code={code} />
        <h2 className="text-base font-semibold" dir="auto">
          <Link
            href={itemHref(item.id)}
            onClick={photograph.onClose}
            className="text-accent-strong underline underline-offset-2"
          >
            {item.name || t`Item ${item.id}`}
          </Link>
        </h2>
      </div>
      <LabelText query={query} onCancel={() => void queries.cancelQueries({ queryKey })}>
        {({ findings, lines }) =>
          findings.length === 0 ? (
            <NothingLegible lines={lines}>
              <Trans>No value of the record is legible in the photograph.</Trans>
            </NothingLegible>
          ) : (
            <Findings findings={findings} item={item} {...photograph} />
          )
        }
      </LabelText>
    </section>
  )
}

function Findings({
  findings,
  item,
  ...photograph
}: PhotographProps & { findings: Finding[]; item: NamedItem }) {
  const different = findings
    .filter(({ kind }) => kind !== 'label-found')
    .toSorted((one, other) => findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind))
  const found = findings.filter(({ kind }) => kind === 'label-found')
  return (
    <>
      <p role="status" className="text-sm">
        {different.length === 0
          ? t`The legible values agree with the record.`
          : t`${plural(different.length, { one: '# difference', other: '# differences' })} between label and record`}
      </p>
      <ul aria-label={t`Differences`} className="flex flex-col gap-3">
        {different.map((finding) => (
          <li key={`${finding.kind} ${finding.value?.path} ${finding.value?.label}`}>
            <Difference finding={finding} item={item} {...photograph} />
          </li>
        ))}
      </ul>
      {found.length > 0 && (
        <details open={different.length === 0} className="text-sm">
          <summary className="text-ink-soft">
            {plural(found.length, { one: '# value agrees', other: '# values agree' })}
          </summary>
          <ul className="mt-2 flex flex-col gap-1">
            {found.map(({ value }) => (
              <li key={value?.path} className="flex justify-between gap-4">
                <span>{value?.label}</span>
                <span className="tabular truncate text-ink-soft">{value?.printed}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A value that differs, with a button that takes it into a draft. */
function Difference({
  finding,
  item,
  name,
  preview,
  onShow,
  onClose,
}: PhotographProps & { finding: Finding; item: NamedItem }) {
  const row = { ...finding, item }
  const key = keyText(keyOf(row))
  const [draft, setDraft] = useState(taken.findings.get(key))
  const take = useMutation({
    mutationFn: () => takeValue(row, taken.draft, name),
    onSuccess(result) {
      taken.draft = result.draft
      taken.findings.set(key, result.draft)
      setDraft(result.draft)
    },
    onError: (error) => toast.failed(t`The value was not taken`, error),
  })
  const { label, tone } = findingWords[finding.kind]
  const { value } = finding
  if (!value) return null
  return (
    <PrintedValue
      title={value.label}
      badge={<Badge tone={tone}>{label}</Badge>}
      recorded={value.recorded || t`Not in the record`}
      {...{ printed: value.printed, box: value.box, preview, onShow }}
    >
      {finding.kind === 'allergen' && <p className="text-xs text-ink-soft">{finding.message}</p>}
      {draft ? (
        <p className="text-sm">
          <Trans>
            Taken into the draft{' '}
            <Link
              href={`/feeds/${draft.id}`}
              onClick={onClose}
              className="text-accent-strong underline underline-offset-2"
            >
              {draft.name}
            </Link>
            .
          </Trans>
        </p>
      ) : isTakeable(row) ? (
        <Button size="small" variant="primary" busy={take.isPending} onClick={() => take.mutate()}>
          <Trans>Take into a draft</Trans>
        </Button>
      ) : null}
    </PrintedValue>
  )
}
