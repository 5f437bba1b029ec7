import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type LocalApiConditionName,
  type LocalApiConditions,
  noConditions,
} from '../../../../src-shared/local-api/conditions.ts'
import type { WorkspaceRole } from '../../../../src-shared/workspace/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { readNumber, readWholeNumber } from '../../../ui/inputs/read-number.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { plainNumber, wholeNumber } from '../../../ui/text/words.ts'
import { useSetConditions } from '../use-local-api.ts'
import { type ConditionNumber, conditionWords } from './condition-words.ts'

const groups: { title: string; description: string; names: LocalApiConditionName[] }[] = [
  {
    title: t`Limits`,
    description: t`What the real service may refuse.`,
    names: ['dailyItemLimit', 'mostItems', 'maintenance'],
  },
  {
    title: t`Faults`,
    description: t`Network and server faults. A robust client handles all of them.`,
    names: ['latency', 'errorRate', 'lostAcknowledgementRate'],
  },
  {
    title: t`Pace`,
    description: t`How fast feeds become items.`,
    names: ['ingestionRate'],
  },
  {
    title: t`Leniency`,
    description: t`Calls that violate the specification, for clients that rely on them.`,
    names: ['searchWithoutSelector'],
  },
]

/** Limits and faults for testing a client. All are off by default. */
export function ConditionsView({ role }: { role: WorkspaceRole }) {
  const state = useQuery(rpc.localApi.conditions.queryOptions())
  const set = useSetConditions()
  if (state.isError && !state.data)
    return (
      <ErrorState
        title={t`The conditions cannot be shown`}
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    )
  if (!state.data) return <Skeleton className="h-64 rounded-lg" />
  const { conditions, thisRunOnly } = state.data
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-sm text-ink-soft">
        <Trans>
          Test how your client handles limits and faults of the service. What is switched on here is kept,
          counts for every user and takes effect with the next call.
        </Trans>
      </p>
      {groups.map(({ title, description, names }) => (
        <Panel key={title} flush title={title} description={description}>
          <div className="border-t border-line">
            {names.map((name) => (
              <ConditionRow
                key={name}
                name={name}
                conditions={conditions}
                thisRunOnly={thisRunOnly.includes(name)}
                busy={set.isPending}
                note={
                  name === 'ingestionRate' && role === 'connected'
                    ? t`Without effect here: feeds go to the outbox, and the connected service processes them.`
                    : undefined
                }
                onChange={(value) => set.mutate({ [name]: value })}
              />
            ))}
          </div>
        </Panel>
      ))}
    </div>
  )
}

type Value = LocalApiConditions[LocalApiConditionName]

interface ConditionRowProps {
  name: LocalApiConditionName
  conditions: LocalApiConditions
  thisRunOnly: boolean
  busy: boolean
  note: string | undefined
  onChange: (value: Value) => void
}

/** One condition: a switch and, while it is on, its number. */
function ConditionRow({ name, conditions, thisRunOnly, busy, note, onChange }: ConditionRowProps) {
  const { label, help, initial, number } = conditionWords[name]
  const value = conditions[name]
  const on = value !== noConditions[name]
  return (
    <div className="border-b border-line px-4 py-3 last:border-0">
      <Switch
        label={
          <span className="inline-flex items-center gap-2">
            {label}
            {thisRunOnly && (
              <Badge tone="warn">
                <Trans>Set on the command line, for this run</Trans>
              </Badge>
            )}
          </span>
        }
        help={note ? `${help} ${note}` : help}
        checked={on}
        disabled={busy}
        onCheckedChange={(next) => onChange(next ? initial : noConditions[name])}
      />
      {on && number && typeof value === 'number' && (
        <NumberForm number={number} value={value} busy={busy} onChange={onChange} />
      )}
    </div>
  )
}

interface NumberFormProps {
  number: ConditionNumber
  value: number
  busy: boolean
  onChange: (value: number) => void
}

function NumberForm({ number, value, busy, onChange }: NumberFormProps) {
  const { label, unit, lowest, highest, whole, scale, presets } = number
  const entered = plainNumber(value * scale)
  const [text, setText] = useState(entered)
  // When the stored number changes, it replaces the typed text; the focus stays in the field.
  const [stored, setStored] = useState(value)
  if (stored !== value) {
    setStored(value)
    setText(entered)
  }
  const [wrong, setWrong] = useState<string>()
  const save = (next: number) => {
    if (next / scale !== value) onChange(next / scale)
  }
  const commit = () => {
    const next = whole ? readWholeNumber(text) : readNumber(text)
    const fits = next !== undefined && next >= lowest && next <= (highest ?? Number.MAX_SAFE_INTEGER)
    setWrong(
      fits
        ? undefined
        : whole
          ? highest
            ? t`Enter a whole number from ${lowest} to ${wholeNumber(highest)}.`
            : t`Enter a whole number from ${lowest}.`
          : highest
            ? t`Enter a number from ${plainNumber(lowest)} to ${wholeNumber(highest)}.`
            : t`Enter a number from ${plainNumber(lowest)}.`,
    )
    if (fits) save(next)
  }
  return (
    <form
      noValidate
      className="mt-3 flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <div className="flex items-start gap-2">
        <TextField
          label={t`${label}, in ${unit}`}
          labelHidden
          inputMode="decimal"
          autoComplete="off"
          className="w-24"
          value={text}
          error={wrong}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
        />
        <span className="pt-1.5 text-sm text-ink-soft">{unit}</span>
      </div>
      <div className="ms-2 flex h-8 items-center gap-1">
        {presets.map((one) => (
          <Button
            key={one}
            size="small"
            disabled={busy || one / scale === value}
            aria-label={`${label}: ${wholeNumber(one)} ${unit}`}
            onClick={() => save(one)}
          >
            {wholeNumber(one)} {unit}
          </Button>
        ))}
      </div>
    </form>
  )
}
