import clsx from 'clsx'
import { Link } from 'wouter'
import type { ItemVersion } from '../../../src-shared/history/model.ts'
import { byteSize } from '../../ui/words.ts'
import { changesHref } from '../changes/changes-query.ts'
import { fieldName, isStamp, originWords, receivedWords, versionName } from './history-words.ts'

/** Fields named before the rest is only counted. */
const mostFields = 3

/** Every version, the newest first. Choosing one shows what it changed. */
export function VersionTimeline({
  versions,
  earlier,
  later,
  onChoose,
}: {
  versions: readonly ItemVersion[]
  earlier: number
  later: number
  onChoose: (version: ItemVersion) => void
}) {
  return (
    <ol aria-label="Versions" className="relative flex flex-col">
      {versions.map((version, index) => {
        const isShown = version.number === earlier || version.number === later
        return (
          <li key={version.number} className="relative pb-1 pl-6">
            {index < versions.length - 1 && (
              <span
                className="absolute top-4 bottom-[-0.75rem] left-[0.5625rem] w-px bg-line-strong"
                aria-hidden
              />
            )}
            <span
              className={clsx(
                'absolute top-3 left-1 size-3 rounded-full border-2',
                isShown ? 'border-accent bg-accent' : 'border-line-strong bg-canvas',
              )}
              aria-hidden
            />
            <button
              type="button"
              aria-pressed={version.number === later}
              onClick={() => onChoose(version)}
              className={clsx(
                'w-full rounded-md px-2 py-1.5 text-left',
                version.number === later ? 'bg-accent-wash' : 'hover:bg-hover',
              )}
            >
              <span className="block text-sm font-medium">{versionName(version)}</span>
              <span className="tabular block text-xs text-ink-soft">{receivedWords(version)}</span>
              <span className="block text-xs text-ink-soft">{changeWords(version)}</span>
            </button>
            <p className="tabular flex flex-wrap gap-x-2 px-2 text-2xs text-ink-faint">
              {version.origin ? (
                <Link href={changesHref(version.origin)} className="text-accent underline underline-offset-2">
                  {originWords(version.origin)}
                </Link>
              ) : (
                <span>{originWords(version.origin)}</span>
              )}
              <span>{byteSize(version.bytes)}</span>
              <span title={`SHA-256, first half: ${version.hash}`}>{version.hash.slice(0, 8)}</span>
            </p>
          </li>
        )
      })}
    </ol>
  )
}

function changeWords({ number, fields }: ItemVersion): string {
  if (!fields) return number === 1 ? 'The first that came' : ''
  if (fields.length === 0) return 'Only written otherwise'
  const telling = fields.filter((field) => !isStamp(field))
  const names = [...new Set((telling.length > 0 ? telling : fields).map(fieldName))]
  const more = names.length - mostFields
  return names.slice(0, mostFields).join(' · ') + (more > 0 ? ` · ${more}\u00a0more` : '')
}
