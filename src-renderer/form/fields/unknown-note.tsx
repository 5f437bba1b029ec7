import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CircleAlert, X } from 'lucide-react'
import { isError } from '../../../src-shared/problem.ts'
import type { Unknown } from '../../../src-shared/vocabulary/kit/kit.ts'
import { useFormStore, useSlice } from '../form-store.ts'
import { type Place, problemPath } from '../place.ts'
import { useProblemsAt, useVisited } from '../problem-store.ts'

const shown = ({ kind, name }: Unknown): string => (kind === 'attribute' ? `@${name}` : `<${name}>`)
const segment = ({ kind, name, within }: Unknown): string =>
  `${within ? `${within}/` : ''}${kind === 'attribute' ? '@' : ''}${name}`

/**
 * The parts of an element that the vocabulary does not know. They are kept as received until a person
 * removes them.
 */
export function UnknownNote({ place }: { place: Place }) {
  const store = useFormStore()
  const keys = [...place.keys, 'unknown']
  const slice = useSlice(keys)
  const all = Array.isArray(slice) ? (slice as Unknown[]) : []
  const named = all.filter(({ kind }) => kind === 'element' || kind === 'attribute')
  if (named.length === 0) return null
  const remove = (unknown: Unknown) => {
    const rest = all.filter((one) => one !== unknown)
    store.set(keys, rest.length > 0 ? rest : undefined)
  }
  return (
    <div className="col-span-full text-xs text-ink-faint">
      <Trans>Not in the specification, kept as received:</Trans>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {named.map((unknown, index) => (
          <li
            // The index can be the key: unknown parts do not move.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            data-path={`${problemPath(place)}/${segment(unknown)}`}
            className="flex items-center rounded-sm bg-sunken"
          >
            <code className="py-0.5 ps-1.5 font-mono text-2xs text-ink-soft" title={unknown.content}>
              {shown(unknown)}
            </code>
            <button
              type="button"
              aria-label={t`Remove ${shown(unknown)}`}
              onClick={() => remove(unknown)}
              className="flex size-6 items-center justify-center rounded-sm hover:bg-pressed"
            >
              <X className="size-3" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface PathProblemsProps {
  path: string
  whenVisited?: boolean
  /** Whether warnings are shown elsewhere. */
  errorsOnly?: boolean
}

/** The problems of a group or list itself, which has no input to show them. */
export function PathProblems({ path, whenVisited = false, errorsOnly = false }: PathProblemsProps) {
  const all = useProblemsAt(path)
  const problems = errorsOnly ? all.filter(isError) : all
  const visited = useVisited(path)
  if (problems.length === 0 || (whenVisited && !visited)) return null
  return (
    <ul className="mb-2 flex flex-col gap-1">
      {problems.map((problem) => (
        <li
          key={`${problem.code} ${problem.message}`}
          className={clsx('flex items-start gap-1 text-xs', isError(problem) ? 'text-bad' : 'text-warn')}
        >
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          <span>{problem.message}</span>
        </li>
      ))}
    </ul>
  )
}
